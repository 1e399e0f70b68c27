"""Degraded copies of clips, and speech over music and over noise."""
import os
import subprocess

import numpy as np
import soundfile

from clips import CLASSES, RATE, rms, samples
from scores import f1
from whole_clips import majority, mean_scores

RATIOS = (15, 10, 5, 0, -5)


def _codec(x, container, *options):
    """Through an encoder and back."""
    raw = ["-f", "f32le", "-ar", str(RATE), "-ac", "1"]
    run = lambda args, data: subprocess.run(["ffmpeg", "-v", "error"] + args, input=data, capture_output=True, check=True).stdout
    coded = run(raw + ["-i", "pipe:0", *options, "-f", container, "pipe:1"], x.astype(np.float32).tobytes())
    back = run(["-f", container, "-i", "pipe:0", "-ac", "1", "-ar", str(RATE), "-f", "f32le", "pipe:1"], coded)
    return np.frombuffer(back, np.float32)


def _filtered(x, response):
    """x with a frequency response, given as a function of hertz."""
    n = 1 << int(np.ceil(np.log2(2 * len(x))))
    return np.fft.irfft(np.fft.rfft(x, n) * response(np.fft.rfftfreq(n, 1 / RATE)), n)[:len(x)]


def _telephone(f):
    """300 to 3400 Hz, sixth-order Butterworth slopes."""
    f = np.maximum(f, 1e-3)
    return 1 / np.sqrt((1 + (300 / f) ** 12) * (1 + (f / 3400) ** 12))


def _reverb(x, rng, t60=0.8):
    n = int(RATE * t60)
    room = rng.standard_normal(n) * 10 ** (-3 * np.arange(n) / n)
    room[:200] *= 0.3
    room[0] = 3
    size = 1 << int(np.ceil(np.log2(len(x) + n)))
    return np.fft.irfft(np.fft.rfft(x, size) * np.fft.rfft(room / np.sqrt(np.sum(room ** 2)), size), size)[:len(x)]


def _pink(x, rng, db):
    spectrum = np.fft.rfft(rng.standard_normal(len(x)))
    noise = np.fft.irfft(spectrum / np.sqrt(np.maximum(np.arange(len(spectrum)), 1)), len(x))
    return x + noise / rms(noise) * rms(x) * 10 ** (-db / 20)


def conditions(rng):
    """Name and function of each disturbance."""
    peak = lambda x: np.abs(x).max() + 1e-9
    return {
        "none": lambda x: x,
        "peak at -25 dBFS": lambda x: x / peak(x) * 10 ** (-25 / 20),
        "peak at -40 dBFS": lambda x: x / peak(x) * 10 ** (-40 / 20),
        "clipped by 12 dB": lambda x: np.clip(x / peak(x) * 4, -1, 1) * 0.9,
        "telephone band": lambda x: _filtered(x, _telephone),
        "mp3 32 kbit/s": lambda x: _codec(x, "mp3", "-c:a", "libmp3lame", "-b:a", "32k", "-ar", "22050"),
        "opus 12 kbit/s": lambda x: _codec(x, "ogg", "-c:a", "libopus", "-b:a", "12k", "-ar", "16000"),
        "reverberation 0.8 s": lambda x: _reverb(x, rng),
        "pink noise 10 dB": lambda x: _pink(x, rng, 10),
        "pink noise 3 dB": lambda x: _pink(x, rng, 3),
    }


def report(command, clips, folder, per_class=40, seed=5):
    rng = np.random.default_rng(seed)
    chosen = []
    for label in CLASSES:
        here = [c for c in clips if c.label == label]
        chosen += [here[i] for i in rng.permutation(len(here))[:per_class]]
    made = {name: [] for name in conditions(rng)}
    for number, clip in enumerate(chosen):
        x = samples(clip, limit=10)
        for name, change in conditions(rng).items():
            path = os.path.join(folder, "".join(ch if ch.isalnum() else "_" for ch in name), f"{number:04d}.wav")
            os.makedirs(os.path.dirname(path), exist_ok=True)
            y = change(x)
            soundfile.write(path, y / max(1, np.abs(y).max() / 0.99), RATE, subtype="PCM_16")
            made[name].append(path)
    truth = np.array([CLASSES.index(c.label) for c in chosen])
    lines = [f"{len(chosen)} clips, their first 10 s.", "", "| condition | macro-F1, majority label | macro-F1, highest mean score |", "|---|---|---|"]
    main, second = [], []
    for name, paths in made.items():
        found = command.windows(paths)
        main.append(f1(truth, [majority(found[p]) if found[p] else 4 for p in paths], 4).mean())
        second.append(f1(truth, [int(np.argmax(mean_scores(found[p]))) if found[p] else 4 for p in paths], 4).mean())
        lines.append(f"| {name} | {main[-1]:.3f} | {second[-1]:.3f} |")
    lines.append(f"| mean | {np.mean(main):.3f} | {np.mean(second):.3f} |")
    return lines, {"degraded copies, mean macro-F1": np.mean(main), "degraded copies, worst macro-F1": np.min(main)}


def mix_report(command, clips, folder, count=48, seed=5):
    """Speech over music and over noise: is either found?"""
    os.makedirs(folder, exist_ok=True)
    rng = np.random.default_rng(seed)
    by = {label: [c for c in clips if c.label == label and c.seconds > 2] for label in CLASSES}
    voices = [by["speech"][i] for i in rng.permutation(len(by["speech"]))[:count]]
    lines = [f"{len(voices)} mixtures each. Found: mean score of the clip's windows at or above the threshold.", "",
             "| mixture | speech found, 0.5 | 0.3 | label is speech | background found, 0.5 | 0.3 |", "|---|---|---|---|---|---|"]
    figures = {}
    for background in ("music", "noise"):
        beds = [by[background][i] for i in rng.permutation(len(by[background]))[:count]]
        for ratio in RATIOS:
            paths = []
            for number, voice in enumerate(voices):
                s = samples(voice, limit=10)
                b = np.resize(samples(beds[number % len(beds)], limit=10), len(s))
                y = s / rms(s) + b / rms(b) * 10 ** (-ratio / 20)
                paths.append(os.path.join(folder, f"{background}_{ratio}_{number}.wav"))
                soundfile.write(paths[-1], y / np.abs(y).max() * 0.8, RATE, subtype="PCM_16")
            found = command.windows(paths)
            scores = np.array([mean_scores(found[p]) for p in paths])
            speech, other = scores[:, 0], scores[:, CLASSES.index(background)]
            labels = np.mean([majority(found[p]) == 0 for p in paths])
            lines.append(f"| speech over {background}, {ratio:+d} dB | {(speech >= .5).mean():.2f} | {(speech >= .3).mean():.2f} |"
                         f" {labels:.2f} | {(other >= .5).mean():.2f} | {(other >= .3).mean():.2f} |")
            if background == "music" and ratio == 0:
                figures["speech found over music at 0 dB"] = (speech >= .5).mean()
    return lines, figures
