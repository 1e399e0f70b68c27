"""A radio programme with a true play list, and how well `soundwatch monitor` writes that list.

    python broadcast.py OUT.mp3 [--hours 1] [--corpus songs] [--seed 1] [--mixed]     writes OUT.mp3 and OUT.csv

Songs of the catalog and others, whole and cut, cross-faded, talked over, a third of them 2 to 4 % faster or slower;
between them talk, jingles, silence. An overlap counts from the middle of its fade. In a mixed programme there is noise
too, and a quarter of the songs have a voice for 10 to 25 s somewhere in their middle.
"""
import argparse
import csv
import os
import subprocess
from dataclasses import dataclass

import numpy as np

import compose
from conditions import Noises, mixed
from corpus import corpus
from sounds import RATE, SONG_RATE, decode, resampled, rms, sox

LEVEL = 0.12
KINDS = {"song": .62, "other": .12, "talk": .12, "jingle": .08, "silence": .06}
MIXED = {"song": .52, "other": .14, "talk": .12, "noise": .1, "jingle": .06, "silence": .06}


@dataclass
class Played:
    start: float
    end: float
    song: str
    offset: float  # of the song, where it starts to play
    speed: float


class Programme:
    """Pieces one after the other, each faded into the one before it; written as it goes."""

    def __init__(self, path):
        command = ["ffmpeg", "-v", "error", "-y", "-f", "f32le", "-ar", str(SONG_RATE), "-ac", "1", "-i", "-", "-b:a", "96k", path]
        self.encoder = subprocess.Popen(command, stdin=subprocess.PIPE)
        self.tail, self.written = np.zeros(0, np.float32), 0

    @property
    def seconds(self):
        return (self.written + len(self.tail)) / SONG_RATE

    def append(self, x, fade=0.0):
        """Adds a piece; gives the time at which it starts to count."""
        n = min(int(fade * SONG_RATE), len(self.tail), len(x))
        if n:
            up = np.sqrt(np.linspace(0, 1, n, dtype=np.float32))
            overlap = self.tail[-n:] * up[::-1] + x[:n] * up
            x, self.tail = np.concatenate([overlap, x[n:]]), self.tail[:-n]
        self._write(self.tail)
        self.tail = x
        return (self.written + n / 2) / SONG_RATE

    def _write(self, x):
        self.encoder.stdin.write(np.tanh(x).astype(np.float32).tobytes())
        self.written += len(x)

    def close(self):
        self._write(self.tail)
        self.encoder.stdin.close()
        if self.encoder.wait() != 0:
            raise SystemExit("ffmpeg could not write the broadcast.")


def make(sounds, path, hours, seed=1, kinds=KINDS):
    """Writes the broadcast; gives its play list."""
    rng = np.random.default_rng([seed, 50])
    noises = Noises(sounds.voices, sounds.sounds, rng)
    jingles = [compose.piece(seed * 100 + n, 4 + n, sampled=False) for n in range(3)]
    programme, played, others = Programme(path), [], [s for s in sounds.others if s.seconds > 17 and s.relation != "the same instruments"]
    previous = None
    while programme.seconds < hours * 3600:
        kind = rng.choice(list(kinds), p=list(kinds.values()))
        fade = float(rng.uniform(1, 6)) if kind in ("song", "other") and rng.random() < 0.7 else 0.0
        if kind == "song":
            song = sounds.catalog[rng.integers(len(sounds.catalog))]
            if song.id == previous:
                continue
            x, offset, speed = _song(song, rng, noises, voice_over=kinds is MIXED)
            start = programme.append(x, fade)
            if played and previous:  # the one before ends where this one begins
                played[-1].end = min(played[-1].end, start)
            late = start - (programme.seconds - len(x) / SONG_RATE)
            played.append(Played(start, programme.seconds, song.id, offset + late * speed, speed))
            previous = song.id
            continue
        start = programme.append(_filler(kind, others, jingles, rng, noises), fade)
        if played and previous:
            played[-1].end = min(played[-1].end, start)
        previous = None
    programme.close()
    return played


