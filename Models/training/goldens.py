"""Numbers for the runtime's tests, from signals that any language can make again bit for bit.

    python goldens.py version1.soundmodel goldens.json

Signals at 16 kHz (or the named rate), float32:
  noise(seed, count, amplitude): state = seed; for each sample state = state * 6364136223846793005 + 1442695040888963407
    (mod 2^64); value = (state >> 40) / 2^24 * 2 - 1 in double, times amplitude, rounded to float32.
  tones(count, rate): sum over (f, a) in TONES of a * sin(2 pi f n / rate), added in that order in double, rounded.
Log-mel goldens come from librosa's mel filters (htk=True, norm=None) and a plain double-precision Fourier sum,
not from features.py.
"""
import json
import sys
import numpy as np
import torch
import evaluate
import features
import soundmodel

TONES = [(220.0, 0.2), (441.5, 0.1), (1000.0, 0.05), (3021.25, 0.02)]


def noise(seed, count, amplitude):
    state, out = seed, np.empty(count)
    for n in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2 ** 64
        out[n] = (state >> 40) / 2 ** 24 * 2 - 1
    return (out * amplitude).astype(np.float32)


def tones(count, rate):
    n = np.arange(count)
    total = np.zeros(count)
    for f, a in TONES:
        total += a * np.sin(2 * np.pi * f * n / rate)
    return total.astype(np.float32)


SIGNALS = {
    "noise": lambda: noise(1, 32000, 0.1),
    "tones": lambda: tones(32000, 16000),
    "sequence": lambda: np.concatenate([noise(2, 16000, 0.05), np.zeros(8000, np.float32), tones(24000, 16000), noise(3, 16000, 0.001)]),
}


def reference_log_mel(samples, rate, window_length, hop, fft):
    """Log-mel frames in double with librosa's filters."""
    import librosa
    filters = librosa.filters.mel(sr=rate, n_fft=fft, n_mels=64, fmin=60.0, fmax=7800.0, htk=True, norm=None, dtype=np.float64).T
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(window_length) / window_length)
    frames = 1 + (len(samples) - window_length) // hop
    x = np.stack([samples[f * hop:f * hop + window_length].astype(np.float64) * window for f in range(frames)])
    power = np.abs(np.fft.rfft(x, fft)) ** 2 * 2 / window.sum() ** 2
    return np.log(power @ filters + 1e-10)


def main(model_path, output):
    torch.set_num_threads(1)
    manifest, weights = soundmodel.read(model_path)
    run = soundmodel.Interpreter(manifest, weights)
    golden = dict(note="See Models/training/goldens.py for the signals. logits[q] are the 8 raw outputs of score q (not shifted by the "
                       "delay), before calibration. Whole frames only: no padding at the end.", logits={}, normalised={}, logMel={})
    for name, make in SIGNALS.items():
        x = features.log_mel(make())
        x = features.normalise(x[:len(x) // 4 * 4].astype(np.float64), manifest["normalization"]).astype(np.float32)
        with torch.no_grad():
            y = run(x[None])[0].numpy()
        golden["logits"][name] = [[round(float(v), 5) for v in row] for row in y]
        golden["normalised"][name] = {str(t): [round(float(v), 5) for v in x[t]] for t in (0, 5, 60, len(x) - 1)}
    for rate, window, hop, fft in ((16000, 400, 160, 512), (44100, 1102, 441, 1440)):
        x = np.concatenate([noise(4, window + 3 * hop, 0.1), tones(window + 3 * hop, rate)])
        golden["logMel"][str(rate)] = dict(signal=f"noise(4, {window + 3 * hop}, 0.1) then tones({window + 3 * hop}, {rate})",
                                           windowLength=window, hopLength=hop, fftLength=fft,
                                           frames=[[round(float(v), 5) for v in row] for row in reference_log_mel(x, rate, window, hop, fft)])
    with open(output, "w") as file:
        json.dump(golden, file, separators=(",", ":"))
        file.write("\n")


if __name__ == "__main__":
    main(*sys.argv[1:3])
