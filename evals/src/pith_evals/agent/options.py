# SPDX-License-Identifier: MIT
"""What the commands agent, bfcl and asking have in common."""
from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from pith_evals import costs, mocks, record, run
from pith_evals import options as shared
from pith_evals.agent import bfcl_data, places
from pith_evals.agent.summary import summary
from pith_evals.experiment import Experiment


def add_run_arguments(
    parser: argparse.ArgumentParser, presets: Sequence[str], arms: Sequence[str],
    default_arms: Sequence[str], known_mocks: Sequence[str],
) -> None:
    """The options of all commands with a model, with arms of this command's own."""
    shared.add(parser)
    own = parser.add_argument_group("of this command", conflict_handler="resolve")
    own.add_argument(
        "--model", default=f"{mocks.PREFIX}oracle",
        help="a model of Inspect, for example openai/NAME, or a mock (default: mock/oracle): "
             + ", ".join(known_mocks))
    own.add_argument("--preset", choices=list(presets), default="smoke")
    own.add_argument(
        "--arms", type=lambda text: _names(text, arms), default=None,
        help=f"separated by commas; of {', '.join(arms)} "
             f"(default: {', '.join(default_arms)})")
    own.add_argument("--max-connections", type=int, default=4,
                     help="conversations at a time (default: 4)")


def _names(text: str, known: Sequence[str]) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in known:
            raise argparse.ArgumentTypeError(f"{name!r} is not one of {', '.join(known)}")
    return names


def run_experiments(
    make: Callable[[], Sequence[Experiment]], options: argparse.Namespace,
    has_servers: bool = False,
) -> int:
    """Runs what is made as the options say, or only estimates it; prints what came of
    it. With `has_servers`, looks for them first. Returns the exit code."""
    price = options.price or costs.PRICES["free" if mocks.is_mock(options.model) else "medium"]
    try:
        experiments = make()
        if options.estimate:
            print(costs.table({one.name: one.estimate for one in experiments}, price))
            return 0
        if has_servers:
            places.pith_command()
            places.node()
        directory = options.directory or record.run_directory(
            options.results, f"{experiments[0].name}-{options.model}", options.preset)
        items = run.run(
            experiments, options.model, options.preset, directory,
            settings=shared.settings(options), price=price, max_dollars=options.max_dollars)
    except (run.TooExpensive, places.Absent, bfcl_data.Absent, ValueError) as problem:
        print(f"pith-evals: {problem}", file=sys.stderr)
        return 2
    except run.RunFailed as problem:
        print(f"pith-evals: {problem}", file=sys.stderr)
        return 3
    print(summary(items, price))
    print(f"written: {directory}")
    return 0
