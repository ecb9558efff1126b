# SPDX-License-Identifier: MIT
"""Asks a model about graphs."""
from __future__ import annotations

import argparse

from pith_evals import options as shared
from pith_evals.ask import Ask
from pith_evals.tasks import graph, published

SUMMARY = "Ask a model about graphs, with controls for their layout."


def asks(options: argparse.Namespace) -> list[Ask]:
    primers = shared.PRIMERS[options.primer or "both"]
    if options.preset == published.PRESET:
        return published.graph_asks(options.arms, primers, options.limit)
    return graph.asks(
        options.preset, options.arms, primers, options.limit, options.seed
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared.add(parser)


def run(options: argparse.Namespace) -> int:
    return shared.execute(options, {graph.NAME: asks})
