# SPDX-License-Identifier: MIT
"""The command costs."""
from __future__ import annotations

import argparse
import dataclasses
import sys

from pith_evals import costs, tables
from pith_evals.agent import asking, bfcl_data, native, prompt
from pith_evals.tasks import generation, generic, graph

SUMMARY = "count what each preset costs, without a model"
PRESETS = ("smoke", "quick", "standard")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    tables.add_output_arguments(parser)


def parts_of(preset: str) -> dict[str, costs.Estimate]:
    """The estimate of each task. Raises bfcl_data.Absent."""
    parts = {
        task.NAME: costs.estimate(task.asks(preset))
        for task in (generic, graph, generation)
    }
    entries = prompt.entries_of(list(bfcl_data.SINGLE), prompt.PRESETS[preset])
    parts["bfcl"] = costs.estimate(prompt.asks(entries, prompt.STANDARD))
    parts["agent"] = native.experiment(native.places(preset)).estimate
    parts["asking"] = asking.experiment(asking.places(preset), "any").estimate
    return parts


def run(options: argparse.Namespace) -> int:
    try:
        presets = {
            preset: {
                name: dataclasses.asdict(part) for name, part in parts_of(preset).items()
            }
            for preset in PRESETS
        }
    except bfcl_data.Absent as missing:
        print(f"pith-evals: {missing}", file=sys.stderr)
        return 2
    for preset, parts in presets.items():
        total = sum((costs.Estimate(**part) for part in parts.values()), costs.Estimate())
        print(f"{preset}: {total.calls:,} calls, {total.input_tokens:,} tokens of input")
    return tables.finish("costs", {"presets": presets}, options)
