"""How exactly windows of 100 ms follow a voice: mixtures whose truth is known by construction."""
import os

import numpy as np
import soundfile

from clips import CLASSES, RATE, rms, samples
from scores import auc, best_f1

STEP = RATE // 10


def voiced(x):
    """For every 10 ms whether the voice sounds: no more than 27 dB below its loud parts, smoothed over 50 ms."""
    hop = RATE // 100
    power = np.mean(x[:len(x) // hop * hop].reshape(-1, hop).astype(np.float64) ** 2, axis=1)
    smooth = np.convolve(power, np.ones(5) / 5, "same")
    return smooth > np.percentile(smooth, 95) * 10 ** (-27 / 10) + 1e-12


def songs(clips, rng, count=30, seconds=20):
    """A cappella phrases that enter and leave over instrumentals: (sound, truth every 10 ms)."""
    singers = [c for c in clips if c.kind == "singing, a cappella"]
    beds = [c for c in clips if c.kind == "music, bands and tracks" and c.seconds > 8]
    for number in range(count):
        bed = np.resize(samples(beds[rng.integers(len(beds))]), seconds * RATE)
        bed = bed / rms(bed)
        voice, truth = np.zeros_like(bed), np.zeros(seconds * 100, bool)
        at = int(rng.uniform(0.5, 3) * RATE)
        while at < len(bed) - RATE:
            phrase = samples(singers[rng.integers(len(singers))])
            length = min(len(phrase), int(rng.uniform(1.5, 6) * RATE), len(bed) - at)
            start = rng.integers(0, len(phrase) - length + 1)
            phrase = phrase[start:start + length]
            voice[at:at + length] = phrase / rms(phrase)
            heard = voiced(phrase)
            first = at * 100 // RATE
            truth[first:first + len(heard)] = heard[:len(truth) - first]
            at += length + int(rng.uniform(1, 4) * RATE)
        mix = bed + voice * 10 ** (rng.uniform(-3, 9) / 20)
        yield mix / np.abs(mix).max() * 0.7, truth


def talks(clips, rng, count=60, seconds=15):
    """Clean speech with pauses, under noise 8 to 25 dB softer: (sound, truth every 10 ms)."""
    talkers = [c for c in clips if c.label == "speech" and any(w in c.subclass for w in ("studio", "emotional", "children"))]
    talkers = talkers or [c for c in clips if c.label == "speech"]
    noises = [c for c in clips if c.kind in ("noise, environment", "noise, animals")]
    for _ in range(count):
        pause = np.zeros(int(rng.uniform(0.2, 1.5) * RATE), np.float32)
        parts = [samples(talkers[rng.integers(len(talkers))]) for _ in range(2)]
        voice = np.concatenate([parts[0], pause, parts[1]])[:seconds * RATE]
        noise = np.resize(samples(noises[rng.integers(len(noises))]), len(voice))
        mix = voice / rms(voice) + noise / rms(noise) * 10 ** (-rng.uniform(8, 25) / 20)
        yield mix / np.abs(mix).max() * 0.8, voiced(voice)


def collect(command, made, folder, label):
    """Truth and score of every 100 ms that is clearly voiced or clearly not."""
    os.makedirs(folder, exist_ok=True)
    truths = {}
    for number, (sound, truth) in enumerate(made):
        path = os.path.join(folder, f"{number:03d}.wav")
        soundfile.write(path, sound, RATE, subtype="PCM_16")
        truths[path] = truth
    found = command.windows(truths, window=0.1, overlap=0)
    pairs = []
    for path, truth in truths.items():
        share = truth[:len(truth) // 10 * 10].reshape(-1, 10).mean(axis=1)
        score = np.array([w[3][CLASSES.index(label)] for w in found[path]])
        length = min(len(share), len(score))
        clear = np.abs(share[:length] - 0.5) > 0.3
        pairs.append((share[:length][clear] > 0.5, score[:length][clear]))
    return np.concatenate([t for t, _ in pairs]), np.concatenate([s for _, s in pairs])


def report(command, clips, folder, seed=7):
    lines = ["Scores of windows of 100 ms. Voices enter and leave by construction; pauses are known from the clean voice.",
             "", "| test | AUC | best F1 | F1 at 0.5 | share voiced |", "|---|---|---|---|---|"]
    figures = {}
    for name, make, label in (("singing over instrumentals", songs, "singing"), ("speech with pauses, in noise", talks, "speech")):
        truth, score = collect(command, make(clips, np.random.default_rng(seed)), os.path.join(folder, label), label)
        at_half = 2 * np.sum(truth & (score >= .5)) / max(truth.sum() + np.sum(score >= .5), 1)
        lines.append(f"| {name} | {auc(truth, score):.3f} | {best_f1(truth, score):.3f} | {at_half:.3f} | {truth.mean():.2f} |")
        figures[f"frames, {name}, AUC"] = auc(truth, score)
    return lines, figures
