#!/usr/bin/env python3
"""From the onset of a sound at the sink of a real audio server to its label.

    onsets.py LIVE [COUNT]

LIVE is the built program `Live`. Speech, music and noise begin in silence, COUNT times in all. A second
program records the sink with a latency of 10 ms and tells when an onset was there, so that latencies are at
most that much too small.
"""

import random
import subprocess
import sys
import tempfile
import threading
import time

import numpy

from sound_card import RATE, SoundCard

LOUD = 300
TEXTS = [
    "Good evening. The train to the coast leaves from platform nine.",
    "Please remember to close the window before you leave the room.",
    "Tomorrow it will rain in the north, while the south stays dry.",
]


def clips(folder):
    """Sounds of two seconds that begin at once, by label."""
    result = {"speech": [], "music": [], "noise": []}

    def add(label, name):
        raw = subprocess.run(
            ["sox", f"{folder}/{name}", "-r", str(RATE), "-c", "2", "-b", "16", "-t", "raw", "-",
             "norm", "-6", "silence", "1", "0.001", "1%", "trim", "0", "2"],
            check=True, capture_output=True).stdout
        result[label].append(numpy.frombuffer(raw, "<i2").reshape(-1, 2))

    for index, text in enumerate(TEXTS):
        subprocess.run(["espeak-ng", "-v", f"en-us+{'mf'[index % 2]}{1 + index}", "-w",
                        f"{folder}/s{index}.wav", text], check=True)
        add("speech", f"s{index}.wav")
        chords = ["pl", ["C3", "D3", "A3"][index], "pl", ["E3", "F3", "C4"][index], "pl",
                  ["G3", "A3", "E4"][index], "pl", ["C4", "D4", "A4"][index]]
        subprocess.run(["sox", "-n", "-r", str(RATE), f"{folder}/m{index}.wav", "synth", "2.2",
                        *chords, "delay", "0", "0.25", "0.5", "0.75", "remix", "-"], check=True)
        add("music", f"m{index}.wav")
        subprocess.run(["sox", "-n", "-r", str(RATE), f"{folder}/n{index}.wav", "synth", "2.2",
                        ["whitenoise", "pinknoise", "brownnoise"][index]], check=True)
        add("noise", f"n{index}.wav")
    return result


def follow_labels(process, lines):
    for line in process.stdout:
        lines.append((time.monotonic(), *line.split()))


def follow_sink(recorder, onsets):
    """Notes the moments when sound begins after half a second of silence."""
    quiet = RATE
    while data := recorder.stdout.read1(1 << 16):
        now = time.monotonic()
        data = data[:len(data) // 4 * 4]
        loud = numpy.flatnonzero(
            numpy.abs(numpy.frombuffer(data, "<i2").reshape(-1, 2)[:, 0].astype(int)) > LOUD)
        frames = len(data) // 4
        last = -1
        for index in loud:
            if quiet + index - last - 1 > RATE // 2:
                onsets.append(now - (frames - index) / RATE)
            quiet, last = 0, index
        quiet += frames - last - 1 if last >= 0 else frames


def summary(name, values, count):
    values = sorted(values)
    if not values:
        print(f"| {name} | 0 of {count} | | | |")
        return
    at = lambda share: values[min(len(values) - 1, int(share * len(values)))] * 1e3
    met = "met" if at(.5) <= 600 and at(.95) <= 900 else "**not met**"
    print(f"| {name} | {len(values)} of {count} | {at(.5):.0f} | {at(.95):.0f} | {at(1):.0f} | "
          f"median <= 600, p95 <= 900: {met} |")


def main():
    live, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60
    chance = random.Random(5)
    with tempfile.TemporaryDirectory() as folder, SoundCard() as card:
        sounds = clips(folder)
        player, recorder = card.player(latency_ms=40), card.recorder()
        program = card.start([live, "labels"], stdout=subprocess.PIPE, text=True)
        lines, onsets, labels = [], [], []
        for target, arguments in [(follow_labels, (program, lines)), (follow_sink, (recorder, onsets))]:
            threading.Thread(target=target, args=arguments, daemon=True).start()
        silence = lambda seconds: numpy.zeros((int(seconds * RATE), 2), "<i2")
        player.stdin.write(silence(4).tobytes())
        for index in range(count):
            label = ["speech", "music", "noise"][index % 3]
            labels.append(label)
            player.stdin.write(chance.choice(sounds[label]).tobytes())
            player.stdin.write(silence(1.6 + chance.random() * 0.8).tobytes())
            player.stdin.flush()
        player.stdin.close()
        player.wait()
        time.sleep(1.5)
        for process in [program, recorder]:
            process.kill()
    print(f"\nOnsets played: {count}; heard at the sink: {len(onsets)}.\n")
    print("| from the onset at the sink to | heard | median, ms | p95 | highest | target |")
    print("|---|---|---|---|---|---|")
    for kind in ["segment", "window"]:
        for title, wanted in [("its label", lambda heard, label: heard == label),
                              ("any label but silence", lambda heard, label: heard != "silence")]:
            found = []
            for onset, label in zip(onsets, labels):
                times = [moment - onset for moment, its, heard, *_ in lines
                         if its == kind and 0 < moment - onset < 2.5 and wanted(heard, label)]
                found += times[:1]
            summary(f"{title}, by {kind}s", found, len(labels))
    for kind in ["segment", "window"]:
        for label in ["speech", "music", "noise"]:
            found = []
            for onset, its_label in zip(onsets, labels):
                times = [moment - onset for moment, its, heard, *_ in lines
                         if its == kind and 0 < moment - onset < 2.5 and heard == label == its_label]
                found += times[:1]
            summary(f"{label}, by {kind}s", found, labels.count(label))
    took = sorted(float(line[4]) for line in lines)
    if took:
        print(f"| our own processing | {len(took)} | {took[len(took) // 2]:.2f} | p99 "
              f"{took[int(len(took) * .99)]:.2f} | {took[-1]:.2f} | p99 <= 5: "
              f"{'met' if took[int(len(took) * .99)] <= 5 else '**not met**'} |")


main()
