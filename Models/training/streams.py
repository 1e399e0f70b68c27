"""Endless training batches: streams cut together from clips, mixed and disturbed in the mel power domain.

Why streams: a network trained on crops of single clips learns to pool its whole receptive field and keeps
saying what it heard before. Here most crops change class, level, room and background at arbitrary times.

A crop has two layers. Layer A is a row of events (pieces of clips, with gaps); layer B, sometimes, is what
sounds behind them. Powers add, so the targets of a mixture are known exactly, and so are the entries of
a voice over an accompaniment.
"""
import os
import numpy as np
from cache import cache_file
import data
import features
import targets
from data import CLASSES

SPEECH, MUSIC, SINGING, NOISE = range(4)
LN = 0.2302585                 # nepers of power per dB
HARMONIC = ("baby", "rooster", "dog", "cat", "animal", "laugh", "siren", "bell", "cry", "scream", "bird",
            "groan", "moan", "wolf", "crow", "sheep", "cow", "horn", "alarm", "whistle", "seagull")
SOLO = ("solo_", "instrument_notes", "stem_", "synth_stem", "piano", "duo_", "dark_ambient")


class Library:
    """Cached features and targets of all clips, and how often each is drawn."""

    def __init__(self, folder, cache, split="train", licences=(), leave_out=(), bands=64, variants=("clean", "degraded", "reverb")):
        self.clips = data.load_manifest(folder)
        index = np.load(os.path.join(cache, "index.npz"))
        self.start, self.length = index["start"], index["length"]
        self.bands = bands
        shape = (int(self.length.sum()), bands)
        self.variants = {}
        for name in variants:
            path = cache_file(cache, name, bands)
            if os.path.exists(path):
                self.variants[name] = np.memmap(path, np.float16, "r", shape=shape)
        t = np.load(os.path.join(cache, "targets.npz"))
        self.independent, self.exclusive, self.weights, keep = (t[k] for k in ("independent", "exclusive", "weights", "keep"))
        self.loudness = {}
        members = [i for i, c in enumerate(self.clips)
                   if c.split == split and keep[i] and self.length[i] >= 40
                   and data.licence_allowed(c.licence, licences)
                   and not any(word in c.path or word in c.source for word in leave_out)]
        self.members = members
        self.pools = {}
        for pool in ("speech", "music", "acappella", "band", "noise", "song", "quiet"):
            rows = [i for i in members if self.pool_of(self.clips[i]) == pool]
            if rows:
                weight = self.sampling_weights(rows)
                self.pools[pool] = (np.array(rows), np.cumsum(weight) / weight.sum())

    @staticmethod
    def pool_of(clip):
        if clip.kind == "singing":
            return "band" if clip.accompanied else "acappella"
        if clip.near_silence:
            return "quiet"
        return clip.kind

    def sampling_weights(self, rows):
        """Sources by the root of their minutes, recordings by the root of their seconds (at most 120), clips evenly.

        Human non-verbal sounds are drawn by kind, evenly, as 28 % of the noise: the kinds that are rare here are
        not rare in the world.
        """
        groups = {}
        for i in rows:
            c = self.clips[i]
            key = ("human", c.subclass) if c.human_noise else ("source", c.source)
            groups.setdefault(key, {}).setdefault(c.recording, []).append(i)
        weight = {}
        human = sum(1 for key in groups if key[0] == "human")
        minutes = {key: sum(self.length[i] for r in g.values() for i in r) / 6000 for key, g in groups.items()}
        total = sum(np.sqrt(m) for key, m in minutes.items() if key[0] == "source")
        for key, recordings in groups.items():
            if key[0] == "human":                 # evenly by kind, but a kind with three clips is not drawn 100 times as often
                share = 0.28 * min(1.0, minutes[key] / 0.3) / human
            else:
                share = np.sqrt(minutes[key]) / total * (0.72 if human else 1)
            seconds = {r: np.sqrt(min(120, sum(self.length[i] for i in g) / 100)) for r, g in recordings.items()}
            for r, g in recordings.items():
                for i in g:
                    weight[i] = share * seconds[r] / sum(seconds.values()) / len(g) * self.boost(self.clips[i])
        return np.array([weight[i] for i in rows])

    @staticmethod
    def boost(clip):
        s = clip.subclass
        if clip.kind == "noise" and not clip.human_noise and any(w in s for w in HARMONIC):
            return 2.0
        if clip.kind == "music" and s.startswith(SOLO):
            return 1.8
        if clip.kind == "speech" and any(w in s for w in (
                "spontan", "interview", "conversation", "podcast", "telephone", "radio", "lecture", "talk", "broadcast",
                "court", "archive", "meeting", "public", "spoken", "far_field")):
            return 2.0
        return 1.0

    def draw(self, rng, pool):
        rows, cumulative = self.pools[pool]
        return int(rows[min(np.searchsorted(cumulative, rng.random()), len(rows) - 1)])

    def has(self, pool):
        return pool in self.pools

    def loudness_of(self, variant, i):
        key = (variant, i)
        if key not in self.loudness:
            s, n = self.start[i], self.length[i]
            self.loudness[key] = float(targets.active_level(targets.frame_level(self.variants[variant][s:s + n:2])))
        return self.loudness[key]


