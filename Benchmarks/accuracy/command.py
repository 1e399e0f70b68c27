"""Runs the soundwatch command on many files at once and reads its CSV."""
import csv
import subprocess
from collections import defaultdict

from clips import LABELS


class Command:
    def __init__(self, path, jobs=2):
        self.path, self.jobs = path, str(jobs)

    def windows(self, files, window=None, overlap=None):
        """For each file its windows: (start, end, label, five scores)."""
        options = ["--windows"]
        options += ["--window", str(window)] if window is not None else []
        options += ["--overlap", str(overlap)] if overlap is not None else []
        found = defaultdict(list)
        for row in self._rows(files, options):
            scores = [float(row[label]) for label in LABELS]
            found[row["file"]].append((float(row["start"]), float(row["end"]), row["label"], scores))
        return found

    def segments(self, files):
        """For each file its segments: (start, end, label)."""
        found = defaultdict(list)
        for row in self._rows(files, ["--segments"]):
            found[row["file"]].append((float(row["start"]), float(row["end"]), row["label"]))
        return found

    def live_segments(self, file):
        """The segments of a file that arrives through a pipe: decided as live sound is."""
        with open(file, "rb") as sound:
            out = subprocess.run([self.path, "analyze", "--quiet", "--segments", "--format", "csv", "-"],
                                 stdin=sound, capture_output=True, text=True, check=True).stdout
        return [(float(r["start"]), float(r["end"]), r["label"]) for r in csv.DictReader(out.splitlines())]

    def _rows(self, files, options):
        files = list(files)
        # A command line holds a megabyte or two; 500 paths are far from that.
        for first in range(0, len(files), 500):
            command = [self.path, "analyze", "--quiet", "--format", "csv", "--jobs", self.jobs] + options
            run = subprocess.run(command + files[first:first + 500], capture_output=True, text=True)
            if run.returncode != 0:
                print(f"soundwatch ended with status {run.returncode}: {run.stderr.strip()[:500]}")
            yield from csv.DictReader(run.stdout.splitlines())
