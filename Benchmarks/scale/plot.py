"""The curve of a growing catalog as SVG: the time of a query, and how many are recognized."""
import math

WIDTH, HEIGHT, LEFT, TOP, RIGHT, GAP = 720, 560, 70, 40, 150, 60
STYLE = """<style>
  text { font: 13px sans-serif; fill: #444 } .title { font-weight: bold } .grid { stroke: #ccc }
  .line { fill: none; stroke-width: 2 } .a { stroke: #0b6; } .b { stroke: #06c } .c { stroke: #c40 } .target { stroke: #c40; stroke-dasharray: 5 4 }
</style>"""


class Panel:
    """A diagram with tracks on a logarithmic axis."""
    def __init__(self, top, height, tracks, low, high, logarithmic):
        self.top, self.height, self.low, self.high, self.logarithmic = top, height, low, high, logarithmic
        self.first, self.last = math.log10(min(tracks)), math.log10(max(tracks))

    def x(self, tracks):
        return LEFT + (math.log10(tracks) - self.first) / (self.last - self.first) * (WIDTH - LEFT - RIGHT)

    def y(self, value):
        scale = math.log10 if self.logarithmic else float
        share = (scale(value) - scale(self.low)) / (scale(self.high) - scale(self.low))
        return self.top + (1 - share) * self.height

    def frame(self, title, ticks, tracks, unit):
        yield f'<text class="title" x="{LEFT}" y="{self.top - 12}">{title}</text>'
        for tick in ticks:
            yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{self.y(tick):.1f}" y2="{self.y(tick):.1f}"/>'
            yield f'<text x="{LEFT - 8}" y="{self.y(tick) + 4:.1f}" text-anchor="end">{tick:g} {unit}</text>'
        for count in tracks:
            yield f'<text x="{self.x(count):.1f}" y="{self.top + self.height + 18}" text-anchor="middle">{count:,}</text>'

    def curve(self, points, style, label):
        path = " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in points)
        yield f'<polyline class="line {style}" points="{path}"/>'
        for x, y in points:
            yield f'<circle class="{style}" fill="#fff" stroke-width="2" cx="{self.x(x):.1f}" cy="{self.y(y):.1f}" r="3"/>'
        yield f'<text x="{WIDTH - RIGHT + 8}" y="{self.y(points[-1][1]) + 4:.1f}">{label}</text>'


def svg(stages, target, at):
    tracks = [s.tracks for s in stages]
    height = (HEIGHT - 2 * TOP - GAP) / 2
    time = Panel(TOP, height, tracks, 1, 200, True)
    share = Panel(TOP + height + GAP, height, tracks, 50, 100, False)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">', STYLE, f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>']
    lines += time.frame("Processor time of a query, by tracks of four minutes", (1, 2, 5, 10, 20, 50, 100, 200), tracks, "ms")
    lines.append(f'<line class="target" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{time.y(target):.1f}" y2="{time.y(target):.1f}"/>')
    for quantile, style, label in ((.5, "a", "median"), (.95, "b", "95 of 100")):
        lines += time.curve([(s.tracks, min(200, max(1, at(s.times(), quantile)))) for s in stages], style, label)
    lines += share.frame("Queries that are recognized", (50, 60, 70, 80, 90, 100), tracks, "%")
    lines += share.curve([(s.tracks, max(50, s.recall)) for s in stages], "b", "as targeted")
    lines += share.curve([(s.tracks, max(50, s.noisy_speed)) for s in stages], "c", "noisy, other speed")
    return "\n".join(lines) + "\n</svg>\n"
