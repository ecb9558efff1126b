# SPDX-License-Identifier: MIT
"""Generation: the same prose for every notation, and only what decodes to the
expected value is right."""
from __future__ import annotations

import copy
import dataclasses
import functools
from collections.abc import Iterable, Sequence
from typing import Any

import pith

from pith_evals import formats, prompts
from pith_evals.ask import Ask
from pith_evals.generation import reading
from pith_evals.generation.sources import MAKERS, Source

NAME = "generation"
ARMS = ("json", "gcf", "toon", "tron")
MORE_ARMS = ("toon-tab", "toon-pipe")


@dataclasses.dataclass(frozen=True)
class Preset:
    """For each kind of data, the sizes of its items; an item has its own seed."""

    sizes: dict[str, tuple[int, ...]]
    arms: tuple[str, ...] = ARMS


_STANDARD = {
    "table": (3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 50, 60, 80, 100),
    "nested": (4, 4, 5, 5, 6, 6, 8, 8, 10, 10, 12, 14, 16, 20, 24, 30),
    "graph": (4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 30, 40, 50, 70),
    "delta": (6, 6, 8, 8, 10, 12, 14, 18, 22, 26, 30, 40),
}
PRESETS = {
    "smoke": Preset(
        {"table": (3, 5, 8), "nested": (4, 5, 6), "graph": (4, 6), "delta": (6, 8)}
    ),
    "quick": Preset({kind: sizes[::6] for kind, sizes in _STANDARD.items()}),
    "standard": Preset(_STANDARD),
    "complete": Preset(
        {kind: sizes * 3 for kind, sizes in _STANDARD.items()}, ARMS + MORE_ARMS
    ),
}


def sources(preset: str, seed: int = 1) -> Iterable[Source]:
    for kind, sizes in PRESETS[preset].sizes.items():
        for number, size in enumerate(sizes):
            yield MAKERS[kind](size, seed * 1000 + number)


def asks(
    preset: str,
    arms: Sequence[str] | None = None,
    primers: Sequence[bool] = (True,),
    limit: int | None = None,
    seed: int = 1,
) -> list[Ask]:
    """Every item of a preset in every arm.

    Notations that have a primer are asked with it, unless `primers` says
    otherwise: nobody writes what has not been explained. JSON has none.
    """
    chosen = _spread(list(sources(preset, seed)), limit)
    made: list[Ask] = []
    for source in chosen:
        for name in arms or PRESETS[preset].arms:
            arm = arm_for(source, name)
            system = primer_for(source, arm)
            for primer in primers if system else (False,):
                made.append(_ask(source, arm, primer, system if primer else ""))
    return made


def _spread(found: list[Source], limit: int | None) -> list[Source]:
    """So many items, of as many kinds as possible."""
    if limit is None or limit >= len(found):
        return found
    turns: dict[str, int] = {}
    order: list[tuple[int, int]] = []
    for place, source in enumerate(found):
        turns[source.kind] = turns.get(source.kind, 0) + 1
        order.append((turns[source.kind], place))
    return [found[place] for _, place in sorted(order)[:limit]]


def arm_for(source: Source, name: str) -> formats.Arm:
    """Graphs are written in the graph profile of GCF."""
    if source.kind == "graph" and name == "gcf":
        name = "gcf-graph"
    return formats.ARMS[name]


def primer_for(source: Source, arm: formats.Arm) -> str:
    primer = prompts.primer_for(arm, "")
    if source.kind == "delta" and arm.format == "gcf":
        return primer + prompts.delta_primer()
    return primer


def write(source: Source, arm: formats.Arm) -> str:
    """The expected value in a notation, as a perfect model would write it."""
    return _write(source, arm, source.expected)


def _write(source: Source, arm: formats.Arm, value: Any) -> str:
    if source.kind == "delta" and arm.format == "gcf":
        delta = {"tool": "", "fields": list(source.base[0]), **value}
        return pith.encode_delta(delta)  # type: ignore[arg-type]
    return formats.encode(arm, value)


def changed(source: Source) -> Any:
    """The expected value with one value changed: valid, and not what was asked."""
    value = copy.deepcopy(source.expected)
    if source.kind == "graph":
        value["symbols"][-1]["provenance"] += "x"
    elif source.kind == "delta":
        value["added"][-1]["units"] += 1
    else:
        _change_a_leaf(value)
    return value


def _change_a_leaf(value: Any) -> None:
    place = value
    while True:
        key = len(place) - 1 if isinstance(place, list) else list(place)[-1]
        inner = place[key]
        if isinstance(inner, (dict, list)) and inner:
            place = inner
            continue
        if isinstance(inner, bool):
            place[key] = not inner
        elif isinstance(inner, (int, float)):
            place[key] = inner + 1
        else:
            place[key] = f"{inner}x"
        return


def _ask(source: Source, arm: formats.Arm, primer: bool, system: str) -> Ask:
    name = prompts.NAMES[arm.format]
    other = "gcf" if arm.format == "json" else "json"
    right = write(source, arm)
    return Ask(
        task=NAME,
        arm=arm.name,
        primer=primer,
        document=source.name,
        question="write",
        kind=source.kind,
        rows=source.rows,
        system=system,
        prefix=f"{source.text}\n\n",
        suffix=f"Write this data as {name}. Reply with the {name} only, without explanation.\n",
        target=right,
        right=right,
        wrong=_write(source, arm, changed(source)),
        other=write(source, arm_for(source, other)),
        judge=functools.partial(reading.judge_writing, source, arm),
        repair=functools.partial(reading.hint, source, arm),
    )
