"""What happens to music before it reaches a microphone's recording: the rows of the recognition tables.

A ratio of music to noise is that of their mean powers over the excerpt, at 16 kHz.
"""
from dataclasses import dataclass

import numpy as np
import scipy.signal

from sounds import RATE, SONG_RATE, coded, fitted, resampled, rms, sox


@dataclass(frozen=True)
class Condition:
    kind: str
    level: str = ""

    @property
    def name(self):
        return f"{self.kind} {self.level}".strip()

    @property
    def factors(self):
        """How much higher and how much faster the query is than the recording."""
        amount = 1 + float(self.level) / 100 if self.kind in ("speed", "tempo", "noisy speed") else 1.0
        if self.kind == "pitch":
            return 2 ** (float(self.level) / 12), 1.0
        return (1.0 if self.kind == "tempo" else amount), amount


LEVELS = {"clean": [""], "white": ["10", "5", "0", "-5"], "environment": ["10", "5", "0"], "babble": ["10", "5", "0"],
          "mp3": ["32k"], "telephone": ["gsm", "mulaw"], "reverberation": ["0.5 s", "1.0 s"], "room": ["0.5 s, babble 5"],
          "speed": ["-5", "-3", "-2", "-1", "+1", "+2", "+3", "+5"], "tempo": ["-5", "-2", "+2", "+5"], "pitch": ["-1", "+1"],
          "equalizer": ["treble", "notches"], "gain": ["-35 dB"]}
CONDITIONS = [Condition(kind, level) for kind, levels in LEVELS.items() for level in levels]
# Beyond the conditions, reported apart.
COMBINED = [Condition("noisy speed", level) for level in ("-5", "-2", "+2", "+5")]


class Noises:
    """Endless noise of three kinds from a corpus of voices and of other sounds."""

    def __init__(self, voices, sounds, rng):
        self.voices, self.sounds, self.rng = voices, sounds, rng

    def white(self, length):
        return self.rng.standard_normal(length).astype(np.float32)

    def environment(self, length):
        return self._joined(self.sounds, length)

    def voice(self, length):
        return self._joined(self.voices, length)

    def babble(self, length, talkers=7):
        return sum(self._joined(self.voices, length) for _ in range(talkers)).astype(np.float32)

    def _joined(self, pool, length):
        """Pieces in any order at one level. A piece that is silence is passed over."""
        parts, missing = [], length
        while missing > 0:
            piece = pool[self.rng.integers(len(pool))]
            if len(piece) > missing:
                start = self.rng.integers(len(piece) - missing + 1)
                piece = piece[start:start + missing]
            if rms(piece) < 1e-4:
                continue
            parts.append(piece / rms(piece))
            missing -= len(piece)
        return np.concatenate(parts).astype(np.float32)


def mixed(x, noise, ratio):
    return x + noise * (rms(x) / rms(noise)) * 10 ** (-ratio / 20)


def band(x, low, high, order):
    return scipy.signal.sosfilt(scipy.signal.butter(order, [low, high], "band", fs=RATE, output="sos"), x).astype(np.float32)


def in_room(x, seconds, rng):
    """x in a room: direct sound, a dozen early reflections, and a tail of noise that falls by 60 dB in `seconds`."""
    time = np.arange(int(RATE * seconds * 1.25)) / RATE
    response = rng.standard_normal(len(time)) * 10 ** (-3 * time / seconds) * (time > 0.004)
    for delay in rng.uniform(0.004, 0.05, 12):
        response[int(delay * RATE)] += rng.choice((-4, 4)) * 10 ** (-3 * delay / seconds)
    # The reverberant power equals the direct one in a small room, and is twice it in a large one.
    response *= np.sqrt((1 if seconds < 0.8 else 2) / np.sum(response ** 2))
    response[0] = 1
    return scipy.signal.fftconvolve(x, response)[:len(x)].astype(np.float32)


def source_seconds(condition, seconds):
    """How much of the recording a query takes, with room for filters and coders to run out."""
    return seconds * max(condition.factors[1], 1) + 0.7


def degraded(source, condition, seconds, noises, rng):
    """A query of `seconds` at RATE from a stretch of a song at SONG_RATE."""
    length, kind, level = int(round(seconds * RATE)), condition.kind, condition.level
    pitch, speed = condition.factors
    if kind in ("speed", "noisy speed"):
        x = fitted(sox(source, SONG_RATE, "speed", repr(speed), result_rate=RATE), length)
        return x if kind == "speed" else mixed(x, noises.environment(length), 5)
    if kind == "tempo":
        return fitted(sox(source, SONG_RATE, "tempo", "-m", repr(speed), result_rate=RATE), length)
    if kind == "pitch":
        return fitted(sox(source, SONG_RATE, "pitch", str(int(level) * 100), result_rate=RATE), length)
    if kind == "mp3":
        options = ("-c:a", "libmp3lame", "-b:a", level, "-ac", "1", "-ar", "22050")
        return fitted(coded(source, SONG_RATE, "mp3", *options), length)
    x = resampled(source, SONG_RATE)
    if kind == "telephone":
        x, rate = band(x, 300, 3400, 4), ("-ac", "1", "-ar", "8000")
        through = ("gsm", "-c:a", "libgsm", *rate) if level == "gsm" else ("wav", "-c:a", "pcm_mulaw", *rate)
        return fitted(coded(x, RATE, *through), length)
    if kind == "equalizer":
        treble = ("bass", "-12", "treble", "+9", "3000")
        notches = ("equalizer", "800", "1.5q", "-18", "equalizer", "2500", "2q", "-15", "bass", "+6")
        return fitted(sox(x, RATE, *(treble if level == "treble" else notches)), length)
    x = fitted(x, length)
    if kind in ("white", "environment", "babble"):
        return mixed(x, getattr(noises, kind)(length), float(level))
    if kind == "reverberation":
        return in_room(x, float(level.split()[0]), rng)
    if kind == "room":
        return band(mixed(in_room(x, 0.5, rng), noises.babble(length), 5), 200, 6000, 2)
    return x * 10 ** (-35 / 20) if kind == "gain" else x
