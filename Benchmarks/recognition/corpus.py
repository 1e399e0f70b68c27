"""Where songs, voices and other sounds come from: recordings in SOUNDWATCH_DATA, or seeds.

Three corpora. `songs`: the songs of the data (songs.csv). `clips`: recordings of music and singing of 18 s and more
from sources that have no song among these. `composed`: pieces of compose.py, voices of espeak-ng, made noises.
"""
import csv
import os
from dataclasses import dataclass, replace

import numpy as np

import compose
from sounds import RATE, SONG_RATE, decode, rms, write


@dataclass(frozen=True)
class Song:
    id: str
    path: str
    seconds: float
    recording: str = ""
    source: str = ""
    relation: str = ""  # to the catalog: what a negative may have in common with it


@dataclass
class Corpus:
    name: str
    catalog: list  # songs that are indexed
    others: list  # songs that are not
    voices: list  # samples at RATE
    sounds: list


def corpus(name, data, folder, seed=1, catalog=None):
    """The corpus of a name. One song in five stays outside the catalog; `folder` takes what has to be made."""
    if name != "composed" and not data:
        raise SystemExit(f"The corpus {name} needs a folder of recordings in SOUNDWATCH_DATA.")
    rng = np.random.default_rng([seed, 10])
    if name == "composed":
        songs, others = _pieces(folder, seed, catalog or 40)
        voices = [compose.voice(seed * 1000 + n, RATE) for n in range(24)]
        sounds = [compose.noise(seed * 1000 + n, RATE) for n in range(40)]
        return Corpus(name, songs, others, voices, sounds)
    songs = _songs(data) if name == "songs" else _clips(data)
    order = [songs[i] for i in rng.permutation(len(songs))]
    outside = len(order) // 5
    inside = sorted(order[outside:][:catalog], key=lambda song: song.id)
    recordings, sources = {song.recording for song in order}, {song.source for song in inside}
    others = order[:outside] + [clip for clip in _clips(data, every=True) if clip.recording not in recordings]
    others = [replace(song, relation="the same source") if song.source in sources else song for song in others]
    return Corpus(name, inside, others, _pool(data, "speech", 60, rng), _pool(data, "noise", 150, rng))


def rows(data, *classes):
    with open(os.path.join(data, "manifest.csv"), newline="") as file:
        return [row for row in csv.DictReader(file) if row["class"] in classes]


def _song(data, row):
    base = os.path.splitext(os.path.basename(row["path"]))[0]
    return Song(base, os.path.join(data, row["path"]), float(row["seconds"]), row["recording_id"], row["source_repo"])


def _songs(data):
    return [_song(data, row) for row in rows(data, "song")]


def _clips(data, every=False):
    """One clip of each recording of music or singing, from sources without songs unless all are wanted."""
    of_songs = {row["source_repo"] for row in rows(data, "song")}
    found = {}
    for row in rows(data, "music", "singing"):
        if float(row["seconds"]) >= 18 and (every or row["source_repo"] not in of_songs):
            found.setdefault(row["recording_id"], _song(data, row))
    return list(found.values())


def _pool(data, label, count, rng):
    chosen = [row for row in rows(data, label) if "silence" not in row["subclass"]]
    sounds = (decode(os.path.join(data, chosen[i]["path"]), RATE) for i in rng.permutation(len(chosen))[:count])
    return [x for x in sounds if len(x) > RATE // 2 and rms(x) > 1e-4]


def _pieces(folder, seed, count):
    """`count` pieces for the catalog, half as many that stay outside, and a few of these on the catalog's instruments."""
    os.makedirs(folder, exist_ok=True)
    made, styles = [], list(compose.STYLES)
    for number in range(count + count // 2 + count // 8):
        style, own, sampled = styles[number % len(styles)], seed * 10000 + number, not count <= number < count + count // 2
        name, seconds = f"{style}-{own}" if sampled else f"{style}-synthesized-{own}", 60 + number % 5 * 10
        path = os.path.join(folder, name + ".wav")
        if not os.path.exists(path):
            write(path, compose.piece(own, seconds, style, sampled=sampled), SONG_RATE)
        made.append(Song(name, path, seconds, f"composed:{own}", relation="the same instruments" if sampled and number >= count else ""))
    return made[:count], made[count:]
