"""One label for a clip, derived from the command's windows in the ways that a user might choose."""
import numpy as np

from clips import CLASSES, LABELS
from scores import confusion, f1


def mean_scores(windows):
    """The scores of the four classes, averaged over the clip's windows by their length."""
    lengths = np.array([end - start for start, end, _, _ in windows])
    return lengths @ np.array([s for *_, s in windows])[:, :4] / lengths.sum()


def majority(windows):
    """The label with the most windows; of equals, the one with the higher mean score."""
    counts = np.array([sum(w[2] == label for w in windows) for label in LABELS], float)
    return int(np.argmax(counts + 1e-3 * np.mean([s for *_, s in windows], axis=0)))


def longest_time(spans):
    """The label that covers the most time."""
    return int(np.argmax([sum(s[1] - s[0] for s in spans if s[2] == label) for label in LABELS]))


def of_longest(windows):
    """The label of the longest window, the first of equals."""
    return LABELS.index(max(windows, key=lambda w: w[1] - w[0])[2])


def predictions(command, clips):
    """For each way to label a clip the labels of all clips; a clip without results counts as silence."""
    files = [c.path for c in clips]
    three, fifteen = command.windows(files), command.windows(files, window=15, overlap=0)
    segments = command.segments(files)
    rules = {
        "majority of the windows' labels": (three, majority),
        "highest mean score of the windows": (three, lambda w: int(np.argmax(mean_scores(w)))),
        "longest window, its label": (three, of_longest),
        "one window of 15 s, its label": (fifteen, of_longest),
        "one window of 15 s, highest score": (fifteen, lambda w: int(np.argmax(w[0][3][:4]))),
        "segments, the most time": (segments, longest_time),
    }
    silence = LABELS.index("silence")
    return {name: np.array([rule(found[f]) if found[f] else silence for f in files])
            for name, (found, rule) in rules.items()}


def truth_of(clips):
    return np.array([CLASSES.index(c.label) for c in clips])


def mean_f1(truth, predicted):
    """Mean F1 of the classes that occur."""
    return f1(truth, predicted, 4)[np.unique(truth)].mean() if len(truth) else float("nan")


def report(command, clips):
    """Markdown, and the main figure."""
    truth, found = truth_of(clips), predictions(command, clips)
    short = np.array([c.seconds < 4 for c in clips])
    lines = [f"{len(clips)} clips.", "", "| label of a clip | macro-F1 | speech | music | singing | noise | clips under 4 s |",
             "|---|---|---|---|---|---|---|"]
    for name, predicted in found.items():
        each = f1(truth, predicted, 4)
        lines.append(f"| {name} | {each.mean():.3f} | " + " | ".join(f"{v:.3f}" for v in each)
                     + f" | {mean_f1(truth[short], predicted[short]):.3f} |")
    main = found["majority of the windows' labels"]
    lines += ["", "Confusion (rows are the truth; majority of the windows' labels):", "",
              "| | " + " | ".join(LABELS) + " | recall |", "|---|" + "---|" * 6]
    table = confusion(truth, main, 4, 5)
    for label, row in zip(CLASSES, table):
        lines.append(f"| {label} | " + " | ".join(str(v) for v in row) + f" | {row[CLASSES.index(label)] / max(row.sum(), 1):.3f} |")
    lines += ["", "| kind | recall | clips |", "|---|---|---|"]
    kinds = np.array([c.kind for c in clips])
    for kind in sorted(set(kinds)):
        here = kinds == kind
        lines.append(f"| {kind} | {(main == truth)[here].mean():.3f} | {here.sum()} |")
    best = max(f1(truth, p, 4).mean() for p in found.values())
    figures = {"clips, macro-F1": f1(truth, main, 4).mean(), "clips, macro-F1, best rule": best,
               "clips under 4 s, macro-F1": mean_f1(truth[short], main[short])}
    return lines, figures
