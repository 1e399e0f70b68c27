"""The model file: written, read and executed from its manifest alone.

The interpreter here shares no code with `network.py`. It is the reference for the runtime, and the check
that an export means what the trained network meant.

File (little-endian): 8 bytes "SWMODEL\\n"; u32 version 1; u32 manifest bytes; u64 weight bytes; 8 zero bytes;
SHA-256 over the first 32 bytes and everything from byte 64; manifest (JSON) at 64; zeros to a multiple of 64;
weights.
"""
import hashlib
import json
import struct
import numpy as np
import torch
from torch.nn import functional as F

TYPES = {"float32": np.dtype("<f4"), "float16": np.dtype("<f2")}


def write(path, manifest, weights):
    text = json.dumps(manifest, separators=(",", ":")).encode()
    blob = np.asarray(weights, np.float32).astype(TYPES[manifest["weightFormat"]]).tobytes()
    head = b"SWMODEL\n" + struct.pack("<IIQ8x", 1, len(text), len(blob))
    body = text + bytes(-len(text) % 64) + blob
    with open(path, "wb") as file:
        file.write(head + hashlib.sha256(head + body).digest() + body)


def read(path):
    """(manifest, weights as float32)."""
    content = open(path, "rb").read()
    magic, version, text, blob = struct.unpack("<8sIIQ", content[:24])
    if magic != b"SWMODEL\n" or version != 1:
        raise ValueError("not a model of version 1")
    if hashlib.sha256(content[:32] + content[64:]).digest() != content[32:64]:
        raise ValueError("the checksum does not match")
    manifest = json.loads(content[64:64 + text])
    start = 64 + (text + 63) // 64 * 64
    weights = np.frombuffer(content[start:start + blob], TYPES[manifest["weightFormat"]]).astype(np.float32)
    return manifest, weights


class Interpreter:
    """Runs the layers of a manifest on [batch, time, bands] of normalised input; gives raw logits."""

    def __init__(self, manifest, weights):
        self.manifest = manifest
        self.weights = torch.from_numpy(weights.copy())

    def take(self, offset, *shape):
        count = int(np.prod(shape))
        return self.weights[offset:offset + count].reshape(shape)

    def __call__(self, x):
        x = torch.as_tensor(x).unsqueeze(-1)               # [batch, time, frequency, channel]
        saved = None
        for layer in self.manifest["layers"]:
            kind = layer["kind"]
            if kind == "save":
                saved = x
                continue
            if kind == "add":
                x = x + saved
            elif kind in ("pointwise", "dense"):
                if kind == "dense":
                    x = x.reshape(*x.shape[:2], 1, -1)
                x = x @ self.take(layer["weights"], layer["inputs"], layer["outputs"]) + self.take(layer["bias"], layer["outputs"])
            else:
                (kt, kf), stride, dilation = layer["kernel"], layer["stride"], layer.get("dilation", 1)
                if kind == "convolution":
                    cin, cout, groups = layer["inputChannels"], layer["outputChannels"], 1
                    w = self.take(layer["weights"], kt, kf, cin, cout).permute(3, 2, 0, 1)
                else:
                    cin = cout = groups = layer["channels"]
                    w = self.take(layer["weights"], kt, kf, cin).permute(2, 0, 1).unsqueeze(1)
                low, high = layer["frequencyPadding"]
                y = F.pad(x.permute(0, 3, 1, 2), (low, high, (kt - 1) * dilation + 1 - stride[0], 0))
                y = F.conv2d(y, w.contiguous(), self.take(layer["bias"], cout), stride, dilation=(dilation, 1), groups=groups)
                x = y.permute(0, 2, 3, 1)
            if layer["activation"] == "relu":
                x = F.relu(x)
        return x[:, :, 0]
