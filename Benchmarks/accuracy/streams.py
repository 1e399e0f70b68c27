"""Streams cut together from clips, with silences between, and how well segments follow them."""
import os

import numpy as np
import soundfile

from clips import LABELS, RATE, rms, samples
from scores import f1

GRID = 0.1
FADE = int(0.03 * RATE)


def build(clips, folder, count=12, seconds=120, seed=11):
    """Writes the streams: [(path, [(start, end, label)])]. Pieces last 2.5 to 8 s at -30 to -16 dBFS."""
    rng = np.random.default_rng(seed)
    by = {label: [c for c in clips if c.label == label] for label in LABELS}
    os.makedirs(folder, exist_ok=True)
    made = []
    for number in range(count):
        parts, segments, last, at = [], [], None, 0
        while at < seconds * RATE:
            label = str(rng.choice([k for k in LABELS if k != last]))
            piece = _piece(by[label], rng)
            if piece is None:
                continue
            last = label
            parts.append(piece)
            segments.append((at / RATE, (at + len(piece)) / RATE, label))
            at += len(piece)
        path = os.path.join(folder, f"stream{number:02d}.wav")
        soundfile.write(path, np.concatenate(parts), RATE, subtype="PCM_16")
        made.append((path, segments))
    return made


def _piece(clips, rng):
    length = int(rng.uniform(2.5, 8) * RATE)
    if not clips:
        piece = rng.standard_normal(length).astype(np.float32) * 10 ** (-rng.uniform(68, 90) / 20)
    else:
        piece = samples(clips[rng.integers(len(clips))])
        if len(piece) < 1.5 * RATE:
            return None
        if len(piece) > length:
            start = rng.integers(0, len(piece) - length + 1)
            piece = piece[start:start + length]
        if rms(piece) < 1e-4:
            return None
        piece = np.clip(piece / rms(piece) * 10 ** (-rng.uniform(16, 30) / 20), -1, 1)
    piece = piece.copy()
    piece[:FADE] *= np.linspace(0, 1, FADE)
    piece[-FADE:] *= np.linspace(1, 0, FADE)
    return piece


def _grid(segments, length):
    """One label every 100 ms; time without a segment is noise."""
    grid = np.full(length, LABELS.index("noise"))
    for start, end, label in segments:
        grid[int(round(start / GRID)):int(round(end / GRID))] = LABELS.index(label)
    return grid


def score(made, found):
    """The measures over all streams. `found` gives the segments of a path."""
    truth, predicted, first_second, errors = [], [], [], []
    changes = true_changes = 0
    for path, segments in made:
        length = int(round(segments[-1][1] / GRID))
        y, p = _grid(segments, length), _grid(found[path], length)
        truth.append(y), predicted.append(p)
        changes += int(np.sum(p[1:] != p[:-1]))
        starts = [(s[0], s[2]) for before, s in zip(found[path], found[path][1:]) if before[2] != s[2]]
        for start, _, label in segments[1:]:
            true_changes += 1
            near = [abs(s - start) for s, found_label in starts if found_label == label and abs(s - start) < 2]
            errors += [min(near)] if near else []
            begin = int(round(start / GRID))
            first_second.append((y == p)[begin:begin + int(1 / GRID)])
    y, p = np.concatenate(truth), np.concatenate(predicted)
    each = f1(y, p, 5)
    return dict(macro_f1=each.mean(), each=each, accuracy=(y == p).mean(), changes=changes / true_changes,
                boundary=float(np.median(errors) * 1000) if errors else float("nan"),
                found=len(errors) / true_changes, first_second=np.concatenate(first_second).mean())


def report(command, clips, folder):
    made = build(clips, folder)
    results = {"file": score(made, command.segments([path for path, _ in made])),
               "live": score(made, {path: command.live_segments(path) for path, _ in made})}
    lines = [f"{len(made)} streams of two minutes. File: whole recording known. Live: the same through a pipe.", "",
             "| | macro-F1 | accuracy | changes per true change | median boundary error | changes found within 2 s |"
             " first second right | F1 of " + ", ".join(LABELS) + " |", "|---|---|---|---|---|---|---|---|"]
    for name, r in results.items():
        lines.append(f"| {name} | {r['macro_f1']:.3f} | {r['accuracy']:.3f} | {r['changes']:.2f} | {r['boundary']:.0f} ms |"
                     f" {r['found']:.2f} | {r['first_second']:.3f} | " + " ".join(f"{v:.2f}" for v in r["each"]) + " |")
    return lines, {"streams, file, macro-F1": results["file"]["macro_f1"], "streams, live, macro-F1": results["live"]["macro_f1"],
                   "streams, changes per true change": results["file"]["changes"],
                   "streams, median boundary error in ms": results["file"]["boundary"],
                   "streams, first second right": results["file"]["first_second"]}