def _song(song, rng, noises, voice_over=False):
    """A song or a part of it, as it is played; where it starts; how fast."""
    x, offset = decode(song.path), 0.0
    if rng.random() < 0.5:
        offset = float(rng.uniform(0, 0.3)) * len(x) / SONG_RATE
        x = x[int(offset * SONG_RATE):]
    x = x[:int(max(15, rng.uniform(0.5, 1.2) * song.seconds) * SONG_RATE)]
    speed = 1.0
    if rng.random() < 1 / 3:
        speed = 1 + float(rng.choice((-1, 1)) * rng.uniform(0.02, 0.04))
        x = sox(x, SONG_RATE, "speed", repr(speed))
    x = x / rms(x) * LEVEL
    for at_end in (False, True):
        if rng.random() < 0.35:
            n = min(int(rng.uniform(4, 12) * SONG_RATE), len(x))
            x = _talked_over(x, slice(len(x) - n, None) if at_end else slice(0, n), rng, noises)
    if voice_over and rng.random() < 0.25:
        n = min(int(rng.uniform(10, 25) * SONG_RATE), len(x))
        first = int(rng.uniform(0, 1) * (len(x) - n))
        x = _talked_over(x, slice(first, first + n), rng, noises)
    return x.astype(np.float32), offset, speed


def _talked_over(x, part, rng, noises):
    """A voice 3 to 9 dB above a part of the music."""
    x = x.copy()
    ratio = -float(rng.uniform(3, 9))
    x[part] = mixed(x[part], _voice(len(x[part]), noises), ratio) * 10 ** (ratio / 30)
    return x


def _voice(length, noises):
    x = resampled(noises.voice(int(length * RATE / SONG_RATE) + RATE), RATE, SONG_RATE)
    return x[:length] / rms(x) * LEVEL


def _filler(kind, others, jingles, rng, noises):
    if kind == "talk":
        return _voice(int(rng.uniform(10, 60) * SONG_RATE), noises).astype(np.float32)
    if kind == "noise":
        x = resampled(noises.environment(int(rng.uniform(5, 30) * RATE)), RATE, SONG_RATE)
        return (x / rms(x) * LEVEL).astype(np.float32)
    if kind == "jingle":
        return jingles[rng.integers(len(jingles))].astype(np.float32)
    if kind == "silence":
        return np.zeros(int(rng.uniform(1, 6) * SONG_RATE), np.float32)
    x = decode(others[rng.integers(len(others))].path)
    return (x / rms(x) * LEVEL).astype(np.float32)


@dataclass
class Monitored:
    plays: int
    found: int
    rows: int
    false: list
    start_errors: np.ndarray
    end_errors: np.ndarray
    offset_errors: np.ndarray
    missed: list


def score(truth, rows):
    """A play is found when rows of its song cover half of it. A row is false when less than half of it is such a play."""
    covered = lambda a, b: max(0.0, min(a.end, b.end) - max(a.start, b.start))
    found, starts, ends, offsets, missed = 0, [], [], [], []
    for play in truth:
        here = sorted((r for r in rows if r.song == play.song and covered(r, play) > 0), key=lambda r: r.start)
        if sum(covered(r, play) for r in here) < (play.end - play.start) / 2:
            missed.append(play)
            continue
        found += 1
        starts.append(abs(here[0].start - play.start))
        ends.append(abs(here[-1].end - play.end))
        offsets.append(abs(here[0].offset - play.offset - (here[0].start - play.start) * play.speed))
    false = [r for r in rows if sum(covered(r, p) for p in truth if p.song == r.song) < (r.end - r.start) / 2]
    return Monitored(len(truth), found, len(rows), false, np.array(starts), np.array(ends), np.array(offsets), missed)


def write_list(path, played):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow("start end song reference_offset speed".split())
        writer.writerows([f"{p.start:.3f}", f"{p.end:.3f}", p.song, f"{p.offset:.3f}", f"{p.speed:.5f}"] for p in played)


def read_list(path):
    with open(path, newline="") as file:
        return [Played(float(r["start"]), float(r["end"]), r["song"], float(r["reference_offset"]), float(r["speed"]))
                for r in csv.DictReader(file)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--hours", type=float, default=1)
    parser.add_argument("--corpus", default="songs")
    parser.add_argument("--data", default=os.environ.get("SOUNDWATCH_DATA"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mixed", action="store_true")
    a = parser.parse_args()
    base = os.path.splitext(a.out)[0]
    write_list(base + ".csv", make(corpus(a.corpus, a.data, base + "-pieces", a.seed), a.out, a.hours, a.seed, MIXED if a.mixed else KINDS))


if __name__ == "__main__":
    main()
