"""How right recognition is, judged through the command, beside peers on the same queries.

    [SOUNDWATCH_DATA=FOLDER] python recognition.py COMMAND [--quick] [--parts queries,peers,...] [--first-match FILE] [--keep FOLDER]

Prints the section "Recognition" of RESULTS.md. With recordings in SOUNDWATCH_DATA the corpora are songs, clips and
composed, without only the last. --quick takes a tenth of everything.
"""
import argparse
import csv
import os
import random
import sys
import tempfile
from dataclasses import dataclass

import numpy as np

import broadcast
import gate
import peers
import queries
import scores
import tables
import unindexed
from command import Soundwatch
from corpus import Corpus, corpus
from sounds import RATE, decode, run, write

PARTS = "queries,peers,errors,unindexed,broadcast,gate,streaming,cost"


@dataclass
class Judged:
    name: str
    sounds: Corpus
    data: scores.QuerySet
    answers: dict
    catalog: str
    hours: float
    index_processor: float
    query_processor: float


def say(text):
    print(text, file=sys.stderr, flush=True)


def judge(command, name, a, folder):
    """Makes the set of a corpus, or takes the one that is there, and lets the command answer."""
    here = os.path.join(folder, name)
    sounds = corpus(name, a.data, os.path.join(here, "pieces"), a.seed, catalog=12 if a.quick and name == "composed" else None)
    main = name == a.corpora[0]
    if not os.path.exists(os.path.join(here, "truth.csv")):
        say(f"making queries: {name}")
        cells, negatives = (1, 100) if a.quick else (4, 1000) if main else (2, 400)
        queries.make(sounds, here, cells, negatives, a.seed)
    data, catalog = scores.load_set(here), os.path.join(here, name + ".swcatalog")
    say(f"matching: {name}")
    index = command.create([os.path.join(here, "catalog")] if os.path.isdir(os.path.join(here, "catalog")) else data.songs.values(), catalog)
    answers, cost = command.match(catalog, [q.path for q in data.queries])
    seconds = "ffprobe -v error -show_entries format=duration -of csv=p=0".split()
    hours = sum(float(run([*seconds, path])) for path in data.songs.values()) / 3600
    return Judged(name, sounds, data, answers, catalog, hours, index.processor, cost.processor)


def queries_part(sets, figures):
    triples = [(s.name, s.data, s.answers) for s in sets]
    first = sets[0]
    plain = [q for q in first.data.positives if q.kind != "noisy speed"]
    of = lambda *kinds: [q for q in plain if q.kind in kinds]
    strict = [(s, [q for q in s.data.negatives if not q.kind.endswith("the same instruments")]) for s in sets]
    negatives = sum(len(n) for _, n in strict)
    figures |= {"recall, all": (scores.recall(plain, first.answers), 99.3, True),
                "recall, 3 s": (scores.recall([q for q in plain if q.seconds == 3], first.answers), 98, True),
                "recall, room": (scores.recall(of("room"), first.answers), 96, True),
                "recall, babble": (scores.recall(of("babble"), first.answers), 96, True),
                "recall, white -5 dB": (scores.recall([q for q in of("white") if q.level == "-5"], first.answers), 90, True)}
    for kinds in (("speed",), ("pitch",), ("tempo",), ("telephone",), ("mp3",), ("equalizer",), ("gain",)):
        figures[f"recall, {kinds[0]}"] = (scores.recall(of(*kinds), first.answers), 100, True)
    figures[f"false positives of {negatives} negatives, %"] = (100 * sum(q.path in s.answers for s, n in strict for q in n) / negatives, 0.2, False)
    counts = "; ".join(f"{s.name}: {len(s.data.songs)} songs ({s.hours:.1f} h), {len(s.data.positives)} queries, {len(s.data.negatives)} negatives" for s in sets)
    return [counts + ".", "", *tables.recall(triples[0], triples[1:]), "", "No negative is a recording of the catalog. `the same source` are other pieces of the same artists or collections;"
            " `the same instruments` share the recorded notes of a sound font with the catalog and do not count in the figure above.",
            "", *tables.false_positives(triples), "", *tables.mistakes(triples)]


