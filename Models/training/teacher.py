"""What larger public networks think of each clip, combined into one opinion on four classes.

teacher.npz (optional, beside the manifest) holds for each path FireRedVAD-AED probabilities at 100 ms (speech,
singing, music) and EfficientAT mn04 scores at 0.5 s (speech, music, singing, noise, silence). A multinomial
logistic regression on both, fitted across folds so that no recording is judged by a fit that saw it, is far
better than either alone. It gives soft targets; frame-level activity comes from FireRed alone.
"""
import os
import numpy as np
import torch
from data import CLASSES


def logit(p):
    p = np.clip(p.astype(np.float32), 1e-4, 1 - 1e-4)
    return np.log(p / (1 - p))


def window_mean(x, centres, radius):
    """Mean of rows of x within +-radius rows of each centre."""
    total = np.concatenate([np.zeros((1, x.shape[1])), np.cumsum(x, axis=0, dtype=np.float64)])
    low = np.clip(centres - radius, 0, len(x) - 1)
    high = np.clip(centres + radius + 1, low + 1, len(x))
    return ((total[high] - total[low]) / (high - low)[:, None]).astype(np.float32)


def step_features(firered, mn04):
    """16 numbers per 0.5 s step."""
    a, b = logit(firered), logit(mn04)
    steps = len(b)
    centres = np.minimum(np.arange(steps) * 5 + 2, len(a) - 1)
    return np.concatenate([window_mean(a, centres, 7), window_mean(a, centres, 20),
                           b, window_mean(b, np.arange(steps), 2)], axis=1)


def fit(x, y, weight):
    """Class-balanced multinomial regression with L2; returns (weights, bias, mean, deviation)."""
    mean, deviation = x.mean(0), x.std(0) + 1e-6
    inputs = torch.tensor((x - mean) / deviation)
    labels = torch.tensor(y)
    w = torch.tensor(weight)
    for c in range(4):
        w[labels == c] /= w[labels == c].sum() + 1e-9
    matrix = torch.zeros(x.shape[1], 4, requires_grad=True)
    bias = torch.zeros(4, requires_grad=True)
    optimiser = torch.optim.LBFGS([matrix, bias], max_iter=80, line_search_fn="strong_wolfe")

    def closure():
        optimiser.zero_grad()
        losses = torch.nn.functional.cross_entropy(inputs @ matrix + bias, labels, reduction="none")
        loss = (losses * w).sum() / 4 + 2e-4 * (matrix ** 2).sum()
        loss.backward()
        return loss
    optimiser.step(closure)
    return matrix.detach().numpy(), bias.detach().numpy(), mean, deviation


def predict(model, x):
    matrix, bias, mean, deviation = model
    z = (x - mean) / deviation @ matrix + bias
    z = np.exp(z - z.max(1, keepdims=True))
    return z / z.sum(1, keepdims=True)


def opinions(clips, folder):
    """For each clip (firered [t,3] at 100 ms, opinion [s,4] at 0.5 s), or None where there is no teacher."""
    path = os.path.join(folder, "teacher.npz")
    if not os.path.exists(path):
        return [None] * len(clips)
    archive = np.load(path)
    out, inputs = [], []
    for clip in clips:
        if clip.path + "|firered" not in archive:
            out.append(None)
            inputs.append(None)
            continue
        firered = archive[clip.path + "|firered"].astype(np.float32)
        out.append(firered)
        inputs.append(step_features(firered, archive[clip.path + "|mn04"]) if len(firered) else None)
    known = [i for i, c in enumerate(clips)
             if inputs[i] is not None and c.kind in CLASSES and c.split == "train" and not c.near_silence]
    recordings = sorted({clips[i].recording for i in known})
    fold_of = dict(zip(recordings, np.random.default_rng(0).permutation(len(recordings)) % 5))

    def training(rows):
        return fit(np.concatenate([inputs[i] for i in rows]),
                   np.concatenate([np.full(len(inputs[i]), CLASSES.index(clips[i].kind)) for i in rows]),
                   np.concatenate([np.full(len(inputs[i]), 1 / len(inputs[i]), np.float32) for i in rows]))
    models = [training([i for i in known if fold_of[clips[i].recording] != fold]) for fold in range(5)]
    models.append(training(known))
    right = total = 0
    for i, clip in enumerate(clips):
        if inputs[i] is None:
            out[i] = None
            continue
        opinion = predict(models[fold_of.get(clip.recording, 5)], inputs[i])
        out[i] = (out[i], opinion)
        if clip.kind in CLASSES:
            right += opinion.mean(0).argmax() == CLASSES.index(clip.kind)
            total += 1
    print(f"teacher: {right / max(total, 1):.3f} of the clips right, fitted across folds", flush=True)
    return out
