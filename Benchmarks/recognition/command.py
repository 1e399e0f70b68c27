"""The soundwatch command: makes catalogs, matches files, monitors broadcasts, listens; reads its output and its cost."""
import csv
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass

from scores import Answer
from sounds import SONG_RATE


@dataclass
class Cost:
    wall: float
    processor: float


@dataclass
class Play:
    start: float
    end: float
    song: str
    offset: float
    confidence: float


class Soundwatch:
    def __init__(self, path):
        self.path = path

    def run(self, *arguments):
        """Standard output, and what it cost. The processor time is that of this one child."""
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        done = subprocess.run([self.path, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != 0:
            message = f"soundwatch {' '.join(arguments)[:200]} ended with {done.returncode}: {done.stderr.strip()[-500:]}"
            if "," not in done.stdout:  # else it has answered, and one input was silent or too short
                raise SystemExit(message)
            print(message, file=sys.stderr)
        processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return done.stdout, Cost(time.monotonic() - start, processor)

    def create(self, paths, catalog):
        """Makes a catalog of files or folders."""
        if os.path.exists(catalog):
            os.remove(catalog)
        return self.run("catalog", "create", "--quiet", "--jobs", "1", *paths, "--output", catalog)[1]

    def signature(self, path, output):
        """Makes the signature of a file."""
        return self.run("signature", "--quiet", "--force", "--jobs", "1", path, "--output", output)[1]

    def match(self, catalog, paths):
        """The best answer of each file at the default threshold, with its confidence as score; and the cost of all."""
        answers, total = {}, Cost(0, 0)
        paths = list(paths)
        for first in range(0, len(paths), 500):
            out, cost = self.run("match", "--quiet", "--jobs", "1", "--catalog", catalog, "--format", "csv", *paths[first:first + 500])
            total = Cost(total.wall + cost.wall, total.processor + cost.processor)
            for row in csv.DictReader(out.splitlines()):
                if row["rank"] == "1":
                    answers[row["file"]] = Answer(song(row), float(row["reference_offset"]), float(row["confidence"]),
                                                  float(row["frequency_skew"] or 0), 1 + float(row["time_stretch"] or 0))
        return answers, total

    def monitor(self, catalog, *paths):
        """The play list of each file, and the cost."""
        out, cost = self.run("monitor", "--quiet", "--jobs", "1", "--catalog", catalog, "--format", "csv", *paths)
        plays = defaultdict(list)
        for row in csv.DictReader(out.splitlines()):
            plays[row["file"]].append(Play(float(row["start"]), float(row["end"]), song(row), float(row["reference_offset"] or 0),
                                           float(row["confidence"] or 0)))
        return plays, cost

    def listen(self, catalog, path):
        """The plays of a file that is heard as a live stream, and (time, song) of each when it was first told."""
        decode = ["ffmpeg", "-v", "error", "-i", path, "-ac", "1", "-ar", str(SONG_RATE), "-f", "s16le", "-"]
        command = [self.path, "listen", "--quiet", "--json", "--raw-format", f"s16le:{SONG_RATE}:1", "--catalog", catalog, "-"]
        with tempfile.TemporaryDirectory() as home, subprocess.Popen(decode, stdout=subprocess.PIPE) as sound:
            done = subprocess.run(command, stdin=sound.stdout, capture_output=True, text=True, env={**os.environ, "XDG_DATA_HOME": home})
        if done.returncode != 0:
            raise SystemExit(f"soundwatch listen ended with {done.returncode}: {done.stderr.strip()[-500:]}")
        events = [json.loads(line) for line in done.stdout.splitlines()]
        plays = [Play(e["start"], e["end"], song(e["items"][0]), e["reference_offset"], e["confidence"])
                 for e in events if e["event"] == "music"]
        return plays, [(e["time"], song(e["items"][0])) for e in events if e["event"] == "musicStarted"]


def song(row):
    """The id of a row's song: catalogs are made of files that are named so."""
    return os.path.splitext(os.path.basename(row["source"]))[0]
