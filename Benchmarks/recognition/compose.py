"""Music, voices and noises from nothing but seeds, for machines without a corpus of recordings.

Tempo, velocities, rhythms and lateness are drawn for each piece and each note, so two seeds share no stretch of sound.
Pieces on a sound font's instruments do share recorded notes, and a cymbal that rings for two seconds is enough for a
fingerprint: as negatives for each other they are played by the synthesizer.
"""
import os
import struct
import subprocess
import tempfile

import numpy as np
import scipy.signal

import synthesizer
from sounds import SONG_RATE, decode, rms

SOUND_FONTS = ("/usr/share/sounds/sf2/FluidR3_GM.sf2", "/usr/share/sounds/sf2/default-GM.sf2", "/usr/share/soundfonts/default.sf2")
SCALES = {"major": (0, 2, 4, 5, 7, 9, 11), "minor": (0, 2, 3, 5, 7, 8, 10), "dorian": (0, 2, 3, 5, 7, 9, 10),
          "pentatonic": (0, 2, 4, 7, 9), "harmonic minor": (0, 2, 3, 5, 7, 8, 11)}
# Beats a minute; General MIDI programs of the melody, chords and bass; drums; how many melody notes a beat.
STYLES = {"pop": ((85, 130), (73, 80, 11, 25, 52), (0, 4, 24, 88), (33, 34), 1.0, 1.2),
          "techno": ((120, 150), (80, 81, 84, 87), (89, 90, 50), (38, 39), 1.0, 2.0),
          "piano": ((60, 120), (0, 1), (0, 1), (), 0.0, 1.6), "guitar": ((70, 120), (24, 25, 105), (24, 25), (32,), 0.15, 1.5),
          "orchestra": ((55, 120), (40, 71, 68, 60, 73), (48, 49, 46), (42, 43), 0.2, 1.0),
          "jazz": ((90, 190), (65, 66, 56, 11, 26), (0, 26), (32,), 0.9, 1.5), "ambient": ((45, 80), (88, 91, 98, 14), (89, 92, 95), (38, 43), 0.1, 0.4),
          "rock": ((100, 165), (30, 29, 62), (27, 29, 18), (33, 34), 1.0, 1.3), "choir": ((50, 90), (52, 53, 54), (19, 52), (43,), 0.0, 0.7),
          "chip": ((110, 170), (80, 81, 79), (80, 82), (38, 87), 0.8, 2.5), "folk": ((80, 150), (22, 110, 105, 75), (21, 24, 15), (32,), 0.4, 1.8),
          "bells": ((60, 120), (9, 10, 12, 13, 108), (8, 46, 11), (), 0.2, 1.3)}


class Score:
    """Notes (channel, start, length, pitch, velocity) with times in milliseconds, and what plays them."""

    def __init__(self):
        self.notes, self.programs, self.volumes = [], {}, {}

    def note(self, channel, start, length, pitch, velocity):
        self.notes.append((channel, max(0, int(start)), max(30, int(length)), int(np.clip(pitch, 20, 108)), int(np.clip(velocity, 20, 120))))

    def midi(self):
        """A MIDI file of format 0, where a tick is a millisecond."""
        events = [(0, 0, bytes((0xC0 | channel, program))) for channel, program in self.programs.items()]
        events += [(0, 1, bytes((0xB0 | channel, 7, volume))) for channel, volume in self.volumes.items()]
        for channel, start, length, pitch, velocity in self.notes:
            events += [(start, 3, bytes((0x90 | channel, pitch, velocity))), (start + length, 2, bytes((0x80 | channel, pitch, 0)))]
        track, last = bytearray(), 0
        for time, _, event in sorted(events):
            track += _variable(time - last) + event
            last = time
        track += b"\x00\xff\x2f\x00"
        return b"MThd" + struct.pack(">IHHH", 6, 0, 1, 500) + b"MTrk" + struct.pack(">I", len(track)) + bytes(track)


def _variable(number):
    parts = [number & 0x7F]
    while number := number >> 7:
        parts.append(number & 0x7F | 0x80)
    return bytes(reversed(parts))


