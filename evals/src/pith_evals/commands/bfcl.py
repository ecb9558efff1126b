# SPDX-License-Identifier: MIT
"""Schemas, calls and results in the prompt, on the tasks of bfcl-eval."""
from __future__ import annotations

import argparse

from pith_evals import mocks
from pith_evals import options as shared
from pith_evals.agent import bfcl_data, prompt
from pith_evals.agent.options import add_run_arguments, run_experiments
from pith_evals.experiment import Experiment

SUMMARY = "Put tools into the prompt in other notations, on the tasks of bfcl-eval."
CATEGORIES = (*bfcl_data.SINGLE, *bfcl_data.MULTI)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_run_arguments(parser, list(prompt.PRESETS), list(prompt.CONDITIONS), prompt.STANDARD,
                      list(dict.fromkeys([*mocks.MOCKS, *prompt.MULTI_MOCKS])))
    parser.add_argument("--category", action="append", choices=CATEGORIES, dest="categories",
                        help="can be repeated (default: all of a single turn)")


def experiments(options: argparse.Namespace) -> list[Experiment]:
    """Of a single turn and of several, as far as the categories ask for them."""
    categories = options.categories or list(bfcl_data.SINGLE)
    arms = options.arms or (
        prompt.SINGLE_ARMS if options.preset == "complete" else prompt.STANDARD)
    limit = min(prompt.PRESETS[options.preset], options.limit or 400)
    single = prompt.entries_of([c for c in categories if c in bfcl_data.SINGLE], limit)
    multi = prompt.entries_of([c for c in categories if c in bfcl_data.MULTI], limit)
    # Formats are explained to the model unless the command says otherwise.
    primers = shared.PRIMERS[options.primer or "on"]
    found = []
    if single:
        found.append(prompt.single_experiment(
            single, arms, options.model, primers=primers, epochs=options.epochs,
            context=options.context, reasoning_tokens=options.reasoning_tokens))
    if multi:
        found.append(prompt.multi_experiment(
            [prompt.Conversation(entry, arm, has_primer)
             for entry in multi for arm in arms for has_primer in primers],
            options.epochs, options.reasoning_tokens))
    return found


def run(options: argparse.Namespace) -> int:
    return run_experiments(lambda: experiments(options), options)
