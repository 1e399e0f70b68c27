"""Fit what is fitted on dev: the calibration of the scores and the constants of the decision layer.

    python tune.py RUN/model.pt OUTPUT.json --data FOLDER --cache FOLDER

Calibration: per class a scale and a bias of the logits, by logistic regression on augmented dev streams, both
answers weighted alike, so that 0.5 is the point of equal error; shrunk towards (1, 0).
Decision layer: a coarse search, one constant after the other, on dev streams of another seed than the reported ones.
"""
import argparse
import json
import numpy as np
import torch
import data
import decide
import evaluate
import streams


def logistic(logit, target, weight, shrink=50.0):
    """(scale, bias) minimising the weighted cross-entropy, both answers balanced."""
    positive, negative = (weight * target).sum(), (weight * (1 - target)).sum()
    wp, wn = weight * target / positive, weight * (1 - target) / negative
    z, wp, wn = (torch.tensor(v, dtype=torch.float64) for v in (logit, wp, wn))
    p = torch.tensor([1.0, 0.0], dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.LBFGS([p], max_iter=50, line_search_fn="strong_wolfe")

    def closure():
        optimiser.zero_grad()
        y = p[0] * z + p[1]
        loss = (wp * torch.nn.functional.softplus(-y) + wn * torch.nn.functional.softplus(y)).sum() + ((p[0] - 1) ** 2 + p[1] ** 2 / 4) / shrink
        loss.backward()
        return loss
    optimiser.step(closure)
    return [round(float(v), 4) for v in p.detach()]


def calibrate(model, folder, cache, batches=12):
    """{head: {scale, bias}} from augmented dev streams; the exclusive head gets one temperature."""
    source = streams.Streams(streams.Library(folder, cache, "dev"), seed=99, delay=model.delay, normalization=model.normalization)
    logits, targets, weights, exclusive, exclusive_weight = [], [], [], [], []
    for _ in range(batches):
        x, ind, wi, exc, we = source.batch(10, 1200)
        with torch.no_grad():
            logits.append(model.net(torch.from_numpy(x))[:, model.delay:].numpy().reshape(-1, 8))
        targets.append(ind.reshape(-1, 4)), weights.append(wi.reshape(-1, 4))
        exclusive.append(exc.reshape(-1, 4)), exclusive_weight.append(we.reshape(-1))
    z, t, w, e, we = (np.concatenate(v).astype(np.float64) for v in (logits, targets, weights, exclusive, exclusive_weight))
    pairs = [logistic(z[:, c], t[:, c], w[:, c]) for c in range(4)]
    best = min(np.arange(0.6, 1.61, 0.05), key=lambda s: -np.average(np.log(evaluate.softmax(s * z[:, 4:]) + 1e-9)[np.arange(len(e)), e.argmax(1)], weights=we))
    reliability = []
    for c in range(4):
        p = evaluate.sigmoid(pairs[c][0] * z[:, c] + pairs[c][1])
        for low in np.arange(0, 1, 0.2):
            chosen = (p >= low) & (p < low + 0.2 + (low > 0.7)) & (w[:, c] > 0.5)
            reliability.append([data.CLASSES[c], round(float(low), 1), int(chosen.sum()), round(float(p[chosen].mean()), 3), round(float(t[chosen, c].mean()), 3)])
    return dict(independent=dict(scale=[p[0] for p in pairs], bias=[p[1] for p in pairs]),
                exclusive=dict(scale=[round(float(best), 2)] * 4, bias=[0.0] * 4)), reliability


def clip_bias(model, dev, scale):
    """A bias for one exclusive class, if it helps the clips: the best of a few, at most 0.4, plain and degraded together.

    Only one class and small steps: dev is small, and a freely fitted bias did not carry over to other data.
    """
    runs = []
    for variant in ("clean", "degraded"):
        rows, truth, _, logits = evaluate.clip_scores(model, dev, variant)
        levels = [dev.level(i) if variant == "clean" else np.zeros(len(z)) for i, z in zip(rows, logits)]
        runs.append((truth, [scale * z[:, 4:] for z in logits], levels))

    def score(bias):
        return np.mean([evaluate.macro_f1(truth, [decide.clip_posterior(evaluate.softmax(z + bias), level).argmax()
                                                  for z, level in zip(logits, levels)], 4).mean() for truth, logits, levels in runs])
    best, best_score = np.zeros(4), score(np.zeros(4))
    for c in range(4):
        for value in (-0.4, -0.2, 0.2, 0.4):
            bias = np.eye(4)[c] * value
            s = score(bias) - 0.005 * abs(value)
            if s > best_score:
                best, best_score = bias, s
    print("clips with bias", best, round(float(best_score), 4), flush=True)
    return [float(v) for v in best]


SEARCH = dict(switchCost=[10, 14, 18, 22, 26, 30, 36], quietCost=[0.4, 0.7, 1.0, 1.5, 2.0, 3.0], soundCost=[3, 6, 10],
              liveSwitchCost=[2, 3, 4, 5, 6, 8, 10, 12], liveQuietCost=[0.4, 0.7, 1.0, 1.5, 2.5, 4.0])


def worth(score, most_changes):
    """Macro-F1 and the first second, less what flickers more than allowed and what is late."""
    return (score["macro_f1"] + 0.15 * score["first_second"] - 0.15 * max(0, score["changes"] - most_changes)
            - 0.2 * max(0, score["boundary_ms"] - 70) / 1000)


def search(tests, settings, rounds=2):
    for _ in range(rounds):
        for name, values in SEARCH.items():
            live = name.startswith("live")
            labeller, most = (decide.label_live, 1.4) if live else (decide.label_file, 1.05)
            scores = [np.mean([worth(t.score(labeller, dict(settings, **{name: v})), most) for t in tests]) for v in values]
            settings = dict(settings, **{name: values[int(np.argmax(scores))]})
        for c in range(4):
            values = [-0.4, -0.2, 0.0, 0.2, 0.4]
            scores = []
            for v in values:
                bias = list(settings["classBias"])
                bias[c] = v
                scores.append(np.mean([worth(t.score(decide.label_file, dict(settings, classBias=bias)), 1.05) for t in tests]) - 0.02 * abs(v))
            settings["classBias"] = list(settings["classBias"])
            settings["classBias"][c] = values[int(np.argmax(scores))]
        print(settings, flush=True)
    return settings


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("output")
    parser.add_argument("--data")
    parser.add_argument("--cache", default="cache")
    parser.add_argument("--lag", type=int, default=3)
    a = parser.parse_args()
    torch.set_num_threads(1)
    folder = data.folder_of(a.data)
    model = evaluate.Model(a.model)
    calibration, reliability = calibrate(model, folder, a.cache)
    print(json.dumps(calibration), flush=True)
    dev = evaluate.Dev(folder, a.cache)
    test = evaluate.StreamTest(model, evaluate.make_streams(dev, 16, seed=23))
    scale = np.array(calibration["exclusive"]["scale"])
    calibration["exclusive"]["bias"] = clip_bias(model, dev, scale)
    for i, p in enumerate(test.posteriors):
        test.posteriors[i] = evaluate.softmax(scale * np.log(p + 1e-12) + np.array(calibration["exclusive"]["bias"]))
    settings = search([test], dict(decide.SEGMENTATION, liveLag=a.lag))
    with open(a.output, "w") as file:
        json.dump(dict(calibration=calibration, segmentation=settings, reliability=reliability), file, indent=1)


if __name__ == "__main__":
    main()
