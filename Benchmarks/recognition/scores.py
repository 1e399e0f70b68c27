"""Truth, answers, and how they are counted."""
import csv
import os
from dataclasses import dataclass

import numpy as np

from conditions import Condition
from sounds import decode

# What lab-like sets call the conditions.
OTHER_NAMES = {"env": "environment", "phone": "telephone", "reverb": "reverberation", "eq": "equalizer"}


@dataclass(frozen=True)
class Answer:
    song: str
    offset: float
    score: float
    skew: float = 0.0
    stretch: float = 1.0


@dataclass(frozen=True)
class Query:
    path: str
    song: str | None  # none: nothing of the catalog is in it
    offset: float
    seconds: int
    kind: str
    level: str

    @property
    def condition(self):
        return Condition(self.kind, self.level)

    @property
    def skewed(self):
        return self.kind in ("speed", "tempo", "pitch", "noisy speed")


@dataclass
class QuerySet:
    folder: str
    songs: dict  # paths by id
    queries: list

    @property
    def positives(self):
        return [q for q in self.queries if q.song]

    @property
    def negatives(self):
        return [q for q in self.queries if not q.song]


def load_set(folder):
    """A set that queries.py made, or another of the same columns."""
    queries = []
    with open(os.path.join(folder, "truth.csv"), newline="") as file:
        for row in csv.DictReader(file):
            song = None if row["track"] == "NONE" else row["track"]
            kind = OTHER_NAMES.get(row["degradation"], row["degradation"])
            queries.append(Query(os.path.join(folder, "queries", row["file"]), song, float(row["offset"] or 0),
                                 int(row["length"]), kind, row["level"]))
    with open(os.path.join(folder, "catalog.csv"), newline="") as file:
        return QuerySet(folder, {row["id"]: row["path"] for row in csv.DictReader(file)}, queries)


def threshold(data, answers, share=0.01):
    """The lowest score that at most this share of the negatives exceeds."""
    scores = sorted((answers[q.path].score for q in data.negatives if answers.get(q.path)), reverse=True)
    allowed = int(share * len(data.negatives))
    return scores[allowed] if len(scores) > allowed else float("-inf")


def accepted(answers, above):
    return {path: answer for path, answer in answers.items() if answer and answer.score > above}


def right(query, answers):
    answer = answers.get(query.path)
    return answer is not None and answer.song == query.song


def recall(queries, answers):
    return 100 * np.mean([right(q, answers) for q in queries]) if queries else float("nan")


def false_positives(data, answers):
    return [q for q in data.negatives if answers.get(q.path)]


def wrong(data, answers):
    return [q for q in data.positives if answers.get(q.path) and not right(q, answers)]


def by_rows(queries, key):
    """Queries grouped, in order of appearance."""
    groups = {}
    for query in queries:
        groups.setdefault(key(query), []).append(query)
    return groups


class Spectra:
    """Tells whether two places of a song sound the same, to set exact repeats aside when offsets are judged."""

    def __init__(self, songs):
        self.songs, self.last = songs, (None, None)

    def _at(self, song, start, seconds):
        if self.last[0] != song:
            self.last = (song, decode(self.songs[song], 8000))
        x = self.last[1][max(0, int(start * 8000)):int((start + seconds) * 8000)]
        if len(x) < 8000:
            return None
        frames = np.lib.stride_tricks.sliding_window_view(x, 512)[::128]
        logs = np.log(np.abs(np.fft.rfft(frames * np.hanning(512), axis=1))[:, 2:200] + 1e-3)
        return logs - logs.mean(axis=0)

    def repeated(self, song, first, second, seconds):
        a = self._at(song, first, seconds)
        if a is None:
            return False
        best = 0.0
        for shift in np.arange(-0.048, 0.049, 0.016):  # where the repeat is not quite on the frame
            b = self._at(song, second + shift, seconds)
            if b is None:
                continue
            n = min(len(a), len(b))
            best = max(best, float(np.sum(a[:n] * b[:n]) / np.sqrt(np.sum(a[:n] ** 2) * np.sum(b[:n] ** 2) + 1e-9)))
        return best > 0.5  # places of one song that have nothing in common stay below 0.3


def offset_errors(data, answers, spectra):
    """Errors in seconds of right answers, and how many were set aside because the song repeats itself there."""
    errors, aside = [], 0
    for q in sorted((q for q in data.positives if right(q, answers)), key=lambda q: q.song):
        error = abs(answers[q.path].offset - q.offset)
        if error > 0.25 and spectra.repeated(q.song, q.offset, answers[q.path].offset, q.seconds):
            aside += 1
        else:
            errors.append(error)
    return np.array(errors), aside


def skew_errors(data, answers):
    """Relative errors of frequency and of speed, in per cent, of right answers."""
    found = [(answers[q.path], q.condition.factors) for q in data.positives if right(q, answers)]
    pitch = np.array([abs((1 + a.skew) / true[0] - 1) * 100 for a, true in found])
    speed = np.array([abs(a.stretch / true[1] - 1) * 100 for a, true in found])
    return pitch, speed


def peer_summary(data, result):
    answers = accepted(result.answers, threshold(data, result.answers))
    parts = [f"{recall([q for q in data.positives if q.seconds == s], answers):.0f}" for s in (3, 5, 10, 15)]
    return (f"all {recall(data.positives, answers):.1f} %, by length {' / '.join(parts)}, "
            f"false {len(false_positives(data, answers))} of {len(data.negatives)}, wrong {len(wrong(data, answers))}, "
            f"index {result.index_seconds:.1f} s {result.index_bytes} bytes, "
            f"query {1000 * result.query_seconds / len(data.queries):.0f} ms")
