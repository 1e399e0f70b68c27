"""Lets the readers that people use read what `soundwatch analyze` writes, and compares.

Usage: check.py SOUNDWATCH SOUND

RTTM is read by pyannote, TextGrid by Praat (parselmouth) and tgt, SRT by pysrt and ffprobe, CSV and
JSON by Python. All of them must find the segments that the JSON output has.
"""

import csv
import json
import math
import shutil
import subprocess
import sys
import tempfile
import wave
from pathlib import Path

import parselmouth
import pysrt
import tgt
from pyannote.database.util import load_rttm

LABELS = ["speech", "music", "singing", "noise", "silence"]
# Names that some format has to quote, escape or replace.
NAMES = ["plain.ogg", 'a talk, "quoted".ogg', "Käse 音楽.ogg", "two\nlines.ogg"]

command = str(Path(sys.argv[1]).resolve())
sound = Path(sys.argv[2]).resolve()
checks = 0


def analyze(*arguments):
    """Runs the command and gives its output."""
    done = subprocess.run(
        [command, "analyze", "--quiet", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{arguments}: status {done.returncode}: {done.stderr}"
    return done.stdout


def expect_equal(found, wanted, what):
    """Compares rows of times and words; times may differ by a rounded millisecond."""
    global checks
    assert len(found) == len(wanted), f"{what}: {len(found)} rows instead of {len(wanted)}"
    for row, other in zip(found, wanted):
        for value, expected in zip(row, other, strict=True):
            if isinstance(expected, float):
                same = math.isclose(value, expected, abs_tol=0.0011)
            else:
                same = value == expected
            assert same, f"{what}: {row} instead of {other}"
    checks += 1


def reference(name, *arguments):
    """The segments of a file as the JSON output has them."""
    document = json.loads(analyze("-f", "json", *arguments, name))
    (file,) = document["files"]
    assert file["file"] == name and "error" not in file
    rows = [(row["start"], row["end"], row["label"]) for row in file["segments"]]
    assert rows[0][0] == file["start"] and rows[-1][1] == file["end"]
    return rows


def check_json_lines(names, wanted):
    rows = [json.loads(line) for line in analyze("-f", "jsonl", *names).splitlines()]
    found = [(row["file"], row["start"], row["end"], row["label"]) for row in rows]
    expect_equal(found, [(name, *row) for name in names for row in wanted], "jsonl")


def check_csv(names, wanted):
    lines = analyze("-f", "csv", *names).splitlines(keepends=True)
    rows = list(csv.DictReader(lines, strict=True))
    assert list(rows[0]) == ["file", "start", "end", "label", "confidence"]
    found = [(row["file"], float(row["start"]), float(row["end"]), row["label"]) for row in rows]
    expect_equal(found, [(name, *row) for name in names for row in wanted], "csv")

    lines = analyze("-f", "csv", "--windows", names[1]).splitlines(keepends=True)
    rows = list(csv.DictReader(lines, strict=True))
    assert list(rows[0]) == ["file", "start", "end", "label", *LABELS]
    assert all(0 <= float(row[label]) <= 1 for row in rows for label in LABELS)
    assert all(row["file"] == names[1] for row in rows)


def check_rttm(folder, names, wanted):
    path = folder / "all.rttm"
    path.write_text(analyze("-f", "rttm", *names))
    annotations = load_rttm(path)
    assert len(annotations) == len(names), f"rttm: {list(annotations)}"
    for name, annotation in zip(names, annotations.values()):
        found = [
            (segment.start, segment.end, label)
            for segment, _, label in annotation.itertracks(yield_label=True)
        ]
        expect_equal(found, wanted, f"rttm of {name!r} read by pyannote")


def check_text_grid(folder, name, wanted, *arguments, channels=1):
    path = folder / "one.TextGrid"
    path.write_text(analyze("-f", "textgrid", *arguments, name))
    for tier in tgt.io.read_textgrid(str(path), include_empty_intervals=True).tiers:
        found = [(float(part.start_time), float(part.end_time), part.text) for part in tier]
        expect_equal(found, wanted, "textgrid read by tgt")
    grid = parselmouth.Data.read(str(path))
    assert parselmouth.praat.call(grid, "Get number of tiers") == channels
    for tier in range(1, channels + 1):
        count = parselmouth.praat.call(grid, "Get number of intervals", tier)
        found = [
            tuple(
                parselmouth.praat.call(grid, question, tier, number)
                for question in (
                    "Get start time of interval", "Get end time of interval",
                    "Get label of interval")
            )
            for number in range(1, count + 1)
        ]
        expect_equal(found, wanted, "textgrid read by Praat")


def check_srt(folder, name, wanted):
    path = folder / "one.srt"
    path.write_text(analyze("-f", "srt", name))
    items = pysrt.open(str(path), error_handling=pysrt.ERROR_RAISE)
    assert [item.index for item in items] == list(range(1, len(items) + 1))
    found = [(item.start.ordinal / 1000, item.end.ordinal / 1000, item.text) for item in items]
    expect_equal(found, wanted, "srt read by pysrt")
    if shutil.which("ffprobe"):
        probe = subprocess.run(
            ["ffprobe", "-v", "error", "-show_packets", "-of", "json", str(path)],
            capture_output=True, text=True, check=True)
        packets = json.loads(probe.stdout)["packets"]
        found = [
            (float(p["pts_time"]), float(p["pts_time"]) + float(p["duration_time"]))
            for p in packets
        ]
        expect_equal(found, [row[:2] for row in wanted], "srt read by ffprobe")
    else:
        print("SKIPPED: ffprobe is not installed.")


def check_audacity(name, wanted):
    # Audacity itself has no reader without a window: its format is three fields and tabs.
    lines = analyze("-f", "audacity", name).splitlines()
    rows = [line.split("\t") for line in lines]
    expect_equal(
        [(float(start), float(end), text) for start, end, text in rows], wanted, "audacity")


def check_channels(folder):
    """Two channels of silence: both have the same segments, in tiers of their own."""
    path = folder / "stereo.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(16_000)
        file.writeframes(bytes(4 * 16_000 * 4))
    check_text_grid(
        folder, str(path), [(0.0, 4.0, "silence")], "--channel", "each", channels=2)
    rows = list(csv.DictReader(
        analyze("-f", "csv", "--channel", "each", str(path)).splitlines(), strict=True))
    assert sorted(row["channel"] for row in rows) == ["0", "1"]


with tempfile.TemporaryDirectory() as temporary:
    folder = Path(temporary)
    names = [str(folder / name) for name in NAMES]
    for name in names:
        shutil.copy(sound, name)
    wanted = reference(names[0])
    assert {label for _, _, label in wanted} >= {"speech", "music", "silence"}, wanted
    check_json_lines(names, wanted)
    check_csv(names, wanted)
    check_rttm(folder, names, wanted)
    for name in names:
        check_text_grid(folder, name, wanted)
        check_srt(folder, name, wanted)
        check_audacity(name, wanted)
    # A part, and some labels only: Praat still gets a time line without holes from zero on.
    part = reference(names[0], "--start", "5", "--end", "30", "--labels", "music,speech")
    if part != wanted:
        filled = []
        position = 0.0
        for start, end, label in part:
            if start > position:
                filled.append((position, start, ""))
            filled.append((start, end, label))
            position = end
        if position < 30:
            filled.append((position, 30.0, ""))
        check_text_grid(
            folder, names[0], filled, "--start", "5", "--end", "30", "--labels", "music,speech")
    check_channels(folder)
print(f"All consumers agree: {checks} comparisons.")