def score(seed, seconds, style=None):
    """A piece with sections that come back varied, as songs have them."""
    rng = np.random.default_rng([seed, 4711])
    style = style or str(rng.choice(list(STYLES)))
    tempi, melodies, chords, basses, drums, density = STYLES[style]
    beat = 60000 / rng.uniform(*tempi)
    scale = SCALES[str(rng.choice(list(SCALES)))]
    key, beats = int(rng.integers(48, 60)), int(rng.choice((4, 4, 4, 3)))
    made = Score()
    for channel, programs in enumerate((melodies, chords, basses)):
        if programs:
            made.programs[channel], made.volumes[channel] = int(rng.choice(programs)), int(rng.integers(75, 115))
    made.programs[9], made.volumes[9] = int(rng.choice((0, 8, 16, 24, 25, 32, 40))), int(rng.integers(70, 110))
    sections = {name: _section(rng, scale, beats, drums, density) for name in "ABC"}
    form, at, bar = str(rng.choice(("AABACABB", "ABABCAB", "AABBCCAA"))), 0.0, 0
    while at < seconds * 1000:
        section = sections[form[bar // 4 % len(form)]]
        _play(made, rng, section[bar % 4], at, beat, beats, key, scale, bool(basses))
        at += beats * beat
        bar += 1
    return made, style


def _section(rng, scale, beats, drums, density):
    """Four bars: a chord, a motif, a rhythm of the accompaniment, and drums each."""
    degrees, bars = rng.integers(0, len(scale), 4), []
    groove = [(rng.integers(0, beats * 4) / 4, int(rng.choice((36, 38, 42, 46, 41, 45, 49, 51, 54, 56, 70))))
              for _ in range(int(drums * rng.uniform(1.5, 3.5) * beats))]
    groove += [(b, 36 if b % 2 == 0 else 38) for b in range(beats)] if drums > rng.uniform(0, 1) else []
    pattern = sorted(set(rng.integers(0, beats * 2, int(rng.integers(1, beats * 2))) / 2))
    for degree in degrees:
        count = max(1, rng.poisson(density * beats))
        starts = sorted(set(rng.integers(0, beats * 4, count) / 4))
        steps = np.cumsum(rng.integers(-3, 4, len(starts))) + int(rng.integers(5, 10))
        bars.append((int(degree), list(zip(starts, steps)), pattern, groove))
    return bars


def _play(made, rng, bar, at, beat, beats, key, scale, has_bass):
    degree, motif, pattern, groove = bar
    pitch = lambda step: key + 12 * (step // len(scale)) + scale[step % len(scale)]
    late = lambda: rng.normal(0, 9)
    for number, (start, step) in enumerate(motif):
        end = motif[number + 1][0] if number + 1 < len(motif) else beats
        if rng.random() < 0.08:  # a wrong note, or an ornament: bars that come back are never quite the same
            step += int(rng.integers(-2, 3))
        made.note(0, at + start * beat + late(), (end - start) * beat * rng.uniform(0.6, 1), pitch(degree + int(step)), rng.normal(92, 12))
    for start in pattern or [0]:
        for third in (0, 2, 4, 6)[:int(rng.integers(3, 5))]:
            made.note(1, at + start * beat + late(), beat * rng.uniform(0.5, 1.6), pitch(degree + third), rng.normal(74, 10))
    if has_bass:
        for start in (0, *[s for s in pattern if rng.random() < 0.5]):
            made.note(2, at + start * beat + late(), beat * rng.uniform(0.4, 0.95), pitch(degree) - 24, rng.normal(95, 8))
    for start, drum in groove:
        if rng.random() < 0.93:
            made.note(9, at + start * beat + rng.normal(0, 5), 80, drum, rng.normal(88, 14))


def piece(seed, seconds, style=None, rate=SONG_RATE, sampled=True):
    """The samples of a piece, played on a sound font's instruments or by a synthesizer that shares none."""
    made, _ = score(seed, seconds, style)
    x = _played(made, rate)[:int(seconds * rate)] if sampled else synthesizer.render(made, seed, seconds, rate)
    return x / max(rms(x) / 0.1, np.abs(x).max() / 0.95)


def _played(made, rate):
    font = next((path for path in SOUND_FONTS if os.path.exists(path)), None)
    if font is None:
        raise SystemExit("fluidsynth needs a General MIDI sound font: install fluid-soundfont-gm.")
    with tempfile.TemporaryDirectory() as folder:
        midi, sound = os.path.join(folder, "piece.mid"), os.path.join(folder, "piece.wav")
        with open(midi, "wb") as file:
            file.write(made.midi())
        subprocess.run(["fluidsynth", "-ni", "-q", "-g", "0.5", "-r", "44100", "-F", sound, font, midi], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return decode(sound, rate)


SYLLABLES = "ba ta no mi sel dor win a ke li run tas ven or pel gra sho mun ti ver con de per la stri ond ing er al us".split()
ACCENTS = ("en-us", "en-gb", "en-gb-scotland", "de", "fr-fr", "es", "it", "pl", "sv", "pt-br", "nl")


def voice(seed, rate):
    """A voice that talks nonsense for some ten seconds."""
    rng = np.random.default_rng([seed, 4712])
    words = ["".join(rng.choice(SYLLABLES, int(rng.integers(1, 5)))) for _ in range(int(rng.integers(14, 30)))]
    options = ["-v", str(rng.choice(ACCENTS)) + str(rng.choice(("", "+f2", "+f4", "+m2", "+m5", "+m7"))),
               "-s", str(int(rng.integers(120, 200))), "-p", str(int(rng.integers(20, 80)))]
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        subprocess.run(["espeak-ng", *options, "-w", file.name, " ".join(words) + "."], check=True)
        return decode(file.name, rate)


def noise(seed, rate, seconds=8):
    """Wind, engines, hail, hum, hiss: filtered noise, modulated, with and without knocks."""
    rng = np.random.default_rng([seed, 4713])
    length = int(seconds * rate)
    spectrum = np.fft.rfft(rng.standard_normal(length))
    f = np.maximum(np.fft.rfftfreq(length, 1 / rate), 20)
    centre, width = 10 ** rng.uniform(2, 3.7), rng.uniform(0.3, 2)
    shape = f ** -rng.uniform(0, 1) * (0.1 + np.exp(-(np.log2(f / centre) / width) ** 2))
    x, time = np.fft.irfft(spectrum * shape, length), np.arange(length) / rate
    x /= rms(x)
    x *= 1 + 0.8 * np.sin(2 * np.pi * rng.uniform(0.1, 20) * time + rng.uniform(0, 6))
    if rng.random() < 0.4:
        tone = rng.uniform(40, 400)
        x += sum(rng.uniform(0, 1) / n * np.sin(2 * np.pi * n * tone * time + rng.uniform(0, 6)) for n in range(1, 12))
    if rng.random() < 0.5:
        knocks = np.zeros(length)
        knocks[rng.integers(0, length, int(rng.uniform(1, 40) * seconds))] = rng.uniform(0.5, 3)
        decay = np.exp(-time[:rate // 10] * rng.uniform(20, 300)) * rng.standard_normal(rate // 10)
        x += scipy.signal.fftconvolve(knocks, decay)[:length]
    return (x / rms(x) * 0.05).astype(np.float32)
