# SPDX-License-Identifier: MIT
"""The command costs."""
from __future__ import annotations

import argparse
import dataclasses

from pith_evals import costs, tables
from pith_evals.tasks import generation, generic, graph

SUMMARY = "count what each preset costs, without a model"
PRESETS = ("smoke", "quick", "standard")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    tables.add_output_arguments(parser)


def run(options: argparse.Namespace) -> int:
    presets = {
        preset: {
            task.NAME: dataclasses.asdict(costs.estimate(task.asks(preset)))
            for task in (generic, graph, generation)
        }
        for preset in PRESETS
    }
    for preset, parts in presets.items():
        total = sum((costs.Estimate(**part) for part in parts.values()), costs.Estimate())
        print(f"{preset}: {total.calls:,} calls, {total.input_tokens:,} tokens of input")
    return tables.finish("costs", {"presets": presets}, options)
