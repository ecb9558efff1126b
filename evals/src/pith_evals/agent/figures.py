# SPDX-License-Identifier: MIT
"""What the reference conversations cost, kept in a file, and estimates from it.

A model that solves a task as the reference does pays this; most models take
more steps. The file is made by `pith-evals agent --measure`.
"""
from __future__ import annotations

import asyncio
import pathlib
from collections.abc import Iterable, Sequence
from typing import Any

from pith_evals import costs, formats
from pith_evals.agent import gateway, reference
from pith_evals.agent.tokens import call_text
from pith_evals.agent.worlds import SEEDS, TASKS, set_up
from pith_evals.agent.worlds.task import Setting

FILE = pathlib.Path(__file__).with_name("figures.txt")

# {condition: {setting: [schema, [call, ...], [result, ...]]}}
Figures = dict[str, dict[str, list[Any]]]


def load(file: pathlib.Path = FILE) -> Figures:
    """A line has the condition, the setting, and tokens: of the schemas, of each
    call, of each result."""
    found: Figures = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        condition, name, schema, calls, results = line.split(" ")
        found.setdefault(condition, {})[name] = [
            int(schema), [*map(int, calls.split(","))], [*map(int, results.split(","))]]
    return found


def write(figures: Figures, file: pathlib.Path = FILE) -> None:
    file.write_text("".join(
        f"{condition} {name} {schema} {','.join(map(str, calls))} "
        f"{','.join(map(str, results))}\n"
        for condition, of_condition in figures.items()
        for name, (schema, calls, results) in of_condition.items()), encoding="utf-8")


async def measure_one(setting: Setting, condition: str) -> list[Any]:
    played = await reference.play(setting, condition)
    if not played.is_solved:
        raise RuntimeError(f"{setting.name}, {condition}: {played.problems}")
    return [
        played.schema_tokens,
        [formats.count(call_text(call)) for call in played.calls],
        [formats.count(result.text) for result in played.results],
    ]


def measure(
    conditions: Sequence[str] = tuple(gateway.CONDITIONS), seeds: Sequence[int] = SEEDS
) -> Figures:
    """Plays every reference solution. Takes some minutes. Raises RuntimeError."""
    async def everything() -> Figures:
        return {
            condition: {
                setting.name: await measure_one(setting, condition)
                for task in TASKS.values() for seed in seeds
                for setting in [set_up(task, seed)]
            }
            for condition in conditions
        }

    return asyncio.run(everything())


def estimate(
    places: Iterable[tuple[Setting, str, int]], epochs: int = 1, reasoning_tokens: int = 0,
    file: pathlib.Path = FILE,
) -> costs.Estimate:
    """Of settings in conditions, with the tokens of their instructions."""
    figures = load(file)
    total = costs.Estimate()
    for setting, condition, instruction in places:
        schema, calls, results = figures[condition][setting.name]
        prompt = schema + instruction + formats.count(setting.prompt)
        read = written = 0
        for call, result in zip(calls, results):
            read, written = read + prompt, written + call + reasoning_tokens
            prompt += call + result
        answer = formats.count(setting.answer) + reasoning_tokens
        total += costs.Estimate(len(calls) + 1, read + prompt, written + answer)
    return costs.Estimate(
        total.calls * epochs, total.input_tokens * epochs, total.output_tokens * epochs)


def table(figures: Figures | None = None) -> str:
    """Tokens of all reference conversations by condition, as lines of text."""
    figures = figures or load()
    lines = [f"{'condition':<13}{'tasks':>6}{'calls':>7}{'schema':>10}{'call':>8}"
             f"{'result':>10}{'results':>9}"]
    base = None
    for condition, of_condition in figures.items():
        schema = sum(one[0] for one in of_condition.values())
        calls = sum(len(one[1]) for one in of_condition.values())
        call = sum(sum(one[1]) for one in of_condition.values())
        result = sum(sum(one[2]) for one in of_condition.values())
        base = result if condition == "json" else base
        change = f"{result / base - 1:+.1%}" if base else ""
        lines.append(f"{condition:<13}{len(of_condition):>6}{calls:>7,}{schema:>10,}"
                     f"{call:>8,}{result:>10,}{change:>9}")
    return "\n".join(lines)
