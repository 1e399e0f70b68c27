"""MODEL_CARD.md from the dev scores, the fitted constants, the model file and the manifest of the data.

    python card.py dev.json tuned.json version1.soundmodel OUTPUT.md --data FOLDER
"""
import argparse
import collections
import csv
import json
import os
import data
import soundmodel

NON_COMMERCIAL = ("nc", "non-commercial", "noncommercial", "educational", "research", "dev/test only")
UNSTATED = ("not stated", "unspecified", "no licence", "unstated", "not mentioned", "not checked", "not read", "code)")


def freedom(licence):
    """free, non-commercial or unclear: how plainly the source allows use."""
    text = licence.lower()
    words = text.replace("-", " ").replace("(", " ").replace(")", " ").replace(",", " ").replace(";", " ").split()
    if "nc" in words or any(w in text for w in NON_COMMERCIAL[1:]):
        return "non-commercial or restricted"
    if any(w in text for w in UNSTATED):
        return "not stated for the audio"
    return "stated"


def table(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + ["| " + " | ".join(str(v) for v in r) + " |" for r in rows]) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("scores")
    parser.add_argument("tuned")
    parser.add_argument("model")
    parser.add_argument("output")
    parser.add_argument("--data")
    parser.add_argument("--notes", help="a file with further sections, put before the data")
    a = parser.parse_args()
    folder = data.folder_of(a.data)
    scores, tuned = json.load(open(a.scores)), json.load(open(a.tuned))
    manifest, weights = soundmodel.read(a.model)
    with open(os.path.join(folder, "manifest.csv"), newline="") as file:
        rows = [r for r in csv.DictReader(file) if r["class"] in data.CLASSES + ["song"]]
    minutes = lambda chosen: round(sum(float(r["seconds"]) for r in chosen) / 60, 1)
    f, l = scores["file"], scores["live"]
    out = ["# Model card: version1\n",
           f"Labels sound as speech, music, singing and noise, 25 times a second, {40 * manifest['delayInScores']} ms behind the sound. "
           f"{len(weights):,} weights as {manifest['weightFormat']} ({os.path.getsize(a.model):,} bytes), causal, one convolutional stem and a "
           "dilated temporal network. Two heads: four independent scores (what sounds now; music stays true under singing) and four exclusive "
           "ones (what the passage is). Silence is a rule on the level, not an output. Trained by `Models/training`.\n",
           "Meant for finding speech, music and singing in recordings and live sound. Not meant for telling who or what is heard, nor for decisions about people.\n",
           "## Scores on dev\n",
           "The dev split shares no recording with the training data, but most of its sources do, and the calibration and the decision layer were fitted on it: other material will score lower. Frames and clips are counted by the labels of whole clips.\n",
           table(["measure", "value"], [
               ["clips, macro-F1 of four classes", f"{scores['clip_f1']:.3f} (speech, music, singing, noise: {', '.join(f'{v:.3f}' for v in scores['clip_f1_by_class'])})"],
               ["degraded copies of the same clips (one random disturbance each)", f"{scores['degraded_f1']:.3f}"],
               ["streams of joined clips, file: macro-F1 of five labels", f"{f['macro_f1']:.3f}"],
               ["- label changes per true change; median boundary error", f"{f['changes']:.2f}; {f['boundary_ms']:.0f} ms"],
               ["- right in the first second after a change", f"{f['first_second']:.3f}"],
               ["streams, live (at most 0.5 s behind): macro-F1", f"{l['macro_f1']:.3f}"],
               ["- label changes per true change; right in the first second", f"{l['changes']:.2f}; {l['first_second']:.3f}"],
               ["frame AUC, singing entering over instrumentals (mixed)", f"{scores['auc']['singing_in_mixed_songs']:.3f}"],
               ["frame AUC, speech against its pauses, in noise (mixed)", f"{scores['auc']['speech_pauses_in_noise']:.3f}"]]),
           "Recall by kind of clip (dev):\n",
           table(["kind", "recall", "clips"], [[k, f"{v[0]:.3f}", v[1]] for k, v in scores["kinds"].items()]),
           "Speech over music, 48 mixtures each (independent scores at 0.5):\n",
           table(["speech above music", "speech found, mean of the clip", "speech found, best second", "music found, mean"],
                 [[f"{int(k):+d} dB", f"{v['speech_mean']:.2f}", f"{v['speech_best_second']:.2f}", f"{v['music_mean']:.2f}"] for k, v in scores["mixes"].items()])]
    if "conditions" in scores:
        out += ["The same clips under ten conditions (160 dev clips, macro-F1):\n",
                table(["condition", "macro-F1"], [[k, v] for k, v in scores["conditions"].items()])]
    out += ["## Reliability of the independent scores\n",
            "Frames of augmented dev streams after calibration. The calibration gives both answers the same weight, so that 0.5 is the point of equal error; "
            "where a class is rare, a score is higher than the share of frames that are right.\n",
            table(["class", "scores from", "frames", "mean score", "share true"], tuned["reliability"])]
    if a.notes:
        out.append(open(a.notes).read())
    total = minutes(rows)
    by = collections.Counter()
    for r in rows:
        by[(r["class"], freedom(r["licence"]))] += float(r["seconds"]) / 60
    groups = ["stated", "not stated for the audio", "non-commercial or restricted"]
    out += ["## Data and licences\n",
            f"{len(rows)} clips, {total:.0f} minutes, from public repositories; dev is part of them. **Much of it is not free for every use**: some is "
            "non-commercial, and for some no licence is stated for the audio. The table says what each source says; nobody has cleared these rights. "
            "Whether weights trained on such audio may be used commercially is for the user to judge. "
            "`train.py --licences` trains without any of them. No audio is distributed with the model.\n",
            "Minutes by class and plainness of the licence (sorted by the words in the licence column, so roughly):\n",
            table(["class"] + groups, [[c] + [f"{by[(c, g)]:.0f}" for g in groups] for c in data.CLASSES + ["song"]])]
    sources = collections.defaultdict(list)
    for r in rows:
        sources[(r["class"], r["source_repo"], r["licence"])].append(r)
    out.append(table(["class", "source", "licence as stated", "clips", "minutes"],
                     [[c, s, lic.replace("|", "/"), len(v), minutes(v)] for (c, s, lic), v in sorted(sources.items())]))
    out.append("Soft targets came from two public networks, FireRedVAD-AED and EfficientAT mn04, run on the same clips.\n")
    with open(a.output, "w") as file:
        file.write("\n".join(out))


if __name__ == "__main__":
    main()
