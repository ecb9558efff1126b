# SPDX-License-Identifier: MIT
"""Markdown that the sections of the report share."""
from __future__ import annotations

from collections.abc import Iterable, Sequence


DASH = "\u2013"
MINUS = "\u2212"


def table(
    head: Sequence[str], rows: Iterable[Sequence[object]], left: int = 1
) -> list[str]:
    """Lines of a table; the first columns are text, the others numbers."""
    rule = ["---"] * left + ["--:"] * (len(head) - left)
    return [
        _row(head),
        "|" + "|".join(rule) + "|",
        *(_row([str(cell) for cell in row]) for row in rows),
        "",
    ]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def per_cent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f}"


def change(tokens: int | None, base: int | None) -> str:
    """A change in per cent, with its sign; a dash where there is nothing."""
    if tokens is None or not base:
        return DASH
    value = 100 * (tokens / base - 1)
    return "0.0" if abs(value) < 0.05 else f"{value:+.1f}".replace("-", MINUS)


def signed(points: float) -> str:
    return f"{points:+.1f}".replace("-", MINUS)


def thousands(number: float) -> str:
    return f"{number:,.0f}"
