"""Log-mel of librosa and torchaudio on one thread, beside ours.

    Speed features | python peers.py

Ten minutes, 25 ms windows every 10 ms, 64 bands, natural logarithm: at 16 kHz with 512 points, at
44.1 kHz with 2048. Prints what comes in and a second table.
"""
import os
import sys

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[name] = "1"

import re
import time

import librosa
import numpy as np
import torch
import torchaudio

torch.set_num_threads(1)


def fastest(work, rounds=4):
    """The least processor time in seconds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def peers(rate):
    sound = np.random.default_rng(1).standard_normal(600 * rate).astype(np.float32) * 0.1
    size = dict(n_fft=512 if rate == 16000 else 2048, win_length=rate // 40, hop_length=rate // 100, n_mels=64)
    transform = torchaudio.transforms.MelSpectrogram(rate, f_min=60, f_max=7800, **size)
    tensor = torch.from_numpy(sound)

    def with_librosa():
        return np.log(librosa.feature.melspectrogram(y=sound, sr=rate, fmin=60, fmax=7800, **size) + 1e-10)

    def with_torchaudio():
        with torch.inference_mode():
            return torch.log(transform(tensor) + 1e-10)
    return {f"librosa {librosa.__version__}": fastest(with_librosa),
            f"torchaudio {torchaudio.__version__}": fastest(with_torchaudio)}


def main():
    table = sys.stdin.read()
    print(re.sub(r"<!-- ours .* -->\n", "", table), end="")
    print("\n| rate | peer | its time | ours | ratio | target |\n|---|---|---|---|---|---|")
    for rate, seconds in re.findall(r"<!-- ours (\d+) ([\d.e-]+) -->", table):
        for name, peer in peers(int(rate)).items():
            ratio = peer / float(seconds)
            met = "met" if ratio >= 3 else "**not met**"
            print(f"| {rate} Hz | {name} | {peer * 1e3:.0f} ms | {float(seconds) * 1e3:.0f} ms | {ratio:.1f} | >= 3: {met} |")


if __name__ == "__main__":
    main()
