"""Decode every clip once and keep its features, plain and in two degraded variants, in flat files.

Why: decoding and codecs are slower than training on the result. Everything that can be done to power
spectra (mixing, level, equalisation, noise, pitch and time) is done on the fly in `streams.py`; only
what needs the waveform (reverberation, clipping, codecs) is done here, once per clip.

    python cache.py --data FOLDER --cache FOLDER
Files: wave.i16, index.npz, clean.f16, degraded.f16, reverb.f16, level.f16 (dBFS of each 10 ms).
"""
import argparse
import os
import subprocess
import numpy as np
import soundfile
from scipy.signal import butter, fftconvolve, resample_poly, sosfilt
import data
import features

RATE = 16000


def decode(path):
    samples, rate = soundfile.read(path, dtype="float32")
    if samples.ndim > 1:
        samples = samples.mean(axis=1)
    if rate != RATE:
        divisor = np.gcd(rate, RATE)
        samples = resample_poly(samples, RATE // divisor, rate // divisor).astype(np.float32)
    return samples


def frame_count(samples):
    return max(0, 1 + (samples - 400) // 160)


def build_waves(clips, folder, cache):
    """wave.i16 with all clips in a row, and index.npz with their places."""
    starts, lengths, position = [], [], 0
    with open(os.path.join(cache, "wave.i16"), "wb") as out:
        for number, clip in enumerate(clips):
            try:
                x = decode(os.path.join(folder, clip.path))
            except Exception as problem:            # an unreadable file must not end an hour of work
                print("unreadable, left out:", clip.path, problem)
                x = np.zeros(0, np.float32)
            out.write((np.clip(x, -1, 1) * 32767).astype("<i2").tobytes())
            starts.append(position)
            lengths.append(len(x))
            position += len(x)
            if number % 500 == 0:
                print(f"decoded {number}/{len(clips)}, {position / RATE / 60:.0f} min", flush=True)
    frames = np.array([frame_count(n) for n in lengths])
    np.savez(os.path.join(cache, "index.npz"), wave_start=np.array(starts), wave_length=np.array(lengths),
             start=np.concatenate([[0], np.cumsum(frames)[:-1]]), length=frames,
             path=np.array([c.path for c in clips]))


def waves(cache):
    """Yields (clip number, float32 samples)."""
    index = np.load(os.path.join(cache, "index.npz"))
    wave = np.memmap(os.path.join(cache, "wave.i16"), "<i2", "r")
    for number, (start, length) in enumerate(zip(index["wave_start"], index["wave_length"])):
        yield number, wave[start:start + length].astype(np.float32) / 32768


def cache_file(cache, name, bands=64):
    return os.path.join(cache, name + ("" if bands == 64 else str(bands)) + ".f16")


def write_features(cache, name, items, bands=64):
    """Log-mel frames (float16) of (number, samples) pairs, each at its clip's place."""
    index = np.load(os.path.join(cache, "index.npz"))
    total = int(index["length"].sum())
    out = np.memmap(cache_file(cache, name, bands) + ".part", np.float16, "w+", shape=(total, bands))
    for number, x in items:
        n = index["length"][number]
        if n:
            s = index["start"][number]
            out[s:s + n] = features.log_mel(x, bands=bands)[:n]
    out.flush()
    os.rename(cache_file(cache, name, bands) + ".part", cache_file(cache, name, bands))


def write_levels(cache):
    index = np.load(os.path.join(cache, "index.npz"))
    out = np.full(int(index["length"].sum()), -120, np.float16)
    for number, x in waves(cache):
        n, s = index["length"][number], index["start"][number]
        if n:
            out[s:s + n] = features.hop_level(x)[:n]
    out.tofile(os.path.join(cache, "level.f16"))


def room(rng, shortest, longest, direct_low, direct_high):
    """A synthetic room: exponential noise tail, coloured, with a direct path at a random ratio (dB)."""
    t60 = rng.uniform(shortest, longest)
    n = int(RATE * t60)
    tail = rng.standard_normal(n) * 10 ** (-3 * np.arange(n) / n)
    tail = sosfilt(butter(1, rng.uniform(1500, 6000), fs=RATE, output="sos"), tail)
    tail[:int(RATE * rng.uniform(0.002, 0.02))] = 0
    tail /= np.sqrt(np.sum(tail ** 2)) + 1e-9
    tail[0] = 10 ** (rng.uniform(direct_low, direct_high) / 20)
    return (tail / np.sqrt(np.sum(tail ** 2))).astype(np.float32)


CODECS = {
    "opus": lambda r: (["-c:a", "libopus", "-b:a", r.choice(["8k", "12k", "16k"])], "ogg", 0.0),
    "mp3": lambda r: (["-c:a", "libmp3lame", "-b:a", r.choice(["16k", "24k", "32k"]), "-ar", "22050"], "mp3", 1105 / 22050),
    "gsm": lambda r: (["-c:a", "libgsm", "-ar", "8000"], "gsm", 0.0),
    "mulaw": lambda r: (["-c:a", "pcm_mulaw", "-ar", "8000"], "wav", 0.0),
}


def codec(x, arguments, container, delay):
    """Encode and decode; `delay` is what the encoder adds in front (seconds)."""
    raw = ["-f", "f32le", "-ar", str(RATE), "-ac", "1"]
    coded = subprocess.run(["ffmpeg", "-v", "error", *raw, "-i", "pipe:0", *arguments, "-f", container, "pipe:1"],
                           input=x.tobytes(), capture_output=True).stdout
    plain = subprocess.run(["ffmpeg", "-v", "error", "-f", container, "-i", "pipe:0", *raw, "pipe:1"],
                           input=coded, capture_output=True).stdout
    y = np.frombuffer(plain, np.float32)[int(delay * RATE):]
    return np.pad(y, (0, max(0, len(x) - len(y))))[:len(x)]


def degraded(cache, rng):
    """Every clip with reverberation (half), clipping (a third) and, for half, a codec.

    Codecs run on batches of clips joined by silence: starting a process for each clip takes far longer.
    """
    batch = []

    def finish():
        name = rng.choice(list(CODECS), p=[0.4, 0.3, 0.15, 0.15])
        gap = np.zeros(RATE // 5, np.float32)
        joined = np.concatenate([part for _, y in batch for part in (y, gap)])
        joined = codec(joined, *CODECS[name](rng)) if rng.random() < 0.55 else joined
        position = 0
        for number, y in batch:
            yield number, joined[position:position + len(y)]
            position += len(y) + len(gap)
        batch.clear()

    order = rng.permutation(len(np.load(os.path.join(cache, "index.npz"))["start"]))
    index = np.load(os.path.join(cache, "index.npz"))
    wave = np.memmap(os.path.join(cache, "wave.i16"), "<i2", "r")
    for number in order:
        s, n = index["wave_start"][number], index["wave_length"][number]
        if n < 800:
            continue
        y = wave[s:s + n].astype(np.float32) / 32768
        if rng.random() < 0.5:
            y = fftconvolve(y, room(rng, 0.2, 1.2, -3, 12))[:n]
        peak = np.abs(y).max() + 1e-6
        y = y / peak * 0.7
        if rng.random() < 0.35:
            y = np.clip(y * 10 ** (rng.uniform(6, 20) / 20), -0.7, 0.7)
        batch.append((number, y.astype(np.float32)))
        if sum(len(y) for _, y in batch) > 120 * RATE:
            yield from finish()
    if batch:
        yield from finish()


def reverberant(cache, clips, rng):
    """Speech and a cappella in larger, wetter rooms."""
    for number, x in waves(cache):
        if clips[number].kind in ("speech", "singing") and len(x) >= 800:
            yield number, fftconvolve(x, room(rng, 0.5, 1.5, -9, 6))[:len(x)].astype(np.float32)


def build(folder, cache, bands=64):
    os.makedirs(cache, exist_ok=True)
    clips = data.load_manifest(folder)
    have = lambda name: os.path.exists(os.path.join(cache, name))
    if not have("index.npz"):
        build_waves(clips, folder, cache)
    if not have("clean.f16"):
        write_features(cache, "clean", waves(cache))
    if not have("level.f16"):
        write_levels(cache)
    if not have("reverb.f16"):
        print("reverberant speech", flush=True)
        write_features(cache, "reverb", reverberant(cache, clips, np.random.default_rng(2)))
    if not have("degraded.f16"):
        print("degraded copies", flush=True)
        write_features(cache, "degraded", degraded(cache, np.random.default_rng(1)))
    if bands != 64 and not os.path.exists(cache_file(cache, "clean", bands)):
        write_features(cache, "clean", waves(cache), bands)
    print("cache complete", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--data")
    parser.add_argument("--cache", default="cache")
    parser.add_argument("--bands", type=int, default=64, help="another number: only the plain variant is made (for experiments)")
    a = parser.parse_args()
    build(data.folder_of(a.data), a.cache, a.bands)
