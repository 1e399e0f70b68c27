"""Train the network on endless streams; one command, resumable.

    python train.py --data FOLDER --cache FOLDER --output FOLDER [--steps N] [--licences "cc0,cc by 4.0,mit"]

Builds the cache and the targets if they are missing. The product is the moving average of the weights in
OUTPUT/model.pt; OUTPUT/state.pt lets an interrupted run go on where it was.
"""
import argparse
import json
import os
import time
import numpy as np
import torch
from torch.nn import functional as F
import cache
import data
import network
import streams
import targets

# (frames of content, crops a batch, share of the steps): always about 123 s of sound
SHAPES = [(160, 76, 0.10), (384, 32, 0.25), (768, 16, 0.37), (1200, 10, 0.28)]


def loss_of(logits, independent, weight_i, exclusive, weight_e):
    sigmoid = F.binary_cross_entropy_with_logits(logits[..., :4], independent, reduction="none")
    softmax = -(exclusive * F.log_softmax(logits[..., 4:], -1)).sum(-1)
    return (2 * (sigmoid * weight_i).sum() / (weight_i.sum() + 1e-6)
            + (softmax * weight_e).sum() / (weight_e.sum() + 1e-6))


class Average:
    """Moving average of weights and batch-norm statistics."""

    def __init__(self, model, decay):
        self.decay = decay
        self.values = {k: v.detach().clone() for k, v in model.state_dict().items()}

    def update(self, model, step):
        decay = min(self.decay, (1 + step) / (10 + step))
        for k, v in model.state_dict().items():
            if v.dtype.is_floating_point:
                self.values[k].lerp_(v, 1 - decay)
            else:
                self.values[k].copy_(v)


def main(arguments=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--data")
    parser.add_argument("--cache", default="cache")
    parser.add_argument("--output", default="run")
    parser.add_argument("--steps", type=int, default=16000)
    parser.add_argument("--minutes", type=float, help="stop after this time: the schedule follows the clock instead of the steps")
    parser.add_argument("--kind", default="tcn", choices=list(network.KINDS))
    parser.add_argument("--settings", default="{}", help="JSON: arguments of the network")
    parser.add_argument("--normalization", help="JSON, see features.py")
    parser.add_argument("--delay", type=int, default=8)
    parser.add_argument("--mixing", type=float, default=1.0)
    parser.add_argument("--single", type=float, default=0.22)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--average", type=float, default=0.9985)
    parser.add_argument("--every", type=int, default=1, help="2: a hop of 20 ms (for experiments; with frame_stride 2)")
    parser.add_argument("--variants", default="clean,degraded,reverb")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--start", help="weights to start from (model.pt of another run)")
    parser.add_argument("--licences", default="", help="comma-separated words; clips without one of them are not used")
    parser.add_argument("--leave-out", default="", help="comma-separated words of sources that are not used")
    a = parser.parse_args(arguments)
    torch.set_num_threads(a.threads)
    torch.manual_seed(a.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    folder = data.folder_of(a.data)
    if not os.path.exists(os.path.join(a.cache, "degraded.f16")):
        cache.build(folder, a.cache)
    targets.build(folder, a.cache)
    os.makedirs(a.output, exist_ok=True)
    words = lambda text: [w.strip().lower() for w in text.split(",") if w.strip()]
    settings = json.loads(a.settings)
    bands = settings.get("bands", 64)
    library = streams.Library(folder, a.cache, "train", words(a.licences), [w.strip() for w in a.leave_out.split(",") if w.strip()],
                              bands, a.variants.split(","))
    normalization = json.loads(a.normalization) if a.normalization else None
    model = network.KINDS[a.kind](**settings).to(device)
    parameters, macs = network.cost(model, bands, frames=100 // a.every) if device == "cpu" else (0, 0)
    print(f"{len(library.members)} clips, {parameters} parameters, {macs / 1e6:.2f} MMAC/s", flush=True)
    decay = [p for n, p in model.named_parameters() if p.ndim > 1]
    plain = [p for n, p in model.named_parameters() if p.ndim <= 1]
    optimiser = torch.optim.AdamW([dict(params=decay, weight_decay=1e-2), dict(params=plain, weight_decay=0)], lr=a.rate)
    average = Average(model, a.average)
    step, spent = 0, 0.0
    state_path = os.path.join(a.output, "state.pt")
    if os.path.exists(state_path):
        state = torch.load(state_path, weights_only=False)
        model.load_state_dict(state["model"]), optimiser.load_state_dict(state["optimiser"])
        average.values, step, spent = state["average"], state["step"], state["spent"]
        print("resumed at step", step, flush=True)
    elif a.start:
        model.load_state_dict(torch.load(a.start, weights_only=False)["model"])
        average = Average(model, a.average)
    # A resumed run draws other crops than an uninterrupted one would; a run without a pause is reproducible.
    source = streams.Streams(library, seed=a.seed * 1000003 + step, delay=a.delay, mixing=a.mixing,
                             normalization=normalization, single=a.single, every=a.every)
    shares = np.cumsum([s[2] for s in SHAPES])
    started, mean, waiting = time.time() - spent, 0.0, 0.0

    def save():
        torch.save(dict(model=model.state_dict(), optimiser=optimiser.state_dict(), average=average.values, step=step,
                        spent=time.time() - started), state_path + ".part")
        os.replace(state_path + ".part", state_path)
        torch.save(dict(model=average.values, kind=a.kind, settings=settings, every=a.every, delay=a.delay,
                        normalization=normalization, step=step), os.path.join(a.output, "model.pt"))

    model.train()
    while True:
        progress = (time.time() - started) / 60 / a.minutes if a.minutes else step / a.steps
        if progress >= 1:
            break
        rate = a.rate * min(1, (step + 1) / 100) * (0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * progress)))
        for group in optimiser.param_groups:
            group["lr"] = rate
        frames, count, _ = SHAPES[int(min(np.searchsorted(shares, source.rng.random()), len(SHAPES) - 1))]
        before = time.time()
        x, ind, wi, exc, we = (torch.from_numpy(np.ascontiguousarray(v, np.float32)).to(device) for v in source.batch(count, frames))
        waiting += time.time() - before
        logits = model(x)[:, a.delay:]
        loss = loss_of(logits, ind, wi, exc, we)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 3)
        optimiser.step()
        step += 1
        average.update(model, step)
        mean += float(loss.detach())
        if step % 100 == 0:
            print(f"step {step} progress {progress:.3f} loss {mean / 100:.4f} {(time.time() - started) / step:.3f} s/step, data {waiting / 100:.3f}", flush=True)
            mean = waiting = 0.0
        if step % 500 == 0:
            save()
    save()


if __name__ == "__main__":
    main()
