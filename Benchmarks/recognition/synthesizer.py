"""Renders a score without recorded instruments: no two pieces share a sound, not even that of a cymbal."""
import numpy as np
import scipy.signal

LONGEST = 6.0  # seconds of one note


class Timbre:
    """A voice of its own: partials, an envelope, vibrato, all drawn from a generator."""

    def __init__(self, rng):
        count = int(rng.integers(3, 14))
        order = np.arange(1, count + 1)
        stretch = rng.choice((0.0, 0.0, rng.uniform(0.0002, 0.002), rng.uniform(0.05, 0.25)))
        self.ratios = order * (1 + stretch * (order - 1)) * 2 ** rng.normal(0, 0.0008, count)
        self.levels = order ** -rng.uniform(0.3, 2) * rng.uniform(0.1, 1, count)
        self.plucked = rng.random() < 0.5
        self.decay = rng.uniform(0.8, 5) * (1 + rng.uniform(0, 0.6) * (order - 1))
        self.attack, self.release = 10 ** rng.uniform(-2.7, -1), 10 ** rng.uniform(-1.7, -0.4)
        self.vibrato = (rng.uniform(0, 0.006), rng.uniform(3.5, 7))
        self.breath = rng.uniform(0, 0.08)

    def note(self, pitch, seconds, rate, rng):
        seconds = min(seconds, LONGEST)
        time = np.arange(int((seconds + self.release) * rate)) / rate
        base = 440 * 2 ** ((pitch - 69) / 12)
        depth, speed = self.vibrato
        phase = 2 * np.pi * base * (time + depth / (2 * np.pi * speed) * np.sin(2 * np.pi * speed * time + rng.uniform(0, 6)))
        x = np.zeros(len(time))
        for ratio, level, decay in zip(self.ratios, self.levels, self.decay):
            if base * ratio < rate * 0.45:
                tone = level * np.sin(phase * ratio + rng.uniform(0, 6))
                x += tone * np.exp(-time * decay) if self.plucked else tone
        x += self.breath * rng.standard_normal(len(time))
        return x * np.minimum(1, time / self.attack) * np.clip((seconds + self.release - time) / self.release, 0, 1)


class Drums:
    """Kicks are falling tones, the rest bands of noise. The noise is new at each stroke."""

    def __init__(self, rng):
        self.shapes = {pitch: (10 ** rng.uniform(2.2, 3.9), rng.uniform(0.4, 1.2), rng.uniform(8, 60)) for pitch in range(20, 109)}
        self.kick = (rng.uniform(38, 70), rng.uniform(60, 260), rng.uniform(15, 45), rng.uniform(8, 22))

    def stroke(self, pitch, rate, rng):
        time = np.arange(int(0.35 * rate)) / rate
        if pitch in (36, 41, 45):
            low, fall, bend, decay = self.kick
            low *= 1 + (pitch - 36) * 0.08
            sweep = 2 * np.pi * (low * time + fall / bend * (1 - np.exp(-bend * time)))
            return np.sin(sweep) * np.exp(-decay * time) + 0.05 * rng.standard_normal(len(time)) * np.exp(-200 * time)
        centre, width, decay = self.shapes[pitch]
        edges = np.clip([centre * 2 ** -width, centre * 2 ** width], 30, rate * 0.45)
        noise = scipy.signal.sosfilt(scipy.signal.butter(2, edges, "band", fs=rate, output="sos"), rng.standard_normal(len(time)))
        return noise / (np.std(noise) + 1e-9) * np.exp(-decay * time) * 0.7


def render(score, seed, seconds, rate):
    rng = np.random.default_rng([seed, 4714])
    timbres, drums = {channel: Timbre(rng) for channel in range(3)}, Drums(rng)
    mix = {channel: rng.uniform(0.4, 1) for channel in (0, 1, 2, 9)}
    x = np.zeros(int((seconds + LONGEST + 2) * rate))
    for channel, start, length, pitch, velocity in score.notes:
        first = int(start * rate / 1000)
        if first >= seconds * rate:
            continue
        y = drums.stroke(pitch, rate, rng) if channel == 9 else timbres[channel].note(pitch, length / 1000, rate, rng)
        x[first:first + len(y)] += y * mix[channel] * (velocity / 127) ** 2
    time = np.arange(int(0.8 * rate)) / rate
    hall = rng.standard_normal(len(time)) * np.exp(-time * rng.uniform(5, 12))
    hall *= rng.uniform(0, 0.5) / np.sqrt(np.sum(hall ** 2))
    hall[0] = 1
    return scipy.signal.fftconvolve(x, hall)[:int(seconds * rate)].astype(np.float32)
