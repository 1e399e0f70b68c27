"""Samples in and out: decoding, writing, levels, and effects of sox and ffmpeg through pipes."""
import subprocess
import tempfile

import numpy as np
import scipy.signal
import soundfile

RATE = 16000  # of queries
SONG_RATE = 44100  # of songs before anything happens to them


def run(command, data=None):
    return subprocess.run(command, input=data, capture_output=True, check=True).stdout


def decode(path, rate=SONG_RATE, start=None, seconds=None):
    """One channel of a file, or of a part of it."""
    command = ["ffmpeg", "-v", "error"]
    command += ["-ss", f"{start:.6f}"] if start else []
    command += ["-i", path] + (["-t", f"{seconds:.6f}"] if seconds else [])
    return np.frombuffer(run(command + ["-ac", "1", "-ar", str(rate), "-f", "f32le", "-"]), np.float32)


def resampled(x, source, target=RATE):
    if source == target:
        return x
    common = np.gcd(source, target)
    return scipy.signal.resample_poly(x, target // common, source // common).astype(np.float32)


def sox(x, rate, *effects, result_rate=None):
    """x after effects. Floats all the way, with headroom, so that nothing clips."""
    result_rate = result_rate or rate
    form = ["-t", "f32", "-c", "1"]
    tail = ["rate", "-v", str(result_rate)] if result_rate != rate else []
    command = ["sox", "-D", "-R", *form, "-r", str(rate), "-", *form, "-r", str(result_rate), "-", *effects, *tail]
    return np.frombuffer(run(command, (x * 0.5).astype(np.float32).tobytes()), np.float32) * 2


def coded(x, rate, container, *options):
    """x through an encoder and back, at RATE. In a file: only there an mp3 can say how long its encoder's delay is."""
    raw = ["-f", "f32le", "-ar", str(rate), "-ac", "1"]
    with tempfile.NamedTemporaryFile(suffix="." + container) as file:
        data = np.clip(x, -1, 1).astype(np.float32).tobytes()
        run(["ffmpeg", "-v", "error", "-y", *raw, "-i", "pipe:0", *options, "-f", container, file.name], data)
        return decode(file.name, RATE)


def rms(x):
    return float(np.sqrt(np.mean(np.square(x, dtype=np.float64)))) + 1e-12


def fitted(x, length):
    """x cut, or continued with zeros, to a length."""
    return x[:length] if len(x) >= length else np.concatenate([x, np.zeros(length - len(x), np.float32)])


def write(path, x, rate=RATE):
    peak = float(np.abs(x).max()) if len(x) else 0
    soundfile.write(path, x / peak * 0.95 if peak > 0.99 else x, rate, subtype="PCM_16")
