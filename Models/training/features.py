"""The front end: log-mel frames and the causal level normalisation, exactly as the runtime computes them.

Frame f covers the samples hop*f ..< hop*f + window (no centring), so nothing ahead of the window is needed.
Power is scaled so that a sine of amplitude a gives a*a/2-like values at any sample rate; triangles have
peak 1 and no area normalisation.
"""
import numpy as np

FRONT_END = dict(sampleRate=16000, windowLength=400, hopLength=160, fftLength=512, bands=64,
                 lowestFrequency=60, highestFrequency=7800, floor=1e-10)
# Attack is faster than release: after quiet, a loud onset would otherwise sit above the clamp for a second.
NORMALIZATION = dict(kind="attackRelease", attackTimeConstant=0.3, releaseTimeConstant=2.0,
                     minimum=-12.0, maximum=8.0, offset=4.0, scale=3.0)
HOP_SECONDS = 0.01


def mel(frequency):
    return 1127.0 * np.log1p(np.asarray(frequency, np.float64) / 700.0)


def mel_filters(rate=16000, fft=512, bands=64, low=60.0, high=7800.0):
    """[fft/2+1, bands] triangles at the FFT bin centres: corners even in mel, sides straight in Hz, height 1."""
    edges = 700.0 * np.expm1(np.linspace(mel(low), mel(high), bands + 2) / 1127.0)
    bins = (np.arange(fft // 2 + 1) * rate / fft)[:, None]
    left, centre, right = edges[:-2], edges[1:-1], edges[2:]
    return np.maximum(0, np.minimum((bins - left) / (centre - left), (right - bins) / (right - centre)))


def geometry(rate):
    """Window, hop and FFT length at another sample rate: the same durations, rounded down to even numbers."""
    if rate == 16000:
        return 400, 160, 512
    return {44100: (1102, 441, 1440), 48000: (1200, 480, 1536)}[rate]


def log_mel(samples, rate=16000, bands=64, block=4096):
    """[frames, bands] float32 natural-log mel power of mono samples."""
    window_length, hop, fft = geometry(rate)
    frames = 1 + (len(samples) - window_length) // hop if len(samples) >= window_length else 0
    window = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(window_length) / window_length))
    filters = (mel_filters(rate, fft, bands) * 2 / window.sum() ** 2).astype(np.float32)
    window = window.astype(np.float32)
    out = np.empty((frames, bands), np.float32)
    from scipy.fft import rfft
    strided = np.lib.stride_tricks.sliding_window_view(samples, window_length)[::hop] if frames else None
    for start in range(0, frames, block):
        spectrum = rfft(strided[start:start + block].astype(np.float32) * window, fft, axis=1)
        power = spectrum.real ** 2 + spectrum.imag ** 2
        out[start:start + block] = np.log(power @ filters + 1e-10)
    return out


def hop_level(samples, hop=160):
    """Level in dBFS of each hop of samples (the silence gate works on it); full-scale square wave = 0 dB."""
    count = len(samples) // hop
    power = np.mean(np.square(samples[:count * hop].reshape(count, hop), dtype=np.float64), axis=1)
    return (10 * np.log10(power + 1e-12)).astype(np.float32)


def normalise(x, settings=NORMALIZATION):
    """Subtract a causal running level from log-mel frames [..., time, band].

    One scalar per frame: lv = ln(mean over bands of exp(x)). The running level m follows lv with the attack
    constant when lv is above it and with the release constant when below; over the first frames the
    step is never smaller than 1/(t+1), which starts it as a plain mean. The frame itself is included.
    """
    if settings["kind"] == "pcen":
        return pcen(x, settings)
    level = np.log(np.mean(np.exp(x), axis=-1))
    attack = 1 - np.exp(-HOP_SECONDS / settings.get("attackTimeConstant", settings.get("timeConstant", 2.0)))
    release = 1 - np.exp(-HOP_SECONDS / settings.get("releaseTimeConstant", settings.get("timeConstant", 2.0)))
    lv = np.ascontiguousarray(np.moveaxis(level, -1, 0))
    running = np.empty_like(lv)
    m = np.zeros(lv.shape[1:], lv.dtype)
    for t in range(len(lv)):
        start = 1.0 / (t + 1)
        d = lv[t] - m
        m = m + np.maximum(d * lv.dtype.type(max(attack, start)), d * lv.dtype.type(max(release, start)))
        running[t] = m
    running = np.moveaxis(running, 0, -1)
    y = np.clip(x - running[..., None], settings["minimum"], settings["maximum"])
    return (y + settings["offset"]) / settings["scale"]


def pcen(x, settings):
    """Per-channel energy normalisation (for comparison only): (P / (1e-9 + s)^alpha + delta)^r - delta^r."""
    power = np.ascontiguousarray(np.moveaxis(np.exp(x), -2, 0))
    a = power.dtype.type(1 - np.exp(-HOP_SECONDS / settings["timeConstant"]))
    smooth, out = power[0].copy(), np.empty_like(power)
    for t in range(len(power)):
        smooth += a * (power[t] - smooth)
        out[t] = (power[t] / (1e-9 + smooth) ** settings["alpha"] + settings["delta"]) ** settings["r"] - settings["delta"] ** settings["r"]
    return np.moveaxis(out, 0, -2)
