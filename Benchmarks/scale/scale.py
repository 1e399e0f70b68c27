"""How a catalog on disk grows to 100,000 tracks: what a query costs and finds, memory, opening, adding.

    SOUNDWATCH_DATA=FOLDER python scale.py PROGRAM [--sizes 1000,10000,100000] [--folder FOLDER] [--plot FILE.svg]

PROGRAM is the built Benchmarks/Sources/Scale. Prints the section "Large catalogs" of RESULTS.md and draws the plot.
Queries are those of recognition/queries.py for four in five songs of the data. They lie among tracks of four minutes
made of pieces of all recordings of music there, moved by two to five semitones and 8 to 20 % faster or slower. 100,000
tracks take 12 GB in FOLDER, and as much again while segments are merged.
"""
import argparse
import csv
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "recognition"))

import corpus  # noqa: E402
import plot  # noqa: E402
import queries  # noqa: E402

SEED = 6  # no search was tuned on these queries
TARGETS = {"query": 60, "memory": 500, "opening": 100, "adding": 20}


@dataclass
class Answer:
    song: str  # or NONE
    kind: str
    found: str  # or NONE
    score: float
    processor: float
    wall: float


@dataclass
class Stage:
    """A size of the store, and what was measured there."""
    tracks: int
    postings: int
    segments: int
    bytes: int
    opening: float
    memory: float
    answers: list
    adding: list

    @property
    def positives(self):
        return [a for a in self.answers if a.song != "NONE"]

    @property
    def recall(self):
        """Of what the targets name: queries that are both noisy and faster or slower are looked at by themselves."""
        return self.recall_of([a for a in self.positives if a.kind != "noisy speed"])

    @property
    def noisy_speed(self):
        return self.recall_of([a for a in self.positives if a.kind == "noisy speed"])

    def recall_of(self, answers):
        return 100 * sum(a.song == a.found for a in answers) / len(answers)

    @property
    def wrong(self):
        return sum(a.found not in ("NONE", a.song) for a in self.answers)

    @property
    def wrong_scores(self):
        """The best scores of sounds that are not there, the highest first."""
        return sorted((a.score for a in self.answers if a.song == "NONE"), reverse=True)

    def times(self, field="processor"):
        return sorted(getattr(a, field) for a in self.answers)


def at(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def say(text):
    print(text, file=sys.stderr, flush=True)


def recordings(data):
    """A file of each recording of music."""
    found = {}
    for row in corpus.rows(data, "song", "music", "singing", "unknown"):
        if float(row["seconds"]) >= 10:
            found.setdefault(row["recording_id"], os.path.join(data, row["path"]))
    return list(found.values())


class Store:
    def __init__(self, program, folder, files):
        self.program, self.store, self.set = program, os.path.join(folder, "store"), os.path.join(folder, "set")
        self.cache, self.list = os.path.join(folder, "signatures"), os.path.join(folder, "recordings.txt")
        with open(self.list, "w") as file:
            file.write("\n".join(files))

    def run(self, verb, *rest):
        command = [self.program, verb, self.store, self.set, self.cache, *map(str, rest)]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()

    def grow(self, count):
        self.run("grow", count, self.list)

    def ask(self, *how):
        rows = self.run("ask", *how)
        *figures, threshold = [float(x) for x in rows[-1][2:].split(",")]
        answers = [Answer(r[1], r[2], r[4], float(r[5]), float(r[6]), float(r[7])) for r in csv.reader(rows[:-1])]
        for answer in answers:
            if answer.score < threshold:
                answer.found = "NONE"
        return answers, figures

    def add(self, count):
        return [float(row.split(",")[0]) for row in self.run("add", count, self.list)]

    def stage(self):
        self.ask()  # so that the pages are in the system's cache
        answers, (tracks, postings, segments, size, opening, memory) = self.ask()
        return Stage(int(tracks), int(postings), int(segments), int(size), opening, memory, answers, self.add(100))


def verdict(name, value, unit):
    return f"{value:.0f} {unit} (at most {TARGETS[name]} {unit}: {'met' if value <= TARGETS[name] else 'missed'})"


def table(stages):
    yield ("| tracks | postings | segments | size | query, median | 95 of 100 | recognized | noisy speed | wrong | best scores of others | opening | memory | adding, median | 95 of 100 |")
    yield "|" + "--:|" * 14
    for s in stages:
        yield (f"| {s.tracks:,} | {s.postings / 1e6:,.1f} million | {s.segments} | {s.bytes / 1e6:,.0f} MB | {at(s.times(), .5):.1f} ms |"
               f" {at(s.times(), .95):.1f} ms | {s.recall:.1f} % | {s.noisy_speed:.1f} % | {s.wrong} |"
               f" {', '.join(f'{x:.1f}' for x in s.wrong_scores[:3])} | {s.opening:.0f} ms | {s.memory:.0f} MB |"
               f" {at(s.adding, .5):.1f} ms | {at(s.adding, .95):.1f} ms |")


def missed(stage, first):
    """What the largest store does not find any more."""
    kinds = {}
    for before, now in zip(first.positives, stage.positives):
        if before.found == before.song != now.found:
            kinds[now.kind] = kinds.get(now.kind, 0) + 1
    return ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())) or "none"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--data", default=os.environ.get("SOUNDWATCH_DATA"))
    parser.add_argument("--sizes", default="1000,3000,10000,30000,100000")
    parser.add_argument("--folder", help="keeps the store; a temporary folder by default")
    parser.add_argument("--plot")
    a = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = a.folder or temporary
        store = Store(a.program, folder, recordings(a.data))
        if not os.path.exists(os.path.join(store.set, "truth.csv")):
            say("making queries")
            queries.make(corpus.corpus("songs", a.data, os.path.join(folder, "pieces"), SEED), store.set, 2, 100, SEED)
        stages = []
        for size in [1, *map(int, a.sizes.split(","))]:
            say(f"growing to {size} tracks")
            store.grow(size)
            stages.append(store.stage())
        say("asking with a cold cache")
        cold, _ = store.ask("cold")
    first, last = stages[0], stages[-1]
    print(f"{len(last.positives)} queries of every degradation, 3 to 15 s, of {first.tracks} songs, and {len(last.answers) - len(last.positives)} of"
          " sounds that are not there. Times of queries are processor time of their one thread, without making the signature, pages in the"
          " system's cache; opening and adding (with waiting for the disk) are wall time. `recognized` is without queries that are noisy and"
          " faster or slower at once, which have a column of their own.\n")
    print("\n".join(table(stages)))
    print(f"\nAt {last.tracks:,} tracks: query {verdict('query', at(last.times(), .95), 'ms')} in 95 of 100, memory {verdict('memory', last.memory, 'MB')},"
          f" opening {verdict('opening', last.opening, 'ms')}, adding {verdict('adding', at(last.adding, .95), 'ms')} in 95 of 100, recall"
          f" {first.recall - last.recall:.1f} points below the {first.tracks} songs alone (at most 1: {'met' if first.recall - last.recall <= 1 else 'missed'})."
          f" Lost: {missed(last, first)}.")
    walls = [a.wall for a in cold]
    print(f"\nThe same queries with nothing in the system's cache at the start, wall time: median {at(walls, .5):.0f} ms, 95 of 100 {at(walls, .95):.0f} ms,"
          f" the first {walls[0]:.0f} ms; warm {at(last.times('wall'), .5):.0f} and {at(last.times('wall'), .95):.0f} ms.")
    if a.plot:
        with open(a.plot, "w") as file:
            file.write(plot.svg(stages, TARGETS["query"], at))


if __name__ == "__main__":
    main()
