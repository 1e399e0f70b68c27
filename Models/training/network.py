"""The network: a small convolutional stem, a causal temporal network, and 8 logits 25 times a second.

Everything is causal with zeros on the left; what looks ahead is the target, which is delayed. Channels are
multiples of 16 for the vector units of the runtime. Tensors are [batch, channel, time, frequency] in the stem
and [batch, time, channel] after it.
"""
import torch
from torch import nn
from torch.nn import functional as F


class Convolution(nn.Module):
    """Causal 2-D convolution (full or depthwise), batch norm, ReLU."""

    def __init__(self, inputs, outputs, kernel, stride, depthwise=False, dilation=1):
        super().__init__()
        self.kernel, self.stride, self.dilation, self.depthwise = kernel, stride, dilation, depthwise
        self.left = (kernel[0] - 1) * dilation + 1 - stride[0]
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, padding=(0, kernel[1] // 2),
                              dilation=(dilation, 1), groups=inputs if depthwise else 1, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x):
        return F.relu(self.norm(self.conv(F.pad(x, (0, 0, self.left, 0)))))


class Separable(nn.Module):
    """Depthwise, then pointwise; with a residual connection where the shape allows it."""

    def __init__(self, inputs, outputs, kernel, stride):
        super().__init__()
        self.residual = inputs == outputs and stride == (1, 1)
        self.depthwise = Convolution(inputs, inputs, kernel, stride, depthwise=True)
        self.pointwise = nn.Conv2d(inputs, outputs, 1, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x):
        y = self.norm(self.pointwise(self.depthwise(x)))
        return F.relu(y + x if self.residual else y)


def last_norm(norm, x):
    """Batch norm over the last dimension."""
    return norm(x.reshape(-1, x.shape[-1])).reshape(x.shape)


class Temporal(nn.Module):
    """Residual block: depthwise kernel 5 in time (dilated, causal), pointwise."""

    def __init__(self, channels, dilation, kernel=5):
        super().__init__()
        self.dilation, self.taps = dilation, kernel
        self.weight = nn.Parameter(torch.randn(kernel, channels) * kernel ** -0.5)
        self.norm1 = nn.BatchNorm1d(channels)
        self.pointwise = nn.Linear(channels, channels, bias=False)
        self.norm2 = nn.BatchNorm1d(channels)

    def forward(self, x):
        time = x.shape[1]
        padded = F.pad(x, (0, 0, (self.taps - 1) * self.dilation, 0))
        y = sum(padded[:, k * self.dilation:k * self.dilation + time] * self.weight[k] for k in range(self.taps))
        y = F.relu(last_norm(self.norm1, y))
        return F.relu(last_norm(self.norm2, self.pointwise(y)) + x)


class Network(nn.Module):
    """Depthwise-separable stem and dilated causal temporal network (the bundled model)."""

    def __init__(self, bands=64, stem=(16, 48, 64, 96), width=128, dilations=(1, 2, 4, 8, 16, 1), extra=True,
                 frame_stride=4, dropout=0.1):
        super().__init__()
        c0, c1, c2, c3 = stem
        self.stem = nn.ModuleList([
            Convolution(1, c0, (4, 5), (2, 2)),
            Separable(c0, c1, (4, 3) if frame_stride == 4 else (3, 3), (frame_stride // 2, 2)),
            Separable(c1, c2, (3, 3), (1, 2)),
            Separable(c2, c2, (3, 3), (1, 1)),
            Separable(c2, c3, (3, 3), (1, 2))] + ([Separable(c3, c3, (3, 3), (1, 1))] if extra else []))
        rest = bands
        for _ in range(4):
            rest = (rest + 1) // 2
        self.project = nn.Linear(c3 * rest, width, bias=False)
        self.norm = nn.BatchNorm1d(width)
        self.temporal = nn.ModuleList([Temporal(width, d) for d in dilations])
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(width, 8)

    def embed_frames(self, x):
        x = x.unsqueeze(1).contiguous(memory_format=torch.channels_last)
        for block in self.stem:
            x = block(x)
        return F.relu(last_norm(self.norm, self.project(x.permute(0, 2, 3, 1).flatten(2))))

    def forward(self, x):
        x = self.embed_frames(x)
        for block in self.temporal:
            x = block(x)
        return self.head(self.dropout(x))


class Recurrent(Network):
    """The same stem with a small GRU instead of the temporal blocks (for comparison only)."""

    def __init__(self, hidden=112, **settings):
        super().__init__(dilations=(), **settings)
        self.gru = nn.GRU(128, hidden, batch_first=True)
        self.head = nn.Linear(hidden, 8)

    def forward(self, x):
        return self.head(self.dropout(self.gru(self.embed_frames(x))[0]))


class PlainTemporal(nn.Module):
    """No convolution over frequency: 4 frames stacked, a projection, ten temporal blocks (for comparison only)."""

    def __init__(self, bands=64, width=128, dilations=(1, 1, 2, 4, 8, 16, 1, 2, 4)):
        super().__init__()
        self.project = nn.Linear(4 * bands, width, bias=False)
        self.norm = nn.BatchNorm1d(width)
        self.temporal = nn.ModuleList([Temporal(width, d) for d in dilations])
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(width, 8)

    def forward(self, x):
        x = F.relu(last_norm(self.norm, self.project(x.reshape(x.shape[0], -1, 4 * x.shape[2]))))
        for block in self.temporal:
            x = block(x)
        return self.head(self.dropout(x))


KINDS = {"tcn": Network, "gru": Recurrent, "plain": PlainTemporal}


def cost(network, bands=64, seconds=4, frames=100):
    """(parameters without batch norm, multiply-accumulates per second of audio), counted on one forward pass."""
    count = [0]

    def conv(module, inputs, output):
        count[0] += output.numel() * module.weight[0].numel()

    def linear(module, inputs, output):
        count[0] += output.numel() * module.in_features
    hooks = []
    for m in network.modules():
        if isinstance(m, nn.Conv2d):
            hooks.append(m.register_forward_hook(conv))
        elif isinstance(m, nn.Linear):
            hooks.append(m.register_forward_hook(linear))
        elif isinstance(m, Temporal):
            hooks.append(m.register_forward_hook(lambda m, i, o: count.__setitem__(0, count[0] + o.numel() * m.taps)))
        elif isinstance(m, nn.GRU):
            hooks.append(m.register_forward_hook(
                lambda m, i, o: count.__setitem__(0, count[0] + i[0].shape[1] * 3 * m.hidden_size * (m.input_size + m.hidden_size))))
    was = network.training
    network.eval()
    with torch.no_grad():
        network(torch.zeros(1, frames * seconds, bands))
    network.train(was)
    for h in hooks:
        h.remove()
    norms = {id(p) for m in network.modules() if isinstance(m, (nn.BatchNorm1d, nn.BatchNorm2d)) for p in m.parameters()}
    return sum(p.numel() for p in network.parameters() if id(p) not in norms), count[0] / seconds
