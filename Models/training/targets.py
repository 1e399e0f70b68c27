"""Frame targets at 10 ms for every clip.

Labels are per clip, but a pause in speech is not speech and an interlude is not singing. So there are two
kinds of target, for the two heads:
  independent (four sigmoids): what sounds NOW. Voices follow their activity; music stays true under singing.
  exclusive (softmax): what a listener would call this passage. Short pauses keep the label of the passage.
Each has a weight; 0 means that nobody knows.
"""
import os
import numpy as np
import data
import teacher
from data import CLASSES

SPEECH, MUSIC, SINGING, NOISE = range(4)


def frame_level(x):
    """dB of the mean band power of log-mel frames."""
    return 4.342945 * np.log(np.mean(np.exp(x.astype(np.float32)), axis=1))


def active_level(level):
    """Loudness of the clip: mean power of the frames within 30 dB of its loud ones."""
    loud = level[level > np.percentile(level, 95) - 30]
    return 10 * np.log10(np.mean(10 ** (loud / 10)))


def stretch(values, factor, frames):
    """Linear interpolation of rows at a coarse step to 10 ms frames (values sit at the centres of steps)."""
    if len(values) == 1:
        return np.repeat(values, frames, axis=0)
    at = np.clip((np.arange(frames) + 1.25 - factor / 2) / factor, 0, len(values) - 1)
    low = np.minimum(at.astype(int), len(values) - 2)
    part = (at - low)[:, None].astype(np.float32)
    return values[low] * (1 - part) + values[low + 1] * part


def widest(x, radius):
    """Maximum over +-radius frames."""
    from scipy.ndimage import maximum_filter1d
    return maximum_filter1d(x, 2 * radius + 1, mode="nearest")


def clip_targets(clip, opinion, level):
    """(independent [t,4], exclusive [t,4], weight independent [t], weight exclusive [t], keep)."""
    t = len(level)
    loudness = active_level(level)
    audible = np.clip((level - (loudness - 42)) / 8, 0, 1)
    label = np.zeros(4, np.float32)
    if clip.kind in CLASSES:
        label[CLASSES.index(clip.kind)] = 1
    independent = np.tile(label, (t, 1))
    exclusive = independent.copy()
    weight_i = np.ones(t, np.float32)
    weight_e = np.where(level < loudness - 45, 0, 1).astype(np.float32)
    keep = True
    energy_voice = np.clip((level - (loudness - 28)) / 8, 0, 1)
    voice = energy_voice
    if opinion is not None:
        firered, q = opinion
        firered, q = stretch(firered, 10, t), stretch(q, 50, t)
        clip_q = q.mean(0)
        if clip.kind in CLASSES:
            support = float(clip_q[CLASSES.index(clip.kind)])
            share = 0.6 if support >= 0.3 else 0.35
            if clip.human_noise:
                share = 0.6 * (clip_q[NOISE] >= 0.5)
            if clip.near_silence:
                share = 0.0
            keep = support >= 0.05 or clip.kind == "noise"
            exclusive = share * q + (1 - share) * label
            independent = exclusive.copy()
        voice = np.clip(np.maximum(firered[:, 0], firered[:, 1]) / 0.5, 0, 1)
        loud = level > loudness - 15
        if voice[loud].mean() < 0.35:      # the teacher does not hear this voice: go by the energy
            voice = energy_voice
    if clip.kind == "speech" or (clip.kind == "singing" and not clip.accompanied):
        active = voice * audible
        independent[:, SPEECH] *= active
        independent[:, SINGING] *= active
        quiet = active < 0.3
        independent[quiet, MUSIC] *= 0.3
        weight_i[quiet & (energy_voice > 0.9)] = 0.3     # loud but not voice: the teacher may be wrong
    if clip.accompanied or clip.kind == "song":
        if opinion is None:
            sung = np.ones(t, np.float32)
        else:
            sung = np.clip((firered[:, 1] - 0.15) / 0.5, 0, 1)
            if clip.accompanied and sung.mean() < 0.25:  # growling, rap: unheard by the teacher, keep the label
                sung = np.full(t, 0.7, np.float32)
                weight_i[:] = 0.4
        near = widest(sung, 70)
        independent = np.zeros((t, 4), np.float32)
        independent[:, SINGING], independent[:, MUSIC] = sung, 1
        passage = np.clip(near, 0, 1)
        if clip.accompanied:
            passage = np.maximum(passage, 0.3)
        exclusive = np.zeros((t, 4), np.float32)
        exclusive[:, SINGING], exclusive[:, MUSIC] = passage, 1 - passage
        weight_e *= np.where(np.abs(passage - 0.5) < 0.25, 0.4, 1)
        if clip.kind == "song" and opinion is not None:
            weight_e *= 0.7
    return independent, exclusive, weight_i, weight_e, keep


def build(folder, cache):
    """targets.npz with all clips in a row, placed as in index.npz."""
    out = os.path.join(cache, "targets.npz")
    if os.path.exists(out):
        return
    clips = data.load_manifest(folder)
    index = np.load(os.path.join(cache, "index.npz"))
    total = int(index["length"].sum())
    frames = np.memmap(os.path.join(cache, "clean.f16"), np.float16, "r", shape=(total, 64))
    independent, exclusive = np.zeros((total, 4), np.float16), np.zeros((total, 4), np.float16)
    weights = np.zeros((total, 2), np.float16)
    keep = np.zeros(len(clips), bool)
    for i, (clip, opinion) in enumerate(zip(clips, teacher.opinions(clips, folder))):
        s, n = index["start"][i], index["length"][i]
        if n < 30:
            continue
        a, b, c, d, keep[i] = clip_targets(clip, opinion, frame_level(frames[s:s + n]))
        independent[s:s + n], exclusive[s:s + n] = a, b
        weights[s:s + n, 0], weights[s:s + n, 1] = c, d
    print("left out of training as doubtful:", int((~keep).sum()), flush=True)
    np.savez(out, independent=independent, exclusive=exclusive, weights=weights, keep=keep)


if __name__ == "__main__":
    import argparse
    parser = argparse.ArgumentParser()
    parser.add_argument("--data")
    parser.add_argument("--cache", default="cache")
    a = parser.parse_args()
    build(data.folder_of(a.data), a.cache)
