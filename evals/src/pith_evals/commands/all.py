# SPDX-License-Identifier: MIT
"""Runs the experiments of a single turn together."""
from __future__ import annotations

import argparse

from pith_evals import options as shared
from pith_evals import record
from pith_evals.commands import generation as generation_command
from pith_evals.commands import generic as generic_command
from pith_evals.commands import graph as graph_command
from pith_evals.tasks import generation, generic, graph, published

SUMMARY = "Run comprehension and generation with one model."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared.add(parser)


def run(options: argparse.Namespace) -> int:
    tasks = {generic.NAME: generic_command.asks, graph.NAME: graph_command.asks}
    has_generation = options.preset != published.PRESET
    if has_generation:
        tasks[generation.NAME] = generation_command.asks
    if options.directory is None:
        options.directory = record.run_directory(
            options.results, options.model, options.preset
        )
    code = shared.execute(options, tasks)
    if code == 0 and has_generation and not options.estimate:
        generation_command.compare_decoders(
            options.directory, options.preset, options.seed
        )
    return code
