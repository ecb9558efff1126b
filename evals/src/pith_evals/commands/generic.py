# SPDX-License-Identifier: MIT
"""Asks a model about rows, maps and trees."""
from __future__ import annotations

import argparse

from pith_evals import options as shared
from pith_evals.ask import Ask
from pith_evals.tasks import generic, published

SUMMARY = "Ask a model about rows, maps and trees in every notation."


def asks(options: argparse.Namespace) -> list[Ask]:
    primers = shared.PRIMERS[options.primer or "both"]
    if options.preset == published.PRESET:
        return published.generic_asks(options.arms, primers, options.limit)
    return generic.asks(
        options.preset, options.arms, primers, options.limit, options.seed
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared.add(parser)


def run(options: argparse.Namespace) -> int:
    return shared.execute(options, {generic.NAME: asks})
