# SPDX-License-Identifier: MIT
"""Schemas, calls and results in the prompt, on the tasks of bfcl-eval."""
from __future__ import annotations

import argparse
import sys

from pith_evals.agent import bfcl_data, prompt
from pith_evals.agent.options import add_run_arguments, run_experiments

SUMMARY = "Tools in the prompt in other notations, on the tasks of bfcl-eval."
CATEGORIES = (*bfcl_data.SINGLE, *bfcl_data.MULTI)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_run_arguments(parser, list(prompt.PRESETS), list(prompt.CONDITIONS), prompt.STANDARD)
    parser.add_argument("--category", action="append", choices=CATEGORIES, dest="categories",
                        help="can be repeated (default: all of a single turn)")
    parser.add_argument("--no-primer", action="store_true",
                        help="do not tell the model how to read and write the formats")


def run(options: argparse.Namespace) -> int:
    categories = options.categories or list(bfcl_data.SINGLE)
    arms = options.arms or (
        prompt.SINGLE_ARMS if options.preset == "complete" else prompt.STANDARD)
    limit = prompt.PRESETS[options.preset]
    has_primer = not options.no_primer
    single = [name for name in categories if name in bfcl_data.SINGLE]
    multi = [name for name in categories if name in bfcl_data.MULTI]
    experiments = []
    try:
        if single:
            experiments.append(prompt.single_experiment(
                prompt.entries_of(single, limit), arms, options.model,
                has_primer=has_primer, epochs=options.epochs, output_cap=options.output_cap))
        if multi:
            experiments.append(prompt.multi_experiment(
                [prompt.Conversation(entry, arm, has_primer)
                 for entry in prompt.entries_of(multi, limit) for arm in arms],
                options.epochs))
    except bfcl_data.Absent as problem:
        print(f"pith-evals: {problem}", file=sys.stderr)
        return 1
    return run_experiments(experiments, options)
