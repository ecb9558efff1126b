# SPDX-License-Identifier: MIT
"""What arms got right, alone and in pairs."""
from __future__ import annotations

import collections
import dataclasses
from collections.abc import Iterable, Sequence

from pith_evals import stats
from pith_evals.record import Item

BASELINES = ("json", "json-pretty")
# The most that a notation may lose and still count as no worse.
MARGIN = 0.03

ArmKey = tuple[str, bool]


@dataclasses.dataclass(frozen=True)
class Cell:
    """One arm of one task and model."""

    arm: str
    primer: bool
    asked: int
    correct: int
    input_tokens: int
    output_tokens: int
    schema_tokens: int
    call_tokens: int
    result_tokens: int
    outcomes: dict[str, int]

    @property
    def name(self) -> str:
        return f"{self.arm} + primer" if self.primer else self.arm

    @property
    def share(self) -> float:
        return self.correct / self.asked if self.asked else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return stats.wilson(self.correct, self.asked)

    @property
    def tokens_per_question(self) -> float:
        return self.input_tokens / self.asked if self.asked else 0.0

    @property
    def tokens_per_correct(self) -> float | None:
        if not self.correct:
            return None
        return (self.input_tokens + self.output_tokens) / self.correct


@dataclasses.dataclass(frozen=True)
class Difference:
    """An arm against the baseline, on the questions that both were asked."""

    name: str
    baseline: str
    pairs: int
    documents: int
    won: int
    lost: int
    mean: float
    low: float
    high: float
    p: float
    adjusted_p: float

    @property
    def verdict(self) -> str:
        """Of the claim that was fixed before: no worse than the better JSON."""
        if self.low > -MARGIN:
            return "no worse"
        return "worse" if self.high < -MARGIN else "undecided"


def cells(items: Iterable[Item]) -> list[Cell]:
    """One for each arm with and without primer, in the order of their names.

    Questions that were skipped are among the outcomes and not asked.
    """
    groups: dict[ArmKey, list[Item]] = {}
    for item in items:
        groups.setdefault((item.arm, item.primer), []).append(item)
    return [_cell(key, members) for key, members in sorted(groups.items())]


def _cell(key: ArmKey, members: Sequence[Item]) -> Cell:
    asked = [item for item in members if item.counts]

    def total(field: str) -> int:
        return sum(getattr(item, field) for item in asked)

    return Cell(
        arm=key[0],
        primer=key[1],
        asked=len(asked),
        correct=total("correct"),
        input_tokens=total("input_tokens"),
        output_tokens=total("output_tokens"),
        schema_tokens=total("schema_tokens"),
        call_tokens=total("call_tokens"),
        result_tokens=total("result_tokens"),
        outcomes=dict(collections.Counter(item.outcome for item in members)),
    )


def baseline_of(found: Sequence[Cell]) -> Cell | None:
    """The better of compact and pretty JSON, without primer."""
    known = [c for c in found if c.arm in BASELINES and not c.primer and c.asked]
    return max(known, key=lambda cell: (cell.share, cell.arm), default=None)


def differences(items: Sequence[Item], draws: int = 10_000) -> list[Difference]:
    """Every other arm against the baseline, adjusted by Holm over the arms."""
    found = cells(items)
    baseline = baseline_of(found)
    if baseline is None:
        return []
    base = _answers(items, (baseline.arm, baseline.primer))
    rows = []
    for cell in found:
        if cell == baseline or not cell.asked:
            continue
        mine = _answers(items, (cell.arm, cell.primer))
        row = _difference(cell.name, baseline.name, mine, base, draws)
        if row is not None:
            rows.append(row)
    adjusted = stats.holm([row.p for row in rows])
    return [
        dataclasses.replace(row, adjusted_p=p)
        for row, p in zip(rows, adjusted, strict=True)
    ]


def _answers(items: Iterable[Item], key: ArmKey) -> dict[tuple, Item]:
    return {
        item.pair: item for item in items if (item.arm, item.primer) == key and item.counts
    }


def _difference(
    name: str,
    baseline: str,
    mine: dict[tuple, Item],
    base: dict[tuple, Item],
    draws: int,
) -> Difference | None:
    both = sorted(mine.keys() & base.keys())
    if not both:
        return None
    by_document: dict[str, list[float]] = {}
    for pair in both:
        by_document.setdefault(mine[pair].document, []).append(
            float(mine[pair].correct) - float(base[pair].correct)
        )
    won = sum(mine[pair].correct and not base[pair].correct for pair in both)
    lost = sum(base[pair].correct and not mine[pair].correct for pair in both)
    mean, low, high = stats.paired_bootstrap(by_document, draws)
    p = stats.mcnemar_exact(won, lost)
    return Difference(
        name, baseline, len(both), len(by_document), won, lost, mean, low, high, p, p
    )


def dominated(points: Sequence[tuple[float, float]]) -> list[bool]:
    """Whether another point has no more tokens and no less accuracy.

    A point is (tokens, accuracy). Equal points do not dominate one another.
    """
    return [
        any(
            other[0] <= point[0] and other[1] >= point[1] and other != point
            for other in points
        )
        for point in points
    ]
