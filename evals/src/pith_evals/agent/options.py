# SPDX-License-Identifier: MIT
"""What the commands agent, bfcl and asking have in common."""
from __future__ import annotations

import argparse
import pathlib
import sys
from collections.abc import Sequence

from pith_evals import costs, record, run
from pith_evals.agent import places
from pith_evals.agent.summary import summary
from pith_evals.experiment import Experiment

RESULTS = pathlib.Path("results")


def add_run_arguments(
    parser: argparse.ArgumentParser, presets: Sequence[str], arms: Sequence[str],
    default_arms: Sequence[str],
) -> None:
    parser.add_argument("--model", default="mock/oracle",
                        help="a model of Inspect (openai/gpt-5.4) or mock/NAME "
                             "(default: mock/oracle)")
    parser.add_argument("--preset", choices=list(presets), default="smoke")
    parser.add_argument("--arm", action="append", choices=list(arms), dest="arms",
                        help=f"can be repeated (default: {', '.join(default_arms)})")
    parser.add_argument("--price", type=costs.Price.parse, default=costs.PRICES["free"],
                        help="small, medium, large, or IN/OUT in dollars per million tokens")
    parser.add_argument("--max-dollars", type=float,
                        help="do not start if the estimate is above")
    parser.add_argument("--estimate", action="store_true",
                        help="print the estimate and end")
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--output-cap", type=int, default=4096)
    parser.add_argument("--temperature", type=float, default=0.0)
    parser.add_argument("--connections", type=int, default=4,
                        help="conversations at a time (default: 4)")
    parser.add_argument("--base-url", help="of a server that speaks like OpenAI's")
    parser.add_argument("--tier", choices=record.TIERS, default="evidence")
    parser.add_argument("--results", type=pathlib.Path, default=RESULTS)


def run_experiments(experiments: Sequence[Experiment], options: argparse.Namespace) -> int:
    """Runs them as the options say; prints what came of it."""
    if options.estimate:
        print(costs.table({one.name: one.estimate for one in experiments}, options.price))
        return 0
    directory = record.run_directory(
        options.results, f"{experiments[0].name}-{options.model}", options.preset)
    try:
        items = run.run(
            experiments, options.model, options.preset, directory,
            settings=run.Settings(
                tier=options.tier, temperature=options.temperature,
                output_cap=options.output_cap, epochs=options.epochs,
                max_connections=options.connections, base_url=options.base_url),
            price=options.price, max_dollars=options.max_dollars,
        )
    except (run.TooExpensive, places.Absent) as problem:
        print(f"pith-evals: {problem}", file=sys.stderr)
        return 1
    print(summary(items, options.price))
    print(f"results: {directory}")
    return 0
