"""How right the labels are, judged through the command on clips that were not trained on.

    SOUNDWATCH_DATA=FOLDER python accuracy.py COMMAND [--parts clips,streams,disturbed,mixes,frames]

Prints the section "Accuracy" of RESULTS.md.
"""
import argparse
import os
import sys
import tempfile

import clips as labelled
import disturbed
import frames
import streams
import whole_clips
from command import Command

# What the model has to reach on dev, and whether more is better.
TARGETS = {"clips, macro-F1": (.975, True), "clips under 4 s, macro-F1": (.93, True),
           "streams, file, macro-F1": (.93, True), "streams, live, macro-F1": (.90, True),
           "streams, changes per true change": (1.15, False), "streams, median boundary error in ms": (80, False),
           "streams, first second right": (.80, True), "degraded copies, mean macro-F1": (.90, True),
           "degraded copies, worst macro-F1": (.85, True), "speech found over music at 0 dB": (.95, True),
           "frames, singing over instrumentals, AUC": (.96, True), "frames, speech with pauses, in noise, AUC": (.955, True)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", help="the built soundwatch")
    parser.add_argument("--data", default=os.environ.get("SOUNDWATCH_DATA"))
    parser.add_argument("--split", default="dev")
    parser.add_argument("--parts", default="clips,streams,disturbed,mixes,frames")
    parser.add_argument("--keep", help="a folder for the made sounds; a temporary one by default")
    a = parser.parse_args()
    if not a.data:
        sys.exit("Accuracy is skipped: name a folder of labelled clips in SOUNDWATCH_DATA.")
    clips, command = labelled.load(a.data, a.split), Command(a.command)
    sections, figures = [], {}
    with tempfile.TemporaryDirectory(prefix="soundwatch-accuracy-") as temporary:
        folder = a.keep or temporary
        parts = {"clips": ("Whole clips", lambda: whole_clips.report(command, clips)),
                 "streams": ("Streams", lambda: streams.report(command, clips, f"{folder}/streams")),
                 "disturbed": ("Degraded copies", lambda: disturbed.report(command, clips, f"{folder}/disturbed")),
                 "mixes": ("Speech over music and noise", lambda: disturbed.mix_report(command, clips, f"{folder}/mixes")),
                 "frames": ("Frames of 100 ms", lambda: frames.report(command, clips, f"{folder}/frames"))}
        for part in a.parts.split(","):
            title, measure = parts[part]
            print(f"measuring: {title.lower()}", file=sys.stderr, flush=True)
            lines, found = measure()
            sections += ["", f"### {title}", ""] + lines
            figures |= found
    print(f"Split `{a.split}` of the labelled data, {len(clips)} clips that share no recording with the training data,"
          " through the command's CSV. Calibration and decision layer were fitted on the same split.")
    print("\n| figure | measured | target |\n|---|---|---|")
    for name, value in figures.items():
        target, more = TARGETS.get(name, (None, True))
        wanted = "" if target is None else f"{'>=' if more else '<='} {target}: {'met' if (value >= target) == more else 'not met'}"
        print(f"| {name} | {value:.3f} | {wanted} |")
    print("\n".join(sections))


if __name__ == "__main__":
    main()
