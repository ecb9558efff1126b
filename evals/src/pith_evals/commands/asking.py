# SPDX-License-Identifier: MIT
"""Questions with the table in the context, and with pith_query at hand."""
from __future__ import annotations

import argparse
import asyncio

from pith_evals.agent import asking, figures, mocks
from pith_evals.agent.options import add_run_arguments, run_experiments

SUMMARY = "Ask the same questions by reading a table and by asking about it with SQL."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_run_arguments(parser, list(asking.PRESETS), asking.ARMS, asking.ARMS, mocks.MOCKS)
    parser.add_argument("--figures", action="store_true",
                        help="print the tokens of the reference conversations and end")
    parser.add_argument("--measure", action="store_true",
                        help="hold the reference conversations again and keep their tokens")


def run(options: argparse.Namespace) -> int:
    if options.measure:
        figures.write(asyncio.run(asking.measure()), asking.FILE)
    if options.measure or options.figures:
        print(asking.table())
        return 0
    return run_experiments(lambda: [asking.experiment(
        asking.places(options.preset, options.arms or asking.ARMS, options.limit),
        options.model, options.epochs, options.context, options.reasoning_tokens)],
        options, has_servers=True)
