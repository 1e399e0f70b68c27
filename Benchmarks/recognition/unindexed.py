"""Hours of sound of which nothing is in the catalog: nothing may be recognized in it.

Made and judged in blocks, so that the disk never holds more than one: `soundwatch monitor` hears the block as one
stream, and `soundwatch match` each ten seconds of it by themselves.
"""
import os
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

import compose
from corpus import rows
from sounds import RATE, decode, rms, write

BLOCK = 1800  # seconds
QUERY = 10


@dataclass
class Unindexed:
    seconds: Counter = field(default_factory=Counter)
    queries: int = 0
    false: list = field(default_factory=list)  # (by which command, of what, the song, confidence)
    monitor_processor: float = 0.0


def pieces(sounds, data, seed, hours):
    """Endless (kind, name, samples at RATE): recordings first where there are any, in any order, then composed pieces."""
    rng = np.random.default_rng([seed, 60])
    made = []
    if data:
        indexed = {song.recording for song in sounds.catalog}
        made = [(row["class"], row["path"]) for row in rows(data, "music", "singing", "speech", "noise") if row["recording_id"] not in indexed]
        made += [("song", song.path) for song in sounds.others if song.seconds > 30]
        made = [made[i] for i in rng.permutation(len(made))]
    # Composed pieces lie between the recordings. Where the catalog is composed too, they share no instrument with it.
    own = max(1, int(hours * 3600 * (0.2 if data else 0.7) / 80))
    places = set(rng.permutation(max(len(made), own * 3))[:own].tolist())
    number = 0
    for place in range(10 ** 9):
        if place in places or place >= max(len(made), own * 3):
            number += 1
            sampled = sounds.name != "composed" and number % 2 == 0
            yield "composed", f"piece {number}", compose.piece(seed * 100000 + number, 80, rate=RATE, sampled=sampled)
        if place < len(made):
            kind, path = made[place]
            yield kind, path, decode(os.path.join(data, path), RATE)
        elif place < own * 3 and not data:
            sound = (compose.voice, compose.noise)[place % 2](seed * 100000 + place, RATE)
            yield ("speech", "noise")[place % 2], f"{place}", sound


def judge(soundwatch, catalog, sounds, data, folder, hours, seed=1):
    """Runs through all hours."""
    result, block, names, length = Unindexed(), [], [], 0
    for kind, name, x in pieces(sounds, data, seed, hours):
        if len(x) < RATE // 10 or rms(x) < 1e-5:
            continue
        x = x / max(rms(x) / 0.1, np.abs(x).max() / 0.95)
        names.append((length / RATE, f"{kind} {name}"))
        block.append(x)
        length += len(x)
        result.seconds[kind] += len(x) / RATE
        done = sum(result.seconds.values()) >= hours * 3600
        if length >= BLOCK * RATE or done:
            _judge_block(soundwatch, catalog, np.concatenate(block), names, folder, result)
            block, names, length = [], [], 0
        if done:
            return result


def _judge_block(soundwatch, catalog, x, names, folder, result):
    def what(start, end):
        here = [name for (at, name), (until, _) in zip(names, names[1:] + [(1e9, "")]) if at < end and until > start]
        return " + ".join(here)

    stream = os.path.join(folder, "unindexed.wav")
    write(stream, x)
    plays, cost = soundwatch.monitor(catalog, stream)
    os.remove(stream)
    result.monitor_processor += cost.processor
    result.false += [("monitor", what(p.start, p.end), p.song, p.confidence) for p in plays[stream]]
    paths = []
    for start in range(0, len(x) - QUERY * RATE + 1, QUERY * RATE):
        paths.append(os.path.join(folder, f"unindexed-{start // RATE}.wav"))
        write(paths[-1], x[start:start + QUERY * RATE])
    answers, _ = soundwatch.match(catalog, paths)
    result.queries += len(paths)
    for path, answer in answers.items():
        start = int(path.rsplit("-", 1)[1].split(".")[0])
        result.false.append(("match", what(start, start + QUERY), answer.song, answer.score))
    for path in paths:
        os.remove(path)
