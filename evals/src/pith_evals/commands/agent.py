# SPDX-License-Identifier: MIT
"""Native tool calling through the gateway: the 48 tasks."""
from __future__ import annotations

import argparse

from pith_evals import options as shared
from pith_evals.agent import figures, gateway, mocks, native
from pith_evals.agent.options import add_run_arguments, run_experiments
from pith_evals.agent.worlds import TASKS

SUMMARY = "Let a model solve tasks on real servers, with results rewritten by the gateway."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_run_arguments(parser, list(native.PRESETS), list(gateway.CONDITIONS), native.ARMS,
                      mocks.MOCKS)
    parser.add_argument("--task", action="append", choices=list(TASKS), dest="tasks",
                        metavar="TASK", help="only this task; can be repeated")
    parser.add_argument("--figures", action="store_true",
                        help="print the tokens of the reference conversations and end")
    parser.add_argument("--measure", action="store_true",
                        help="hold the reference conversations again and keep their tokens")


def run(options: argparse.Namespace) -> int:
    if options.measure:
        figures.write(figures.measure())
    if options.measure or options.figures:
        print(figures.table())
        return 0
    return run_experiments(lambda: [native.experiment(
        [place for has_primer in shared.PRIMERS[options.primer or "off"]
         for place in native.places(options.preset, options.arms or native.ARMS, has_primer,
                                    options.tasks, options.limit)],
        options.epochs, reasoning_tokens=options.reasoning_tokens)], options, has_servers=True)
