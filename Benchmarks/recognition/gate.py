"""What the gate of `soundwatch listen --catalog` costs in plays, against `soundwatch monitor` on the same programme.

The gate hands on what the classifier takes for music or singing. The programme is a mixed one of broadcast.py.
"""
from dataclasses import dataclass

import numpy as np

import broadcast

SHORTEST = 10  # seconds: shorter plays are not judged, they are mostly what a fade has left


@dataclass
class Heard:
    plays: int
    recognized: int
    half: int  # of them covered by half or more
    rows: int
    false: list
    missed: list
    start_errors: np.ndarray
    end_errors: np.ndarray
    delays: np.ndarray  # from the start of a play to the moment at which it was told; empty for a play list


def judge(truth, rows, told=()):
    """`rows`: plays that were reported. `told`: (time, song) when each was first reported."""
    plays = [p for p in truth if p.end - p.start >= SHORTEST]
    halves = broadcast.score(plays, rows)
    touches = lambda r, p: r.song == p.song and min(r.end, p.end) > max(r.start, p.start)
    missed = [p for p in plays if not any(touches(r, p) for r in rows)]
    # A fade may bring a song a moment before it counts.
    moments = ([time - p.start for time, song in told if song == p.song and p.start - 3 <= time <= p.end + 3] for p in plays)
    delays = np.array([max(0, min(m)) for m in moments if m])
    false = broadcast.score(truth, rows).false
    return Heard(len(plays), len(plays) - len(missed), halves.found, len(rows), false, missed, halves.start_errors, halves.end_errors, delays)


def table(hours, found):
    q = lambda x, at: f"{np.percentile(x, at):.1f} s" if len(x) else "-"
    lines = [f"{hours:.1f} hours of songs of the catalog and others, talk, noise, jingles and silence; songs faded, talked over at"
             " their ends and in their middle, a third of them faster or slower.", "",
             f"| | plays of {SHORTEST} s and more | recognized | half of it or more | rows | false rows | start, median error | 90 % |"
             " end, median | 90 % | told after, median | 90 % |", "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"]
    for name, h in found.items():
        lines.append(f"| {name} | {h.plays} | {h.recognized} | {h.half} | {h.rows} | {len(h.false)} | {q(h.start_errors, 50)} |"
                     f" {q(h.start_errors, 90)} | {q(h.end_errors, 50)} | {q(h.end_errors, 90)} | {q(h.delays, 50)} | {q(h.delays, 90)} |")
    lines += [""] + [f"* {name}, {kind}: {x.song}, {x.start:.0f} to {x.end:.0f} s" for name, h in found.items()
                     for kind, them in (("missed", h.missed), ("false", h.false)) for x in them[:10]]
    return lines