class Streams:
    """Draws batches: (input [b, t, 64], independent [b, s, 4], its weights, exclusive [b, s, 4], its weights [b, s])."""

    def __init__(self, library, seed=0, delay=8, mixing=1.0, frames_per_score=4, normalization=None, single=0.22, every=1):
        self.library, self.rng = library, np.random.default_rng(seed)
        self.delay, self.mixing, self.per = delay, mixing, frames_per_score
        self.normalization = normalization or features.NORMALIZATION
        self.single, self.every = single, every     # every = 2 drops every other frame: a hop of 20 ms
        self.bands = library.bands
        self.noise_table = np.log(self.rng.gamma(3.0, 1 / 3.0, (8192, self.bands)).astype(np.float32) + 1e-4)

    # ---- one event -----------------------------------------------------------------------------------------
    def equaliser(self, strength):
        """A smooth random frequency response in nepers of power."""
        knots = self.rng.standard_normal(6) * self.rng.uniform(0, strength) * LN
        return np.interp(np.linspace(0, 5, self.bands), np.arange(6), knots).astype(np.float32)

    def band_limit(self):
        """Telephone, low-pass or high-pass as an attenuation per band, or None."""
        r = self.rng.random()
        if r > 0.20:
            return None
        hz = 700 * (np.exp(np.linspace(features.mel(60), features.mel(7800), self.bands + 2)[1:-1] / 1127) - 1)
        low, high = (300, 3400) if r < 0.08 else (0, self.rng.uniform(2500, 7000)) if r < 0.15 else (self.rng.uniform(80, 400), 9000)
        octaves = np.maximum(0, np.log2(hz / high)) + np.maximum(0, np.log2(np.maximum(low, 1) / hz))
        return (-np.minimum(octaves * self.rng.uniform(24, 60), 70) * LN).astype(np.float32)

    def event(self, i, frames, eq=0.5):
        """A piece of clip i of at most `frames` frames at loudness 0 dB: (log power, independent, exclusive, weights)."""
        lib, rng = self.library, self.rng
        clip = lib.clips[i]
        pool = lib.pool_of(clip)
        variant, r = "clean", rng.random()
        if r < 0.35 and "degraded" in lib.variants:
            variant = "degraded"
        elif "reverb" in lib.variants and r < 0.35 + {"speech": 0.15, "acappella": 0.08}.get(pool, 0):
            variant = "reverb"
        factor = float(np.clip(np.exp(rng.normal(0, 0.1)), 0.8, 1.25)) if rng.random() < 0.5 else 1.0
        length = int(lib.length[i])
        frames = min(frames, int((length - 2) / factor))
        wanted = int(frames * factor) + 2
        offset = lib.start[i] + rng.integers(0, length - wanted + 1)
        x = lib.variants[variant][offset:offset + wanted].astype(np.float32)
        at = np.arange(frames) * factor
        low = at.astype(int)
        if factor != 1.0:
            part = (at - low)[:, None].astype(np.float32)
            x = x[low] * (1 - part) + x[low + 1] * part
        else:
            x = x[:frames]
        wide = pool == "music" and clip.subclass.startswith(SOLO) or pool == "noise" and any(w in clip.subclass for w in HARMONIC)
        if rng.random() < (0.8 if wide else 0.5):
            limit = 8 if wide else 3
            shift = float(np.clip(rng.normal(0, 3.2 if wide else 1.2), -limit, limit))
            bands = np.clip(np.arange(self.bands) - shift * self.bands / 64, 0, self.bands - 1)
            b0 = np.minimum(bands.astype(int), self.bands - 2)
            part = (bands - b0).astype(np.float32)
            x = x[:, b0] * (1 - part) + x[:, b0 + 1] * part
        gain = -lib.loudness_of(variant, i) * LN
        if rng.random() < eq:
            gain = gain + self.equaliser(6)
        limit = self.band_limit()
        if limit is not None:
            gain = gain + limit
        rows = offset + low
        w = lib.weights[rows].astype(np.float32)
        return (x + gain, lib.independent[rows].astype(np.float32), lib.exclusive[rows].astype(np.float32), w[:, 0], w[:, 1])

    def background(self, pool):
        """(pool of the background, dB of the foreground above it) or None."""
        rng, r = self.rng, self.rng.random()
        if pool == "speech" and r < 0.42 * self.mixing:
            kind = rng.choice(["music", "noise", "speech"], p=[0.52, 0.40, 0.08])
            return kind, {"music": rng.uniform(-6, 20), "noise": rng.uniform(-4, 25), "speech": rng.uniform(0, 15)}[kind]
        if pool == "acappella" and r < 0.55 * self.mixing:
            return ("music", rng.uniform(-6, 12)) if rng.random() < 0.75 else ("noise", rng.uniform(0, 25))
        if pool in ("music", "band", "song") and r < 0.22 * self.mixing:
            return "noise", rng.uniform(3, 25)
        if pool == "noise" and r < 0.22 * self.mixing:
            return "noise", rng.uniform(-3, 15)
        return None

    # ---- one crop ------------------------------------------------------------------------------------------
    def crop(self, frames):
        lib, rng = self.library, self.rng
        layers = [dict(power=np.zeros((frames, self.bands), np.float32), independent=np.zeros((frames, 4), np.float32),
                       exclusive=np.zeros((frames, 4), np.float32), weight_i=np.ones(frames, np.float32),
                       weight_e=np.zeros(frames, np.float32), level=np.full(frames, -200, np.float32),
                       voice=np.zeros(frames, bool)) for _ in range(2)]

        def place(layer, pool, at, length, level):
            """Puts clips of the pool over [at, at+length), returns the end of the first one that was placed."""
            i = lib.draw(rng, pool)
            begin = max(at, 0)
            room = min(at + length, frames) - begin
            if room < 8:
                return at + length
            x, ind, exc, wi, we = self.event(i, room, 0.5 if layer == 0 else 0.3)
            n, L = len(x), layers[layer]
            s = slice(begin, begin + n)
            L["power"][s] = np.exp(np.minimum(x + level * LN, 12))
            L["independent"][s], L["exclusive"][s] = ind, exc
            L["weight_i"][s], L["weight_e"][s] = wi, we
            L["level"][s] = level
            L["voice"][s] = pool in ("speech", "acappella")
            return begin + n

        def fill(layer, pool, at, length, level):
            """The same pool without a gap: several clips if one is too short."""
            end = at + length
            while at < min(end, frames):
                at = place(layer, pool, at, end - at, level)

        pools = [p for p in ("speech", "music", "acappella", "band", "noise", "song", "quiet") if lib.has(p)]
        share = np.array([dict(speech=0.24, music=0.205, acappella=0.145, band=0.095, noise=0.255, song=0.05, quiet=0.01)[p] for p in pools])
        pick = lambda: str(rng.choice(pools, p=share / share.sum()))
        mode = rng.random()
        if mode < self.single:                                          # one class throughout
            pool = pick()
            fill(0, pool, 0, frames, 0.0)
            behind = self.background(pool)
            if behind and lib.has(behind[0]):
                fill(1, behind[0], 0, frames, -behind[1])
        elif mode < self.single + 0.18 * self.mixing and lib.has("music") and (lib.has("acappella") or lib.has("speech")):
            pool = "acappella" if lib.has("acappella") and rng.random() < 0.62 or not lib.has("speech") else "speech"
            under = "music" if rng.random() < 0.88 or not lib.has("noise") else "noise"
            fill(1, under, 0, frames, 0.0)
            snr = rng.uniform(-6, 13)
            at = int(rng.uniform(-300, 300))
            while at < frames:                                           # phrases of a voice over one background
                length = int(rng.uniform(60, 480))
                end = place(0, pool, at, length, snr)
                at = max(end, at + 8) + int(rng.uniform(20, 400))
            # in a short gap between phrases nobody would change the name of the passage
            sounding = np.flatnonzero(layers[0]["level"] > -100)
            for a, b in zip(sounding[:-1], sounding[1:]):
                if 1 < b - a < 80:
                    layers[1]["weight_e"][a + 1:b] = 0
        else:                                                            # a stream
            at = -int(rng.uniform(0, 500))
            while at < frames:
                pool, level = pick(), float(np.clip(rng.normal(0, 6), -14, 14))
                length = int(rng.uniform(120, 750))
                if rng.random() < 0.04:
                    length = int(rng.uniform(40, 120))
                end = place(0, pool, at, length, level)
                if end < at + 0.5 * length and rng.random() < 0.7:       # a short clip: another of its class
                    end = place(0, pool, end, at + length - end, level)
                behind = self.background(pool)
                if behind and lib.has(behind[0]):
                    place(1, behind[0], at, end - at, level - behind[1])
                at = end
                r = rng.random()
                if r < 0.28:
                    at += int(rng.uniform(5, 80))
                elif r < 0.42:
                    at += int(rng.uniform(100, 600))
        return layers

    def finish(self, layers, frames):
        """Adds the layers, the noise of the room and the channel; pools the targets to scores."""
        rng, a, b = self.rng, *layers
        power = a["power"] + b["power"]
        sounding = np.maximum(a["level"], b["level"]) > -100
        mean = power[sounding].mean() if sounding.any() else 1.0
        noise_level = -200.0
        if rng.random() < 0.38:                                          # coloured noise
            slope = rng.uniform(-1.2, 0.3) * np.linspace(0, 4, self.bands) * 0.7
            rows = rng.integers(0, len(self.noise_table) - frames)
            shape = np.exp(self.noise_table[rows:rows + frames] + (slope - np.log(np.mean(np.exp(slope)))).astype(np.float32))
            snr = rng.uniform(0, 35)
            power = power + shape * np.float32(mean * 10 ** (-snr / 10))
            noise_level = 10 * np.log10(mean + 1e-12) - snr
        floor = np.float32(mean * 10 ** (-rng.uniform(42, 75) / 10))      # quiet hiss, what silence is made of
        rows = rng.integers(0, len(self.noise_table) - frames)
        power = power + floor * np.exp(self.noise_table[rows:rows + frames])
        x = np.log(power * np.float32(10 ** (rng.uniform(-52, -4) / 10) / (mean + 1e-9)) + 1e-10)

        per, scores = self.per, frames // self.per
        pool4 = lambda v: v.reshape(scores, per, *v.shape[1:]).mean(1)
        kernel = np.ones(11) / 11
        smooth = lambda p: 10 * np.log10(np.convolve(pool4(p.mean(1)), kernel, "same") + 1e-12)
        la, lb = smooth(a["power"]), smooth(b["power"])
        quiet = max(noise_level, -200)
        independent = np.zeros((scores, 4), np.float32)
        weight_i = np.ones((scores, 4), np.float32) * np.minimum(pool4(a["weight_i"]), pool4(b["weight_i"]))[:, None]
        for own, other, layer in ((la, lb, a), (lb, la, b)):
            seen = np.clip((own - np.maximum(other, quiet) + 15) / 8, 0, 1)[:, None]
            t = pool4(layer["independent"])
            independent = np.maximum(independent, t * seen)
            weight_i = np.where((t > 0.3) & (seen > 0.05) & (seen < 0.95), 0.2 * weight_i, weight_i)
        if noise_level > 10 * np.log10(mean + 1e-12) - 20:
            weight_i[:, NOISE] *= 0.1
        present_a, present_b = pool4((a["level"] > -100).astype(np.float32)) > 0.5, pool4((b["level"] > -100).astype(np.float32)) > 0.5
        gap = ~(present_a | present_b)
        weight_i[gap] *= 0.3
        weight_i[gap, NOISE] *= 0.1

        # The exclusive target is about the passage, so it goes by the levels of the events, not of the moment.
        difference = pool4(np.clip(a["level"], -100, 100)) - pool4(np.clip(b["level"], -100, 100))
        voice_over = (pool4(a["voice"].astype(np.float32)) > 0.5) & ~(pool4(b["voice"].astype(np.float32)) > 0.5)
        front = present_a & (~present_b | (difference > 4) | (voice_over & (difference > -3)))
        back = present_b & (~present_a | (difference < -8))
        exclusive = np.where(front[:, None], pool4(a["exclusive"]), pool4(b["exclusive"]))
        weight_e = np.where(front, pool4(a["weight_e"]), np.where(back, pool4(b["weight_e"]), 0))
        if noise_level > 10 * np.log10(mean + 1e-12) - 6:
            weight_e = weight_e * 0.5

        if rng.random() < 0.2:
            f0, width = rng.integers(0, self.bands - 4), rng.integers(1, 7)
            x[:, f0:f0 + width] = x.min()
        if rng.random() < 0.12:
            t0 = rng.integers(0, frames - 26)
            x[t0:t0 + rng.integers(2, 26)] = np.log(1e-10)
        return x.astype(np.float32), independent, weight_i, exclusive, weight_e

    def batch(self, count, frames):
        """`frames` input frames of content; the delay comes on top (real sound, or the silence after the end)."""
        extra = self.delay * self.per
        rows = []
        for _ in range(count):
            x, ind, wi, exc, we = self.finish(self.crop(frames + extra), frames + extra)
            if self.rng.random() < 0.3:
                x[frames:] = np.log(1e-10)
            rows.append((x, ind, wi, exc, we))
        x, ind, wi, exc, we = (np.stack(v) for v in zip(*rows))
        x = x[:, self.every - 1::self.every]
        x = features.normalise(x, self.normalization).astype(np.float32)
        s = frames // self.per
        ind, wi, exc, we = ind[:, :s], wi[:, :s], exc[:, :s], we[:, :s]
        ramp = np.clip(0.25 + np.arange(s) / 12, 0, 1).astype(np.float32)   # the very start is guesswork
        total = exc.sum(-1, keepdims=True)
        return x, ind, wi * ramp[None, :, None], exc / np.maximum(total, 1e-6), we * (total[..., 0] > 0.05) * ramp
