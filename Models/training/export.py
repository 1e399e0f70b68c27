"""Fold the batch norms of a trained network into its weights and write the model file.

    python export.py RUN/model.pt OUTPUT_FOLDER [--format float16] [--calibration calibration.json]
"""
import argparse
import json
import os
import numpy as np
import torch
import decide
import evaluate
import features
import network
import soundmodel

DESCRIPTION = "Speech, music, singing and noise, 25 times a second, by a causal convolutional network."
LICENCE = "See MODEL_CARD.md: trained on audio of several licences, partly non-commercial."


class Blob:
    """Weights in a row, every tensor at a multiple of 16 elements."""

    def __init__(self):
        self.parts, self.size = [], 0

    def add(self, array):
        array = np.asarray(array, np.float32).ravel()
        offset = self.size
        padded = np.zeros((len(array) + 15) // 16 * 16, np.float32)
        padded[:len(array)] = array
        self.parts.append(padded)
        self.size += len(padded)
        return offset


def fold(norm):
    """(factor, shift) of a batch norm."""
    factor = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach().double().numpy()
    return factor, norm.bias.detach().double().numpy() - norm.running_mean.double().numpy() * factor


def layers_of(net):
    """The manifest's layer list and the weights of a Network (kind "tcn")."""
    blob, layers = Blob(), []

    def spatial(conv):
        factor, shift = fold(conv.norm)
        w = conv.conv.weight.detach().double().numpy() * factor[:, None, None, None]
        half = conv.kernel[1] // 2
        common = dict(kernel=list(conv.kernel), stride=list(conv.stride), frequencyPadding=[half, half], activation="relu")
        if conv.depthwise:
            layers.append(dict(kind="depthwise", channels=w.shape[0], dilation=conv.dilation, **common,
                               weights=blob.add(w[:, 0].transpose(1, 2, 0)), bias=blob.add(shift)))
        else:
            layers.append(dict(kind="convolution", inputChannels=w.shape[1], outputChannels=w.shape[0], **common,
                               weights=blob.add(w.transpose(2, 3, 1, 0)), bias=blob.add(shift)))

    def linear(kind, weight, norm, activation, bias=None):
        w = weight.detach().double().numpy().reshape(weight.shape[0], -1)
        shift = bias.detach().double().numpy() if norm is None else None
        if norm is not None:
            factor, shift = fold(norm)
            w = w * factor[:, None]
        layers.append(dict(kind=kind, inputs=w.shape[1], outputs=w.shape[0], activation=activation,
                           weights=blob.add(w.T), bias=blob.add(shift)))
    for block in net.stem:
        if isinstance(block, network.Convolution):
            spatial(block)
            continue
        if block.residual:
            layers.append(dict(kind="save"))
        spatial(block.depthwise)
        linear("pointwise", block.pointwise.weight, block.norm, "none" if block.residual else "relu")
        if block.residual:
            layers.append(dict(kind="add", activation="relu"))
    linear("dense", net.project.weight, net.norm, "relu")
    for block in net.temporal:
        layers.append(dict(kind="save"))
        factor, shift = fold(block.norm1)
        layers.append(dict(kind="depthwise", channels=len(factor), kernel=[block.taps, 1], stride=[1, 1], dilation=block.dilation,
                           frequencyPadding=[0, 0], activation="relu",
                           weights=blob.add(block.weight.detach().double().numpy() * factor), bias=blob.add(shift)))
        linear("pointwise", block.pointwise.weight, block.norm2, "none")
        layers.append(dict(kind="add", activation="relu"))
    linear("pointwise", net.head.weight, None, "none", net.head.bias)
    return layers, np.concatenate(blob.parts)


def manifest_of(model, layers, weight_format, calibration, segmentation):
    head = lambda name, activation, offset: dict(name=name, activation=activation, offset=offset, count=4,
                                                 **calibration.get(name, dict(scale=[1.0] * 4, bias=[0.0] * 4)))
    return dict(identifier="version1", description=DESCRIPTION, licence=LICENCE, labels=["speech", "music", "singing", "noise"],
                frontEnd=features.FRONT_END, normalization=model.normalization, framesPerScore=4, delayInScores=model.delay,
                weightFormat=weight_format, layers=layers,
                heads=[head("independent", "sigmoid", 0), head("exclusive", "softmax", 4)], segmentation=segmentation)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("output")
    parser.add_argument("--format", default="float32", choices=list(soundmodel.TYPES))
    parser.add_argument("--calibration", help="JSON written by tune.py: calibration and segmentation")
    a = parser.parse_args()
    torch.set_num_threads(1)
    model = evaluate.Model(a.model)
    tuned = json.load(open(a.calibration)) if a.calibration else {}
    layers, weights = layers_of(model.net)
    manifest = manifest_of(model, layers, a.format, tuned.get("calibration", {}), tuned.get("segmentation", decide.SEGMENTATION))
    os.makedirs(a.output, exist_ok=True)
    path = os.path.join(a.output, "version1.soundmodel")
    soundmodel.write(path, manifest, weights)
    with open(os.path.join(a.output, "manifest.json"), "w") as file:
        json.dump(manifest, file, indent=1)
        file.write("\n")
    x = torch.randn(2, 240, 64)
    with torch.no_grad():
        difference = (model.net(x) - soundmodel.Interpreter(*soundmodel.read(path))(x)).abs().max()
    print(f"{path}: {os.path.getsize(path)} bytes, {len(weights)} weights, largest difference from the network {difference:.2e}")


if __name__ == "__main__":
    main()
