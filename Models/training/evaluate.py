"""Scores on the dev split: clips, kinds of clip, streams (file and live), mixtures, frame AUCs.

    python evaluate.py RUN/model.pt --data FOLDER --cache FOLDER [--tune]
Nothing here was trained on: dev shares no recording with train.
"""
import argparse
import json
import os
import numpy as np
import torch
import cache as caching
import data
import decide
import features
import network
import soundmodel
from data import CLASSES

RATE = 16000


class Model:
    """A trained network (model.pt) or an exported one (.soundmodel) with its front end: scores of whole recordings."""

    def __init__(self, path):
        self.scale, self.offset = np.ones(8, np.float32), np.zeros(8, np.float32)
        self.segmentation = dict(decide.SEGMENTATION)
        self.bands, self.every = 64, 1
        if path.endswith(".soundmodel"):
            manifest, weights = soundmodel.read(path)
            self.net = soundmodel.Interpreter(manifest, weights)
            self.delay, self.normalization = manifest["delayInScores"], manifest["normalization"]
            self.segmentation = manifest["segmentation"]
            self.calibrate({h["name"]: h for h in manifest["heads"]})
            return
        state = torch.load(path, weights_only=False, map_location="cpu")
        self.net = network.KINDS[state["kind"]](**state["settings"])
        self.net.load_state_dict(state["model"])
        self.net.eval()
        self.bands, self.every = state["settings"].get("bands", 64), state.get("every", 1)
        self.delay, self.normalization = state["delay"], state["normalization"] or features.NORMALIZATION

    def calibrate(self, calibration):
        """From now on logits are scaled and shifted by what was fitted on dev."""
        self.scale = np.array(calibration["independent"]["scale"] + calibration["exclusive"]["scale"], np.float32)
        self.offset = np.array(calibration["independent"]["bias"] + calibration["exclusive"]["bias"], np.float32)

    def logits(self, batch):
        """Logits [t/4, 8] of each log-mel array in the list, aligned with the sound (the delay is undone)."""
        out = [None] * len(batch)
        order = sorted(range(len(batch)), key=lambda i: len(batch[i]))
        position = 0
        while position < len(order):
            group = [order[position]]
            longest = len(batch[order[position]])
            while position + len(group) < len(order) and len(group) < 64:
                i = order[position + len(group)]
                if len(batch[i]) * (len(group) + 1) > 40000:
                    break
                longest = len(batch[i])
                group.append(i)
            position += len(group)
            frames = (longest + 3) // 4 * 4 + 4 * self.delay
            x = np.full((len(group), frames, batch[group[0]].shape[1]), np.log(1e-10), np.float32)
            for row, i in enumerate(group):
                x[row, :len(batch[i])] = batch[i]
            x = x[:, self.every - 1::self.every]
            x = features.normalise(x, self.normalization).astype(np.float32)
            with torch.no_grad():
                y = self.net(torch.from_numpy(x)).numpy() * self.scale + self.offset
            for row, i in enumerate(group):
                out[i] = y[row, self.delay:self.delay + (len(batch[i]) + 3) // 4]
        return out


def softmax(z):
    z = np.exp(z - z.max(-1, keepdims=True))
    return z / z.sum(-1, keepdims=True)


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def macro_f1(truth, predicted, classes):
    truth, predicted = np.asarray(truth), np.asarray(predicted)
    return np.array([2 * np.sum((truth == c) & (predicted == c)) / max(np.sum(truth == c) + np.sum(predicted == c), 1) for c in range(classes)])


def auc(truth, score):
    """Area under the ROC curve by ranks (ties count half)."""
    from scipy.stats import rankdata
    truth = np.asarray(truth, bool)
    ranks = rankdata(score)
    positive = truth.sum()
    return float((ranks[truth].sum() - positive * (positive + 1) / 2) / max(positive * (len(truth) - positive), 1))


def kind_of(clip):
    """Groups of clips whose recall is reported."""
    s = clip.subclass
    if clip.kind == "singing":
        return "singing: with accompaniment" if clip.accompanied else "singing: a cappella"
    if clip.kind == "music":
        if s.startswith(("solo_", "instrument_notes", "duo_", "piano_solo")):
            return "music: solo instruments"
        return "music: stems and loops" if "stem" in s or "loop" in s else "music: tracks and bands"
    if clip.kind == "noise":
        if clip.human_noise:
            voiced = any(w in s for w in ("laugh", "cry", "scream", "moan", "groan", "yawn", "affective"))
            return "noise: human, voiced" if voiced else "noise: human, other"
        return "noise: room tone" if clip.near_silence else "noise: animals" if "animal" in s or "dog" in s or "rooster" in s else "noise: environment"
    if "8k" in s:
        return "speech: telephone, 8 kHz radio"
    if any(w in s for w in ("spontan", "interview", "conversation", "podcast", "lecture", "talk", "court", "spoken", "broadcast", "archive", "public", "radio")):
        return "speech: spontaneous, broadcast"
    if "meeting" in s or "far_field" in s or "room" in s:
        return "speech: far field, room"
    return "speech: read, acted, words"


class Dev:
    """The dev clips with their waveforms, features and levels."""

    def __init__(self, folder, cache, split="dev", leave_in=None, bands=64):
        self.bands = bands
        self.clips = data.load_manifest(folder)
        index = np.load(os.path.join(cache, "index.npz"))
        self.index = index
        self.wave = np.memmap(os.path.join(cache, "wave.i16"), "<i2", "r")
        shape = (int(index["length"].sum()), bands)
        self.frames = {n: np.memmap(caching.cache_file(cache, n, bands), np.float16, "r", shape=shape) for n in ("clean", "degraded") if os.path.exists(caching.cache_file(cache, n, bands))}
        self.levels = np.memmap(os.path.join(cache, "level.f16"), np.float16, "r")
        if leave_in:
            rows = [i for i, c in enumerate(self.clips) if any(w in c.path or w in c.source for w in leave_in)]
        else:
            rows = [i for i, c in enumerate(self.clips) if c.split == split]
        self.rows = [i for i in rows if self.clips[i].kind in CLASSES and index["length"][i] >= 40]

    def samples(self, i):
        s, n = self.index["wave_start"][i], self.index["wave_length"][i]
        return self.wave[s:s + n].astype(np.float32) / 32768

    def log_mel(self, i, variant="clean"):
        s, n = self.index["start"][i], self.index["length"][i]
        return self.frames[variant][s:s + n].astype(np.float32)

    def level(self, i):
        s, n = self.index["start"][i], self.index["length"][i]
        return decide.score_level(np.append(self.levels[s:s + n], [self.levels[s + n - 1]] * ((-n) % 4)).astype(np.float32))


def clip_scores(model, dev, variant="clean", settings=decide.SEGMENTATION):
    """(truth, posteriors [n, 4]) of the dev clips without room tone."""
    rows = [i for i in dev.rows if not dev.clips[i].near_silence]
    logits = model.logits([dev.log_mel(i, variant) for i in rows])
    posterior = [decide.clip_posterior(softmax(z[:, 4:]), dev.level(i) if variant == "clean" else np.zeros(len(z)), settings)
                 for z, i in zip(logits, rows)]
    return rows, np.array([CLASSES.index(dev.clips[i].kind) for i in rows]), np.array(posterior), logits


def make_streams(dev, count=8, seconds=120, seed=11, sources=None):
    """Streams of dev clips with silences between, labels by construction: [(samples, [(start, end, label)])]."""
    rng = np.random.default_rng(seed)
    by = {c: [i for i in dev.rows if dev.clips[i].kind == name] for c, name in enumerate(CLASSES)}
    out = []
    for _ in range(count):
        parts, segments, last, at = [], [], None, 0
        while at < seconds * RATE:
            c = int(rng.choice([k for k in range(5) if k != last]))
            length = int(rng.uniform(2.5, 8) * RATE)
            if c == 4:
                y = rng.standard_normal(length).astype(np.float32) * 10 ** (-rng.uniform(68, 90) / 20)
            else:
                y = dev.samples(by[c][rng.integers(len(by[c]))])
                if len(y) < 1.5 * RATE:
                    continue
                if len(y) > length:
                    a = rng.integers(0, len(y) - length + 1)
                    y = y[a:a + length]
                rms = np.sqrt(np.mean(y ** 2))
                if rms < 1e-4:
                    continue
                y = np.clip(y / rms * 10 ** (-rng.uniform(16, 30) / 20), -1, 1)
            last = c
            fade = int(0.03 * RATE)
            y = y.copy()
            y[:fade] *= np.linspace(0, 1, fade)
            y[-fade:] *= np.linspace(1, 0, fade)
            parts.append(y)
            segments.append((at / RATE, (at + len(y)) / RATE, c))
            at += len(y)
        out.append((np.concatenate(parts), segments))
    return out


class StreamTest:
    """Streams with the network's scores, to be labelled with any settings of the decision layer."""

    def __init__(self, model, made):
        self.segments = [s for _, s in made]
        logits = model.logits([features.log_mel(x, bands=model.bands) for x, _ in made])
        self.posteriors = [softmax(z[:, 4:]) for z in logits]
        self.levels = []
        for (x, _), z in zip(made, logits):
            level = decide.score_level(features.hop_level(x))
            self.levels.append(np.append(level, [level[-1]] * max(0, len(z) - len(level)))[:len(z)])

    def score(self, labeller, settings):
        """Accuracy, macro-F1 on a 100 ms grid, changes per true change, median boundary error, found, first second."""
        truth, predicted, first = [], [], []
        changes = true_changes = found = 0
        errors = []
        for segments, posterior, level in zip(self.segments, self.posteriors, self.levels):
            labels = labeller(posterior, level, settings)
            total = int(round(segments[-1][1] / 0.1))
            y, since = np.full(total, 3), np.zeros(total)
            for a, b, c in segments:
                y[int(round(a / 0.1)):int(round(b / 0.1))] = c
                since[int(round(a / 0.1)):int(round(b / 0.1))] = np.arange(int(round(b / 0.1)) - int(round(a / 0.1)))[:total - int(round(a / 0.1))] * 0.1
            starts = [0] + [t for t in range(1, len(labels)) if labels[t] != labels[t - 1]]
            p = np.full(total, 3)
            for t0, t1 in zip(starts, starts[1:] + [len(labels) + 10]):
                p[int(round(t0 * 0.04 / 0.1)):int(round(t1 * 0.04 / 0.1))] = labels[t0]
            truth.append(y), predicted.append(p)
            first.append((y == p)[(since < 1.0) & (np.arange(total) * 0.1 >= segments[0][1])])
            changes += int(np.sum(p[1:] != p[:-1]))
            for a, _, c in segments[1:]:
                true_changes += 1
                near = [abs(t * 0.04 - a) for t in starts[1:] if labels[t] == c and abs(t * 0.04 - a) < 2]
                if near:
                    found += 1
                    errors.append(min(near))
        y, p = np.concatenate(truth), np.concatenate(predicted)
        f1 = macro_f1(y, p, 5)
        return dict(accuracy=float((y == p).mean()), macro_f1=float(f1.mean()), f1=[round(float(v), 3) for v in f1],
                    changes=changes / true_changes, boundary_ms=float(np.median(errors) * 1000) if errors else -1,
                    found=found / true_changes, first_second=float(np.concatenate(first).mean()))


def scale_to(x, y, db):
    """x + y with x `db` above y in RMS, peak 0.8."""
    rms = lambda v: np.sqrt(np.mean(v ** 2)) + 1e-9
    z = x / rms(x) + y / rms(y) * 10 ** (-db / 20)
    return (z / np.abs(z).max() * 0.8).astype(np.float32)


def speech_over_music(model, dev, count=48, seed=5):
    """Share of mixtures in which speech is found, by two rules (mean of the clip; loudest mean of 1 s), and music."""
    rng = np.random.default_rng(seed)
    pick = lambda kind: [i for i in dev.rows if dev.clips[i].kind == kind and dev.index["wave_length"][i] > 2 * RATE]
    speech, music = rng.permutation(pick("speech"))[:count], rng.permutation(pick("music"))
    out = {}
    for db in (10, 5, 0, -5):
        mixes = []
        for j, i in enumerate(speech):
            s = dev.samples(i)[:10 * RATE]
            mixes.append(scale_to(s, np.resize(dev.samples(music[j % len(music)]), len(s)), db))
        scores = [sigmoid(z[:, :4]) for z in model.logits([features.log_mel(x) for x in mixes])]
        mean = np.array([s.mean(0) for s in scores])
        top = np.array([np.convolve(s[:, 0], np.ones(25) / 25, "valid").max() for s in scores])
        out[db] = dict(speech_mean=float((mean[:, 0] >= 0.5).mean()), speech_best_second=float((top >= 0.5).mean()),
                       speech_mean_03=float((mean[:, 0] >= 0.3).mean()), music_mean=float((mean[:, 1] >= 0.5).mean()))
    return out


def frame_aucs(model, dev, count=30, seed=7):
    """AUC of voices entering and leaving, at 100 ms, where the truth is known by construction.

    singing_in_songs: a cappella phrases over instrumentals; speech_pauses: clean speech, its pauses by energy,
    under noise at 8-25 dB. Also two comparisons with FireRed's frames as a stand-in for the truth.
    """
    rng = np.random.default_rng(seed)

    def voiced(x):
        level = features.hop_level(x)
        smooth = np.convolve(10 ** (level / 10), np.ones(5) / 5, "same")
        return 10 * np.log10(smooth + 1e-12) > 10 * np.log10(np.percentile(smooth, 95) + 1e-12) - 27

    def collect(mixes, truths, column):
        pairs = []
        for z, truth in zip(model.logits([features.log_mel(x) for x in mixes]), truths):
            s = np.repeat(sigmoid(z[:, column]), 4)
            n = min(len(s), len(truth)) // 10
            t, s = truth[:n * 10].reshape(n, 10).mean(1), s[:n * 10].reshape(n, 10).mean(1)
            clear = (t > 0.8) | (t < 0.2)
            pairs.append((t[clear] > 0.5, s[clear]))
        return auc(np.concatenate([p[0] for p in pairs]), np.concatenate([p[1] for p in pairs]))
    rows = lambda test: [i for i in dev.rows if test(dev.clips[i])]
    singers = rng.permutation(rows(lambda c: c.kind == "singing" and not c.accompanied))
    music = rng.permutation(rows(lambda c: c.kind == "music" and dev.index["wave_length"][dev.clips.index(c)] > 8 * RATE and c.subclass.startswith(("full_track", "band", "rock", "karaoke", "piano", "nonvocal"))))
    mixes, truths = [], []
    for j in range(count):
        bed = np.resize(dev.samples(music[j % len(music)]), 20 * RATE).copy()
        bed /= np.sqrt(np.mean(bed ** 2)) + 1e-9
        voice, truth = np.zeros_like(bed), np.zeros(2000, bool)
        at = int(rng.uniform(0.5, 3) * RATE)
        while at < len(bed) - RATE:
            y = dev.samples(singers[rng.integers(len(singers))])
            n = min(int(rng.uniform(1.5, 6) * RATE), len(y), len(bed) - at)
            a = rng.integers(0, len(y) - n + 1)
            y = y[a:a + n]
            voice[at:at + n] = y / (np.sqrt(np.mean(y ** 2)) + 1e-9)
            t = voiced(y)
            truth[at // 160:at // 160 + len(t)] = t
            at += n + int(rng.uniform(1, 4) * RATE)
        z = bed + voice * 10 ** (rng.uniform(-3, 9) / 20)
        mixes.append((z / np.abs(z).max() * 0.7).astype(np.float32))
        truths.append(truth)
    result = dict(singing_in_mixed_songs=collect(mixes, truths, 2))
    talkers = rng.permutation(rows(lambda c: c.kind == "speech" and ("read_studio" in c.subclass or "emotional" in c.subclass or "children" in c.subclass)))
    noises = rng.permutation(rows(lambda c: c.kind == "noise" and not c.near_silence and not c.human_noise))
    mixes, truths = [], []
    for j in range(count * 2):
        y = np.concatenate([dev.samples(talkers[(2 * j) % len(talkers)]), np.zeros(int(rng.uniform(0.2, 1.5) * RATE), np.float32),
                            dev.samples(talkers[(2 * j + 1) % len(talkers)])])[:15 * RATE]
        mixes.append(scale_to(y, np.resize(dev.samples(noises[j % len(noises)]), len(y)), rng.uniform(8, 25)))
        truths.append(voiced(y))
    result["speech_pauses_in_noise"] = collect(mixes, truths, 0)
    teacher_path = getattr(dev, "teacher_path", None)
    if teacher_path and os.path.exists(teacher_path):
        archive = np.load(teacher_path)
        for name, chosen, column, source in (
                ("conversations_by_firered", rows(lambda c: kind_of(c) in ("speech: spontaneous, broadcast", "speech: telephone, 8 kHz radio")), 0, 0),
                ("songs_by_firered", [i for i, c in enumerate(dev.clips) if c.split == "dev" and (c.accompanied or c.kind == "song" and c.subclass == "vocals")], 2, 1)):
            t, s = [], []
            for i, z in zip(chosen, model.logits([dev.log_mel(i) for i in chosen])):
                truth = archive[dev.clips[i].path + "|firered"][:, source].astype(np.float32)
                score = np.repeat(sigmoid(z[:, column]), 4)
                n = min(len(truth), len(score) // 10)
                score = score[:n * 10].reshape(n, 10).mean(1)
                clear = np.abs(truth[:n] - 0.5) > 0.25
                t.append(truth[:n][clear] > 0.5), s.append(score[clear])
            result[name] = auc(np.concatenate(t), np.concatenate(s))
    return result


def conditions(model, folder, settings=decide.SEGMENTATION):
    """Macro-F1 per condition of degraded copies: FOLDER/robust/<condition>/manifest.csv with path and class."""
    import csv
    out = {}
    for name in sorted(os.listdir(os.path.join(folder, "robust"))):
        with open(os.path.join(folder, "robust", name, "manifest.csv"), newline="") as file:
            rows = list(csv.DictReader(file))
        waves = [caching.decode(r["path"]) for r in rows]
        logits = model.logits([features.log_mel(x) for x in waves])
        posterior = []
        for x, z in zip(waves, logits):
            level = decide.score_level(features.hop_level(np.append(x, np.zeros(640, np.float32))))[:len(z)]
            posterior.append(decide.clip_posterior(softmax(z[:, 4:]), level, settings))
        truth = [CLASSES.index(r["class"]) for r in rows]
        out[name] = round(float(macro_f1(truth, np.array(posterior).argmax(1), 4).mean()), 3)
    out["mean"] = round(float(np.mean(list(out.values()))), 3)
    return out


def left_out(model, dev, settings):
    """Recall by source (for clips of sources that a run did not train on)."""
    rows, truth, posterior, _ = clip_scores(model, dev, "clean", settings)
    sources = {}
    for i, t, p in zip(rows, truth, posterior.argmax(1)):
        sources.setdefault(f"{dev.clips[i].source}: {dev.clips[i].kind}", []).append(t == p)
    return dict(sources={k: [round(float(np.mean(v)), 3), len(v)] for k, v in sorted(sources.items())})


def report(model, dev, made, settings=decide.SEGMENTATION, long=True):
    """All dev scores as one dictionary."""
    rows, truth, posterior, _ = clip_scores(model, dev, "clean", settings)
    predicted = posterior.argmax(1)
    f1 = macro_f1(truth, predicted, 4)
    degraded = clip_scores(model, dev, "degraded", settings)[2] if "degraded" in dev.frames else posterior
    kinds = {}
    for i, t, p in zip(rows, truth, predicted):
        kinds.setdefault(kind_of(dev.clips[i]), []).append(t == p)
        seconds = dev.index["length"][i] / 100
        kinds.setdefault("under 4 s" if seconds < 4 else "4 to 10 s" if seconds < 10 else "over 10 s", []).append(t == p)
    test = StreamTest(model, made)
    out = dict(clip_f1=float(f1.mean()), clip_accuracy=float((truth == predicted).mean()), clip_f1_by_class=[round(float(v), 3) for v in f1],
               degraded_f1=float(macro_f1(truth, degraded.argmax(1), 4).mean()),
               file=test.score(decide.label_file, settings), live=test.score(decide.label_live, settings))
    if long:
        out["kinds"] = {k: [round(float(np.mean(v)), 3), len(v)] for k, v in sorted(kinds.items())}
        out["mixes"] = speech_over_music(model, dev)
        out["auc"] = frame_aucs(model, dev)
        out["wrong"] = [f"{dev.clips[i].path}: {CLASSES[t]} -> {CLASSES[p]} ({q[p]:.2f})" for i, t, p, q in zip(rows, truth, predicted, posterior) if t != p]
    return out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("models", nargs="+")
    parser.add_argument("--data")
    parser.add_argument("--cache", default="cache")
    parser.add_argument("--brief", action="store_true")
    parser.add_argument("--only", help="comma-separated words of sources: score their clips (train and dev) instead of the dev split")
    parser.add_argument("--conditions", help="folder with robust/<condition>/manifest.csv of degraded copies")
    parser.add_argument("--json", help="write the whole report there")
    parser.add_argument("--streams", type=int, default=12)
    parser.add_argument("--tuned", help="what tune.py wrote: calibration and constants of the decision layer")
    a = parser.parse_args()
    torch.set_num_threads(1)
    folder = data.folder_of(a.data)
    dev = Dev(folder, a.cache, leave_in=a.only.split(",") if a.only else None)
    dev.teacher_path = os.path.join(folder, "teacher.npz")
    made = make_streams(dev, a.streams)
    for path in a.models:
        model = Model(path)
        if a.tuned:
            with open(a.tuned) as file:
                tuned = json.load(file)
            model.calibrate(tuned["calibration"])
            model.segmentation = tuned["segmentation"]
        settings = model.segmentation
        if model.bands != dev.bands:
            dev = Dev(folder, a.cache, leave_in=a.only.split(",") if a.only else None, bands=model.bands)
        r = report(model, dev, made, settings, not (a.brief or a.only))
        if a.only:
            r.update(left_out(model, dev, settings))
        f, l = r["file"], r["live"]
        print(f"{path}: clips {r['clip_f1']:.4f} degraded {r['degraded_f1']:.4f} | file F1 {f['macro_f1']:.3f} changes {f['changes']:.2f} "
              f"boundary {f['boundary_ms']:.0f} ms first second {f['first_second']:.3f} | live F1 {l['macro_f1']:.3f} changes {l['changes']:.2f} first {l['first_second']:.3f}", flush=True)
        if a.conditions:
            r["conditions"] = conditions(model, a.conditions, settings)
            print(r["conditions"], flush=True)
        if a.json:
            with open(a.json, "w") as file:
                json.dump(r, file, indent=1)
        elif not a.brief:
            print(json.dumps(r, indent=1))


if __name__ == "__main__":
    main()
