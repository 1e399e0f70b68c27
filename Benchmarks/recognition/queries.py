"""Makes a set of queries: degraded excerpts of the catalog's songs, and sounds that share nothing with the catalog.

    SOUNDWATCH_DATA=FOLDER python queries.py OUT [--corpus songs|clips|composed] [--per-cell 4] [--negatives 1000] [--seed 1]

Writes OUT/queries/*.wav (16 kHz, mono), OUT/truth.csv (file,track,offset,length,degradation,level; track NONE for
negatives) and the songs to index under their ids, in OUT/catalog/ and listed in OUT/catalog.csv (id,path).
"""
import argparse
import csv
import os
import shutil
from collections import defaultdict

import numpy as np

from conditions import COMBINED, CONDITIONS, Condition, Noises, degraded, mixed, source_seconds
from corpus import corpus
from sounds import RATE, SONG_RATE, decode, rms, write

LENGTHS = (3, 5, 10, 15)
NEGATIVE_CONDITIONS = [Condition("clean")] * 4 + [Condition("environment", "5"), Condition("room", "0.5 s, babble 5"),
                                                  Condition("speed", "+2"), Condition("mp3", "32k")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--corpus", default="songs")
    parser.add_argument("--data", default=os.environ.get("SOUNDWATCH_DATA"))
    parser.add_argument("--per-cell", type=int, default=4)
    parser.add_argument("--negatives", type=int, default=1000)
    parser.add_argument("--catalog", type=int, help="how many songs are indexed at most")
    parser.add_argument("--seed", type=int, default=1)
    a = parser.parse_args()
    make(corpus(a.corpus, a.data, os.path.join(a.out, "pieces"), a.seed, a.catalog), a.out, a.per_cell, a.negatives, a.seed)


def make(sounds, out, per_cell, negatives, seed):
    """The set of one corpus. Every query has a generator of its own, so that sets of any size agree in what they share."""
    os.makedirs(os.path.join(out, "queries"), exist_ok=True)
    _copy_catalog(sounds, os.path.join(out, "catalog"))
    truth = _positives(sounds, out, per_cell, seed) + _negatives(sounds, out, negatives, seed)
    with open(os.path.join(out, "truth.csv"), "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow("file track offset length degradation level".split())
        writer.writerows(truth)
    with open(os.path.join(out, "catalog.csv"), "w", newline="") as file:
        folder = os.path.abspath(os.path.join(out, "catalog"))
        csv.writer(file).writerows([("id", "path")] + [(os.path.splitext(n)[0], os.path.join(folder, n)) for n in sorted(os.listdir(folder))])
    return truth


def _copy_catalog(sounds, folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for song in sounds.catalog:
        path = os.path.join(folder, song.id + os.path.splitext(song.path)[1])
        try:
            os.link(song.path, path)
        except OSError:
            shutil.copy(song.path, path)


def _excerpt(x, seconds, needed, rng):
    """The start in seconds of an excerpt that is nowhere silent, or none."""
    room = len(x) / SONG_RATE - needed - 0.5
    for _ in range(40 if room > 0.5 else 0):
        start = round(float(rng.uniform(0.5, 0.5 + room)), 3)
        part = x[int(start * SONG_RATE):int((start + seconds) * SONG_RATE)]
        loud = [rms(part[i:i + SONG_RATE]) for i in range(0, len(part) - SONG_RATE // 2, SONG_RATE)]
        if rms(part) > 0.004 and min(loud) > 0.0015:
            return start
    return None


def _take(plan, songs, sounds, out, seed):
    """Queries for (number, seconds, condition): each song is decoded once. Yields the number, its song and its start."""
    waiting, tries = plan, 0
    while waiting and tries < 20:
        by_song, again = defaultdict(list), []
        for entry in waiting:
            pick = np.random.default_rng([seed, 30, entry[0], tries])
            by_song[int(pick.integers(len(songs)))].append(entry)
        for index, entries in sorted(by_song.items()):
            x = decode(songs[index].path)
            for number, seconds, condition in entries:
                rng = np.random.default_rng([seed, 31, number, tries])
                needed = source_seconds(condition, seconds)
                start = _excerpt(x, seconds, needed, rng)
                if start is None:
                    again.append((number, seconds, condition))
                    continue
                first = int(round(start * SONG_RATE))
                part = x[first:first + int(needed * SONG_RATE)]
                noises = Noises(sounds.voices, sounds.sounds, rng)
                write(os.path.join(out, "queries", name(number)), degraded(part, condition, seconds, noises, rng))
                yield number, songs[index], start
        waiting, tries = again, tries + 1


def name(number):
    return f"q{number:05d}.wav"


def _positives(sounds, out, per_cell, seed):
    cells = [(seconds, condition) for seconds in LENGTHS for condition in CONDITIONS + COMBINED]
    plan = [(cell * 100 + i, *cells[cell]) for cell in range(len(cells)) for i in range(per_cell)]
    found = {number: (song, start) for number, song, start in _take(plan, sounds.catalog, sounds, out, seed)}
    return [[name(number), found[number][0].id, f"{found[number][1]:.3f}", seconds, condition.kind, condition.level]
            for number, seconds, condition in plan if number in found]


def _negatives(sounds, out, count, seed):
    """Six tenths music that is not indexed, the rest voices, other sounds, and voices over such music."""
    first, plan, truth = 50000, [], []
    for i in range(count):
        number, seconds = first + i, LENGTHS[i % 4]
        rng = np.random.default_rng([seed, 32, number])
        noises = Noises(sounds.voices, sounds.sounds, rng)
        kind = i // 4 % 10
        if kind < 6 or kind == 9:
            plan.append((number, seconds, NEGATIVE_CONDITIONS[i // 40 % len(NEGATIVE_CONDITIONS)], kind == 9))
            continue
        level = ("voice", "environment", "babble")[kind - 6]
        x = getattr(noises, level)(seconds * RATE)
        write(os.path.join(out, "queries", name(number)), x / rms(x) * 0.1)
        truth.append([name(number), "NONE", "", seconds, "no music", level])
    songs = [song for song in sounds.others if song.seconds > 17.5]
    talked = {number for number, *_, over in plan if over}
    for number, song, _ in _take([entry[:3] for entry in plan], songs, sounds, out, seed):
        seconds, condition = next(entry[1:3] for entry in plan if entry[0] == number)
        if number in talked:
            path = os.path.join(out, "queries", name(number))
            rng = np.random.default_rng([seed, 33, number])
            write(path, mixed(decode(path, RATE), Noises(sounds.voices, sounds.sounds, rng).voice(seconds * RATE), 6))
        label = "music under a voice" if number in talked else "music"
        label += f", {song.relation}" if song.relation else ""
        truth.append([name(number), "NONE", "", seconds, label, f"{condition.name} of {song.id}"])
    return sorted(truth)


if __name__ == "__main__":
    main()
