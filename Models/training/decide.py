"""From scores to labels: the silence gate, the segmentation for files and live, and the label of a clip.

The runtime implements the same formulas; README.md, section "Decision layer", states them in words.
All inputs are at 25 frames per second. `posterior` is [t, 4] (exclusive head), `level` is [t] in dBFS.
"""
import numpy as np

LABELS = ["speech", "music", "singing", "noise", "silence"]
SEGMENTATION = dict(enterSilence=-65.0, leaveSilence=-60.0, exponent=1.0, classBias=[0.0, 0.0, 0.0, 0.0],
                    switchCost=12.0, quietCost=1.2, soundCost=6.0,
                    liveSwitchCost=8.0, liveQuietCost=1.2, liveLag=3, clipRange=60.0)


def score_level(hop_level):
    """Level of each 40 ms: mean power of its four 10 ms levels."""
    n = len(hop_level) // 4
    return 10 * np.log10(np.mean(10 ** (np.asarray(hop_level[:n * 4], np.float64).reshape(n, 4) / 10), axis=1) + 1e-12)


def gate(level, enter=-60.0, leave=-54.0):
    """True where it is silent: below `enter`, and then until above `leave`. A recording starts as not silent."""
    out = np.zeros(len(level), bool)
    silent = False
    for t, value in enumerate(level):
        silent = value < (leave if silent else enter)
        out[t] = silent
    return out


def emissions(posterior, silent, s, quiet_cost):
    """[t, 5] log scores. In silence the network's opinion does not count."""
    e = np.empty((len(posterior), 5))
    e[:, :4] = s["exponent"] * np.log(np.maximum(posterior, 1e-4)) + np.array(s["classBias"])
    e[:, 4] = -s["soundCost"]
    e[silent, :4] = -quiet_cost
    e[silent, 4] = 0
    return e


def forward(e, switch):
    """Viterbi with one cost for every change: (scores [t, 5], backpointers [t, 5]). Ties keep the label."""
    scores, back = np.empty_like(e), np.zeros(e.shape, int)
    v = e[0].copy()
    scores[0] = v
    for t in range(1, len(e)):
        best = int(np.argmax(v))
        change = v[best] - switch
        stay = v >= change
        back[t] = np.where(stay, np.arange(5), best)
        v = e[t] + np.where(stay, v, change)
        scores[t] = v
    return scores, back


def label_file(posterior, level, s=SEGMENTATION):
    """Labels [t] with the whole file in view."""
    e = emissions(posterior, gate(level, s["enterSilence"], s["leaveSilence"]), s, s["quietCost"])
    scores, back = forward(e, s["switchCost"])
    labels = np.empty(len(e), int)
    labels[-1] = int(np.argmax(scores[-1]))
    for t in range(len(e) - 1, 0, -1):
        labels[t - 1] = back[t, labels[t]]
    return labels


def label_live(posterior, level, s=SEGMENTATION):
    """Labels [t], each decided `liveLag` frames after it: the best path at that moment, followed back."""
    e = emissions(posterior, gate(level, s["enterSilence"], s["leaveSilence"]), s, s["liveQuietCost"])
    scores, back = forward(e, s["liveSwitchCost"])
    lag, labels = int(s["liveLag"]), np.empty(len(e), int)
    for t in range(len(e)):
        now = min(t + lag, len(e) - 1)
        state = int(np.argmax(scores[now]))
        for u in range(now, t, -1):
            state = back[u, state]
        labels[t] = state
    return labels


def clip_posterior(posterior, level, s=SEGMENTATION):
    """One distribution for a clip: the mean over frames that sound, within `clipRange` dB of its loudest frame."""
    n = min(len(posterior), len(level))
    posterior, level = posterior[:n], level[:n]
    use = (level > level.max() - s["clipRange"]) & ~gate(level, s["enterSilence"], s["leaveSilence"])
    if not use.any():
        use = level > level.max() - s["clipRange"]
    return posterior[use].mean(axis=0)
