# SPDX-License-Identifier: MIT
"""Tokens of schemas, calls and results apart, and what a solved task costs."""
from __future__ import annotations

import collections
from collections.abc import Iterable

from pith_evals import costs, record

_FAULTS = ("unreadable", "other_notation", "unknown_tool", "wrong_arguments", "refused",
           "errors")


def summary(items: Iterable[record.Item], price: costs.Price) -> str:
    """One line for each task, arm and primer; means are over all that count."""
    groups: dict[tuple[str, str, bool], list[record.Item]] = {}
    for item in items:
        if item.counts:
            groups.setdefault((item.task, item.arm, item.primer), []).append(item)
    lines = [f"{'task':<12}{'arm':<22}{'solved':>7}{'of':>6}{'steps':>7}{'schema':>8}"
             f"{'call':>7}{'result':>8}{'input':>9}{'output':>8}{'dollars/solved':>16}"
             "  faults"]
    for (task, arm, primer), members in sorted(groups.items()):
        name = f"{arm} + primer" if primer else arm
        lines.append(f"{task:<12}{name:<22}" + _numbers(members, price))
    return "\n".join(lines)


def cost_per_solved(items: Iterable[record.Item], price: costs.Price) -> float | None:
    """Dollars spent on all, by those that are solved; None if none is."""
    members = list(items)
    spent = costs.Estimate(
        len(members), sum(item.input_tokens for item in members),
        sum(item.output_tokens for item in members)).dollars(price)
    solved = sum(item.correct for item in members)
    return spent / solved if solved else None


def _numbers(members: list[record.Item], price: costs.Price) -> str:
    def mean(field: str) -> float:
        return float(sum(getattr(item, field) for item in members)) / len(members)

    solved = sum(item.correct for item in members)
    cost = cost_per_solved(members, price)
    faults: collections.Counter[str] = collections.Counter()
    for item in members:
        for fault in _FAULTS:
            faults[fault] += int(item.details.get(fault) or 0)
    said = ", ".join(f"{name} {count}" for name, count in faults.items() if count)
    dollars = "none solved" if cost is None else f"{cost:.5f}"
    return (f"{solved:>7}{len(members):>6}{mean('steps'):>7.1f}{mean('schema_tokens'):>8.0f}"
            f"{mean('call_tokens'):>7.0f}{mean('result_tokens'):>8.0f}"
            f"{mean('input_tokens'):>9.0f}{mean('output_tokens'):>8.0f}{dollars:>16}"
            f"  {said}").rstrip()