def peers_part(sets, figures, a):
    """Half of the queries: peers take their time."""
    first, results = sets[0], {}
    chosen = random.Random(a.seed).sample(first.data.queries, len(first.data.queries) // 2)
    data = scores.QuerySet(first.data.folder, first.data.songs, sorted(chosen, key=lambda q: q.path))
    for name, peer in peers.PEERS.items():
        say(f"peer: {name}")
        try:
            result = peers.measure(peer(), data.songs, [q.path for q in data.queries], os.path.join(data.folder, f"{name}.json"))
        except (OSError, ImportError) as error:
            say(f"{name} is not here: {error}")
            continue
        results[name] = (scores.accepted(result.answers, scores.threshold(data, result.answers)), result)
    own = (first.index_processor, os.path.getsize(first.catalog), first.query_processor * len(data.queries) / len(first.data.queries))
    return [f"Corpus {first.name}, half of its queries, drawn. soundwatch at its default threshold; each peer at the threshold that leaves it 1 % false"
            " positives on these negatives. shazam is the peaks of Shazam's client with a matcher of this benchmark. Not in Debian or PyPI, so not"
            " measured: " + ", ".join(peers.MISSING) + ".", "", *tables.peers(data, first.answers, results), "",
            *tables.peer_costs(first.hours, len(data.queries), own, results), "",
            "Processor time with decoding; chromaprint takes a process for each query, audfprint and dejavu are Python."]


def errors_part(sets, figures):
    lines, within, skew = tables.errors([(s.name, s.data, s.answers) for s in sets])
    figures["offsets within 50 ms, %"] = (min(within), 98, True)
    figures["frequency skew error, 95 %, %"] = (max(skew), 0.05, False)
    return ["Of right answers. An answer at another place of the song that sounds the same there is a repeat.", "", *lines]


def unindexed_part(sets, figures, command, a, folder):
    first, hours = sets[0], a.unindexed
    found = unindexed.judge(command, first.catalog, first.sounds, a.data if first.name != "composed" else None, folder, hours, a.seed)
    figures["false positives in %.1f h of unindexed audio" % hours] = (len(found.false), 0, False)
    parts = ", ".join(f"{kind} {seconds / 3600:.2f} h" for kind, seconds in found.seconds.items())
    return [f"Catalog {first.name}. {parts}; monitored as streams, and {found.queries} queries of {unindexed.QUERY} s.",
            "", f"False: {len(found.false)}.", "", *[f"* {by}: {of} taken for {song}, confidence {sure:.3f}" for by, of, song, sure in found.false[:20]]]


def broadcast_part(sets, figures, command, a, folder):
    first, hours = sets[0], 0.2 if a.quick else 10
    path = os.path.join(folder, "broadcast.mp3")
    if not os.path.exists(path):
        broadcast.write_list(path + ".csv", broadcast.make(first.sounds, path, hours, a.seed))
    truth = broadcast.read_list(path + ".csv")
    plays, cost = command.monitor(first.catalog, path)
    found = broadcast.score(truth, plays[path])
    figures["broadcast, plays found, %"] = (100 * found.found / found.plays, None, True)
    figures["broadcast, false rows"] = (len(found.false), None, False)
    figures["broadcast, x real time on one core"] = (hours * 3600 / cost.processor, 300, True)
    return [f"Corpus {first.name}, mp3 of 96 kbit/s, decoding counts.", "", *tables.broadcast(found, hours, cost)]


def gate_part(sets, figures, command, a, folder):
    first, hours = sets[0], 0.2 if a.quick else 4
    path = os.path.join(folder, "mixed.mp3")
    if not os.path.exists(path):
        broadcast.write_list(path + ".csv", broadcast.make(first.sounds, path, hours, a.seed, broadcast.MIXED))
    truth = broadcast.read_list(path + ".csv")
    through, told = command.listen(first.catalog, path)
    plays = command.monitor(first.catalog, path)[0][path]
    found = {"listen --catalog": gate.judge(truth, through, told), "monitor": gate.judge(truth, plays)}
    heard = found["listen --catalog"]
    figures["plays recognized through the gate, %"] = (100 * heard.recognized / heard.plays, None, True)
    figures["told after the start of a play, s, median"] = (float(np.median(heard.delays)), None, False)
    figures["false plays through the gate"] = (len(heard.false), 0, False)
    return gate.table(hours, found)


def streaming_part(sets, figures, a):
    """Files as streams through a session of the library, by Benchmarks/Sources/FirstMatch."""
    if not a.first_match:
        return ["Skipped: --first-match names the built FirstMatch."]
    first = sets[0]
    kinds = {"clean": ("clean", ""), "environment 5": ("environment", "5"), "babble 0": ("babble", "0"), "room": ("room", ""), "speed +5": ("speed", "5")}
    lines = ["| streams of 15 s | right at all | sound heard until the first match, median | 90 % | longest | work after the last buffer, median | longest |",
             "|---|--:|--:|--:|--:|--:|--:|"]
    for label, (kind, level) in kinds.items():
        chosen = [q for q in first.data.positives if q.seconds == 15 and q.kind == kind and level in q.level]
        out = run([a.first_match, first.catalog, *[q.path for q in chosen]]).decode()
        rows = {row["file"]: row for row in csv.DictReader(out.splitlines())}
        right = [rows[q.path] for q in chosen if os.path.splitext(os.path.basename(rows[q.path]["source"] or ""))[0] == q.song]
        heard, late = [np.array([float(row[k]) for row in right] or [np.inf]) for k in ("heard", "late")]
        lines.append(f"| {label} | {len(right)} of {len(chosen)} | {np.median(heard):.2f} s | {np.percentile(heard, 90):.2f} s | {heard.max():.2f} s |"
                     f" {1000 * np.median(late):.0f} ms | {1000 * late.max():.0f} ms |")
        if label == "clean":
            figures["first match of a clean stream, s, median"] = (float(np.median(heard + late)), 3.5, False)
    return lines


def cost_part(sets, figures, command, a, folder):
    """Signature speed, size, and queries of 10 s in a catalog of 50 songs; decoding of WAV files counts."""
    first = sets[0]
    few, lines = os.path.join(folder, "fifty.swcatalog"), ["| | |", "|---|--:|"]
    names = sorted(first.data.songs)[:50]
    index = command.create([first.data.songs[n] for n in names], few)
    for label, skewed in (("plain", False), ("skewed", True)):
        chosen = [q.path for q in first.data.positives if q.seconds == 10 and q.skewed == skewed and q.song in names]
        one = min((command.match(few, chosen[:1])[1].processor for _ in range(3)))
        cost = min((command.match(few, chosen)[1].processor for _ in range(3)))
        per = 1000 * (cost - one) / max(1, len(chosen) - 1)
        figures[f"query of 10 s, {len(names)} songs, {label}, processor ms"] = (per, 5, False)
        lines.append(f"| {len(chosen)} queries of 10 s in {len(names)} songs, {label} | {per:.1f} ms each |")
    size = os.path.getsize(first.catalog) / first.hours / 1e6
    figures["catalog on disk, MB an hour of audio"] = (size, 1.5, False)
    lines.append(f"| catalog on disk | {size:.2f} MB an hour of audio |")
    long = os.path.join(folder, "long.wav")
    samples = [decode(path, RATE) for path in list(first.data.songs.values())[:20]]
    write(long, np.tile(np.concatenate(samples), 3))
    seconds = 3 * sum(map(len, samples)) / RATE
    speed = seconds / min(command.signature(long, os.path.join(folder, "long.swsig")).processor for _ in range(3))
    figures["signature from 16 kHz WAV, x real time"] = (speed, 1500, True)
    lines.append(f"| signature of {seconds / 60:.0f} minutes, 16 kHz WAV | {speed:.0f} x real time |")
    lines.append(f"| indexing with decoding | {first.hours * 3600 / first.index_processor:.0f} x real time |")
    return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", help="the built soundwatch")
    parser.add_argument("--data", default=os.environ.get("SOUNDWATCH_DATA"))
    parser.add_argument("--corpora", help="songs,clips,composed; the first is the main one")
    parser.add_argument("--parts", default=PARTS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first-match", help="the built FirstMatch, for streams")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--unindexed", type=float, help="hours of unindexed audio; 10 by default")
    parser.add_argument("--keep", help="a folder for queries and catalogs; a temporary one by default")
    a = parser.parse_args()
    a.unindexed = a.unindexed or (0.2 if a.quick else 10)
    a.corpora = (a.corpora or ("songs,clips,composed" if a.data else "composed")).split(",")
    command, figures, sections = Soundwatch(a.command), {}, []
    with tempfile.TemporaryDirectory(prefix="soundwatch-recognition-") as temporary:
        folder = a.keep or temporary
        sets = [judge(command, name, a, folder) for name in a.corpora]
        with_command = (command, a, folder)
        parts = {"queries": ("Recall and false positives", lambda: queries_part(sets, figures)),
                 "peers": ("Peers", lambda: peers_part(sets, figures, a)),
                 "errors": ("Where and how fast", lambda: errors_part(sets, figures)),
                 "unindexed": ("Hours without a match", lambda: unindexed_part(sets, figures, *with_command)),
                 "broadcast": ("A broadcast", lambda: broadcast_part(sets, figures, *with_command)),
                 "gate": ("Through the gate", lambda: gate_part(sets, figures, *with_command)),
                 "streaming": ("Streams", lambda: streaming_part(sets, figures, a)),
                 "cost": ("Cost", lambda: cost_part(sets, figures, *with_command))}
        for part in a.parts.split(","):
            title, measure = parts[part]
            say(f"measuring: {title.lower()}")
            sections += ["", f"### {title}", "", *measure()]
    print(f"Through the command's CSV at the default threshold, seed {a.seed}{', quick' if a.quick else ''}.")
    print("\n| figure | measured | target |\n|---|---|---|")
    for name, (value, target, more) in figures.items():
        met = target is None or (value >= target if more else value <= target)
        wanted = "" if target is None else f"{'>=' if more else '<='} {target}: {'met' if met else '**not met**'}"
        print(f"| {name} | {value:.3g} | {wanted} |" if value < 10 else f"| {name} | {value:.1f} | {wanted} |")
    print("\n".join(sections))


if __name__ == "__main__":
    main()
