"""The tables of the section "Recognition" in RESULTS.md."""
import numpy as np

import scores

LENGTHS = (3, 5, 10, 15)


def share(queries, answers):
    return f"{scores.recall(queries, answers):.1f}" if queries else ""


def recall(first, others):
    """Recall a row and length of the first set, and of all lengths in the others: [(name, data, answers)]."""
    name, data, answers = first
    lines = [f"| condition | " + " | ".join(f"{s} s" for s in LENGTHS) + f" | {name} | " + "".join(f"{n} | " for n, *_ in others),
             "|---|" + "--:|" * (len(LENGTHS) + 1 + len(others))]
    plain = [q for q in data.positives if q.kind != "noisy speed"]
    for label, queries in [*scores.by_rows(data.positives, lambda q: q.condition.name).items(), ("**all but noisy speed**", plain)]:
        of = lambda d: [q for q in d.positives if q.condition.name == label or label.startswith("**") and q.kind != "noisy speed"]
        cells = [share([q for q in queries if q.seconds == s], answers) for s in LENGTHS] + [share(queries, answers)]
        lines.append(f"| {label} | " + " | ".join(cells + [share(of(d), a) for _, d, a in others]) + " |")
    return lines


def false_positives(sets):
    lines = ["| negatives | " + " | ".join(name for name, *_ in sets) + " |", "|---|" + "--:|" * len(sets)]
    kinds = list(dict.fromkeys(q.kind for _, data, _ in sets for q in data.negatives))
    for kind in kinds:
        cells = []
        for _, data, answers in sets:
            here = [q for q in data.negatives if q.kind == kind]
            cells.append(f"{sum(q.path in answers for q in here)} of {len(here)}" if here else "")
        lines.append(f"| {kind} | " + " | ".join(cells) + " |")
    lines.append("| a wrong song for a query that has a right one | "
                 + " | ".join(f"{len(scores.wrong(data, answers))} of {len(data.positives)}" for _, data, answers in sets) + " |")
    return lines


def mistakes(sets, limit=12):
    """What was taken for what, for those who want to listen."""
    lines = []
    for name, data, answers in sets:
        for q in scores.false_positives(data, answers) + scores.wrong(data, answers):
            a = answers[q.path]
            truth = q.song or f"{q.kind}, {q.level}"
            lines.append(f"* {name}, {q.seconds} s: {truth} ({q.condition.name if q.song else 'negative'}) taken for {a.song} at {a.offset:.1f} s, confidence {a.score:.3f}")
    return lines[:limit] + ([f"* and {len(lines) - limit} more"] if len(lines) > limit else [])


def peers(data, own, results):
    """Recall a kind of condition; results: name -> (accepted answers, Result)."""
    columns = {"soundwatch": own} | {name: answers for name, (answers, _) in results.items()}
    lines = ["| condition | queries | " + " | ".join(columns) + " |", "|---|" + "--:|" * (len(columns) + 1)]
    rows = list(scores.by_rows(data.positives, lambda q: q.condition.name).items())
    rows += [(f"{s} s, all conditions", [q for q in data.positives if q.seconds == s]) for s in LENGTHS] + [("**all**", data.positives)]
    for label, queries in rows:
        lines.append(f"| {label} | {len(queries)} | " + " | ".join(f"{scores.recall(queries, a):.0f}" for a in columns.values()) + " |")
    lines.append("| false positives | " + str(len(data.negatives)) + " | "
                 + " | ".join(str(len(scores.false_positives(data, a))) for a in columns.values()) + " |")
    lines.append("| wrong song | " + str(len(data.positives)) + " | "
                 + " | ".join(str(len(scores.wrong(data, a))) for a in columns.values()) + " |")
    return lines


def peer_costs(hours, queries, own, results):
    """own: (index seconds, index bytes, query seconds), results as for peers."""
    lines = ["| | processor s an hour of audio to index | MB an hour | processor ms a query |", "|---|--:|--:|--:|"]
    rows = {"soundwatch": own} | {name: (r.index_seconds, r.index_bytes, r.query_seconds) for name, (_, r) in results.items()}
    for name, (index, size, time) in rows.items():
        lines.append(f"| {name} | {index / hours:.1f} | {size / hours / 1e6:.2f} | {1000 * time / queries:.1f} |")
    return lines


def errors(sets):
    lines = ["| | offset, median | 95 % | within 50 ms | repeats set aside | frequency skew, median | 95 % | 99 % | time stretch, median | 95 % |",
             "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"]
    within, skew = [], []
    for name, data, answers in sets:
        offsets, aside = scores.offset_errors(data, answers, scores.Spectra(data.songs))
        pitch, speed = scores.skew_errors(data, answers)
        within.append(100 * np.mean(offsets <= 0.05))
        skew.append(np.percentile(pitch, 95))
        p = np.percentile
        lines.append(f"| {name} | {1000 * p(offsets, 50):.1f} ms | {1000 * p(offsets, 95):.1f} ms | {within[-1]:.1f} % | {aside} |"
                     f" {p(pitch, 50):.3f} % | {p(pitch, 95):.3f} % | {p(pitch, 99):.3f} % | {p(speed, 50):.3f} % | {p(speed, 95):.3f} % |")
    return lines, within, skew


def broadcast(result, hours, cost):
    q = lambda x, at: f"{np.percentile(x, at):.2f} s" if len(x) else "-"
    lines = ["| hours | plays | found | rows | false rows | start, median error | 90 % | end, median | 90 % | offset, median | 90 % | x real time, one core |",
             "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
             f"| {hours:.1f} | {result.plays} | {result.found} | {result.rows} | {len(result.false)} | {q(result.start_errors, 50)} |"
             f" {q(result.start_errors, 90)} | {q(result.end_errors, 50)} | {q(result.end_errors, 90)} | {q(result.offset_errors, 50)} |"
             f" {q(result.offset_errors, 90)} | {hours * 3600 / cost.processor:.0f} |"]
    lines += [""] if result.missed or result.false else []
    lines += [f"* missed: {p.song}, {p.start:.0f} to {p.end:.0f} s, speed {p.speed:.3f}" for p in result.missed[:10]]
    lines += [f"* false: {r.song}, {r.start:.0f} to {r.end:.0f} s, confidence {r.confidence:.3f}" for r in result.false[:10]]
    return lines
