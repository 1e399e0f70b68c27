"""Other fingerprinters on the same queries, as far as they install from Debian and PyPI.

    python peers.py SET [--peers chromaprint,audfprint,...]

chromaprint: Debian's fpcalc, with a matcher in the manner of AcoustID (words, then bit errors at the offset).
audfprint, audfprint dense: audfprint2 of PyPI, at its defaults and with 70 hashes a second and a fan-out of 8.
dejavu: the fingerprints of PyAudioFingerprint, the most frequent offset wins; a table in memory instead of SQL.
shazam: peaks of shazamio_core, which makes the signatures that Shazam's service takes; that service's matcher is not
public, so pairs of peaks vote here.
"""
import argparse
import asyncio
import base64
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass

import numpy as np

from scores import Answer, load_set, peer_summary
from sounds import decode

# Asked for and not found in either registry, so not measured here.
MISSING = ("Olaf (C and Zig, no package)", "Panako (Java, no package)", "qfp (PyPI, wants Python before 3.11)",
           "soundfingerprinting (.NET, no package)")


def processor_time():
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in usage)


class Postings:
    """Sorted keys with track and time, and the vote over (track, offset)."""

    def __init__(self, tracks):
        """tracks: for each its keys and their times in frames."""
        keys = np.concatenate([k for k, _ in tracks])
        order = np.argsort(keys, kind="stable")
        self.keys = keys[order]
        self.tracks = np.repeat(np.arange(len(tracks), dtype=np.uint32), [len(k) for k, _ in tracks])[order]
        self.times = np.concatenate([t for _, t in tracks]).astype(np.int64)[order]

    @property
    def bytes(self):
        return len(self.keys) * 16  # key 8, track 4, time 4

    def best(self, keys, times, width, count=1):
        """The (track, offset, votes) with the most votes; offsets in steps of `width` frames, with their neighbour."""
        first, last = np.searchsorted(self.keys, keys, "left"), np.searchsorted(self.keys, keys, "right")
        sizes = last - first
        if sizes.sum() == 0:
            return []
        places = np.repeat(first - np.concatenate(([0], np.cumsum(sizes)[:-1])), sizes) + np.arange(sizes.sum())
        offsets = self.times[places] - np.repeat(np.asarray(times, np.int64), sizes)
        bins, votes = np.unique(self.tracks[places].astype(np.int64) << 32 | (offsets // width + (1 << 30)), return_counts=True)
        if width > 1:
            votes = votes + np.where(np.append(np.diff(bins) == 1, False), np.append(votes[1:], 0), 0)
        top = np.argsort(-votes, kind="stable")[:count]
        return [(int(bins[i] >> 32), float(((bins[i] & 0xFFFFFFFF) - (1 << 30) + (0.5 if width > 1 else 0)) * width), int(votes[i]))
                for i in top]


@dataclass
class Result:
    answers: dict
    index_seconds: float
    index_bytes: int
    query_seconds: float


class Chromaprint:
    """32 bits every 0.1238 s."""
    frame = 1365 / 11025

    def words(self, path):
        out = subprocess.run(["fpcalc", "-raw", "-json", "-length", "0", path], capture_output=True, text=True).stdout
        return np.array(json.loads(out)["fingerprint"], np.uint32) if out else np.zeros(0, np.uint32)

    def index(self, songs):
        self.names, self.fingerprints = list(songs), [self.words(path) for path in songs.values()]
        self.postings = Postings([(words.astype(np.uint64), np.arange(len(words))) for words in self.fingerprints])
        return 4 * sum(map(len, self.fingerprints))

    def query(self, path):
        words, best = self.words(path), None
        for track, offset, _ in self.postings.best(words.astype(np.uint64), np.arange(len(words)), 1, count=30):
            there, start = self.fingerprints[track], int(offset)
            first, last = max(0, -start), min(len(words), len(there) - start)
            if last - first < 3:
                continue
            errors = np.bitwise_count(words[first:last] ^ there[start + first:start + last]).mean() / 32
            score = (0.5 - errors) * np.sqrt(last - first)
            if best is None or score > best.score:
                best = Answer(self.names[track], offset * self.frame, float(score))
        return best


class Dejavu:
    frame = 2048 / 44100

    def hashes(self, path):
        from dejavu.logic.fingerprint import fingerprint
        found = fingerprint((decode(path, 44100) * 32767).astype(np.int16))
        return np.array([int(h[:16], 16) for h, _ in found], np.uint64), np.array([t for _, t in found], np.int64)

    def index(self, songs):
        self.names = list(songs)
        self.postings = Postings([self.hashes(path) for path in songs.values()])
        return self.postings.bytes

    def query(self, path):
        best = self.postings.best(*self.hashes(path), 1)
        return Answer(self.names[best[0][0]], best[0][1] * self.frame, best[0][2]) if best else None


class Shazam:
    """Peaks every 8 ms with frequencies in 1/64 of 7.8 Hz."""
    frame, fan, reach = 0.008, 8, 250

    def peaks(self, path):
        from shazamio_core import Recognizer
        async def recognize():
            return await Recognizer(segment_duration_seconds=86400).recognize_path(path)
        uri = asyncio.run(recognize()).signature.uri
        return _shazam_peaks(base64.b64decode(uri.split("base64,")[1]))

    def pairs(self, peaks, slack):
        """Pairs with the next peaks. The query tries the neighbouring cells too, for peaks move by half a cell."""
        time, frequency = peaks[:, 0].astype(np.int64), peaks[:, 1] / 64
        keys, times = [], []
        for step in range(1, self.fan + 1):
            near = np.flatnonzero((time[step:] - time[:-step] <= self.reach) & (time[step:] > time[:-step]))
            first, second, apart = frequency[near], frequency[near + step], (time[near + step] - time[near]) // 2
            for a in slack:
                for b in slack:
                    for c in ((0,) if len(slack) == 1 else (-1, 0, 1)):
                        low, high = np.floor(first + a).astype(np.uint64), np.floor(second + b).astype(np.uint64)
                        keys.append(low << np.uint64(40) | high << np.uint64(20) | np.maximum(apart + c, 0).astype(np.uint64))
                        times.append(time[near])
        keys, times = np.concatenate(keys), np.concatenate(times)
        both = np.unique(np.stack((keys, times.astype(np.uint64))), axis=1)
        return both[0], both[1].astype(np.int64)

    def index(self, songs):
        self.names = list(songs)
        self.postings = Postings([self.pairs(self.peaks(path), (0,)) for path in songs.values()])
        return self.postings.bytes

    def query(self, path):
        peaks = self.peaks(path)
        best = self.postings.best(*self.pairs(peaks, (-0.3, 0.3)), 4) if len(peaks) > 1 else []
        return Answer(self.names[best[0][0]], best[0][1] * self.frame, best[0][2]) if best else None


def _shazam_peaks(data):
    """(frame, frequency) of a signature's peaks: a header of 48 bytes and 8 more, then bands of delta-coded peaks."""
    at, peaks = 56, []
    while at + 8 <= len(data):
        size = int.from_bytes(data[at + 4:at + 8], "little")
        body, at, time, place = data[at + 8:at + 8 + size], at + 8 + size + -size % 4, 0, 0
        while place < len(body):
            if body[place] == 255:
                time = int.from_bytes(body[place + 1:place + 5], "little")
                place += 5
                continue
            time += body[place]
            peaks.append((time, int.from_bytes(body[place + 3:place + 5], "little")))
            place += 5
    return np.array(sorted(peaks), np.int64).reshape(-1, 2)


class Audfprint:
    def __init__(self, *options):
        self.options = ["-N", "1", *options]  # every vote is an answer; the threshold is ours

    def command(self, *arguments):
        line = [sys.executable, "-m", "audfprint2", "-d", self.base, *self.options, *arguments]
        return subprocess.run(line, capture_output=True, text=True, check=True).stderr  # where -v tells of matches

    def index(self, songs):
        self.folder = tempfile.TemporaryDirectory()
        self.base = os.path.join(self.folder.name, "base.pklz")
        self.names = {path: name for name, path in songs.items()}
        self.command("new", *songs.values())
        return os.path.getsize(self.base)

    def queries(self, paths):
        found = {}
        for first in range(0, len(paths), 200):
            out = self.command("-v", "match", *paths[first:first + 200])
            for match in re.finditer(r"Matched (.+?) [\d.]+ sec \d+ raw hashes as (.+?) at +(-?[\d.]+) s with +(\d+) of", out):
                found[match[1]] = Answer(self.names.get(match[2], match[2]), float(match[3]), int(match[4]))
        return found


PEERS = {"chromaprint": Chromaprint, "audfprint": Audfprint, "audfprint dense": lambda: Audfprint("-n", "70", "-F", "8"),
         "dejavu": Dejavu, "shazam": Shazam}


def measure(peer, songs, queries, keep=None):
    """songs: paths by id. queries: paths. Answers are by path, without a threshold. `keep` is a file to take them from."""
    if keep and os.path.exists(keep):
        with open(keep) as file:
            kept = json.load(file)
        answers = {path: Answer(**answer) if answer else None for path, answer in kept.pop("answers").items()}
        return Result(answers, **kept)
    start = processor_time()
    size = peer.index(songs)
    middle = processor_time()
    answers = peer.queries(queries) if hasattr(peer, "queries") else {path: peer.query(path) for path in queries}
    result = Result(answers, middle - start, size, processor_time() - middle)
    if keep:
        with open(keep, "w") as file:
            json.dump(asdict(result), file)
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("set")
    parser.add_argument("--peers", default=",".join(PEERS))
    a = parser.parse_args()
    data = load_set(a.set)
    for name in a.peers.split(","):
        result = measure(PEERS[name](), data.songs, [query.path for query in data.queries])
        print(name, peer_summary(data, result), flush=True)


if __name__ == "__main__":
    main()
