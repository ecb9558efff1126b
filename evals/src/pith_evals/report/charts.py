# SPDX-License-Identifier: MIT
"""Accuracy against tokens, as SVG that is the same every time."""
from __future__ import annotations

import dataclasses
import io
from collections.abc import Sequence

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402

from pith_evals.report.accuracy import dominated  # noqa: E402


@dataclasses.dataclass(frozen=True)
class Point:
    name: str
    tokens: float
    share: float
    low: float
    high: float


# Text stays text, ids do not depend on the time, and lines end alike.
_STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "pith-evals",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def pareto(points: Sequence[Point], title: str, tokens: str) -> str:
    """Filled points are on the front; hollow ones are dominated."""
    with matplotlib.rc_context(_STYLE):
        figure, axes = pyplot.subplots(figsize=(7.2, 4.2))
        hollow = dominated([(point.tokens, point.share) for point in points])
        for point, is_hollow in zip(points, hollow, strict=True):
            axes.errorbar(
                point.tokens,
                100 * point.share,
                yerr=[
                    [100 * max(0.0, point.share - point.low)],
                    [100 * max(0.0, point.high - point.share)],
                ],
                fmt="o",
                color="#20639b",
                ecolor="#9db8cc",
                elinewidth=1,
                capsize=2,
                markerfacecolor="white" if is_hollow else "#20639b",
            )
        front = sorted(
            (point.tokens, 100 * point.share)
            for point, is_hollow in zip(points, hollow, strict=True)
            if not is_hollow
        )
        axes.plot(*zip(*front, strict=True), color="#20639b", linewidth=0.8, alpha=0.5)
        axes.set_xlabel(tokens)
        axes.set_ylabel("correct, per cent, with Wilson's 95 % interval")
        axes.set_title(title, loc="left", fontsize=10)
        axes.margins(x=0.12, y=0.12)
        axes.set_ylim(bottom=max(0, axes.get_ylim()[0]), top=min(105, axes.get_ylim()[1]))
        axes.grid(alpha=0.2)
        figure.tight_layout()
        _label(figure, axes, points)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
        pyplot.close(figure)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n"


_FONT = 8
# A box is (left, bottom, right, top) in points.
_Box = tuple[float, float, float, float]


def _label(figure: pyplot.Figure, axes: pyplot.Axes, points: Sequence[Point]) -> None:
    """Each name beside its point, where it covers least of what is there."""
    scale = 72 / figure.dpi
    places = [
        tuple(scale * axes.transData.transform((point.tokens, 100 * point.share)))
        for point in points
    ]
    taken: list[_Box] = [(x - 4, y - 4, x + 4, y + 4) for x, y in places]
    for point, (x, y) in zip(points, places, strict=True):
        width = 0.55 * _FONT * len(point.name)
        candidates = [
            (x + right, y + up)
            for up in (-3, 4, -11, 11, -18, 18)
            for right in (7, -7 - width)
        ]
        boxes = [(left, low, left + width, low + _FONT) for left, low in candidates]
        best = min(boxes, key=lambda box: sum(_overlap(box, other) for other in taken))
        taken.append(best)
        axes.annotate(
            point.name,
            (point.tokens, 100 * point.share),
            textcoords="offset points",
            xytext=(best[0] - x, best[1] - y),
            fontsize=_FONT,
        )


def _overlap(first: _Box, second: _Box) -> float:
    width = min(first[2], second[2]) - max(first[0], second[0])
    height = min(first[3], second[3]) - max(first[1], second[1])
    return max(0.0, width) * max(0.0, height)
