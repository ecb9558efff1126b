# SPDX-License-Identifier: MIT
"""Lets a model write data, and shows what decoders make of it."""
from __future__ import annotations

import argparse
import dataclasses
import json
import pathlib

from pith_evals import formats, record
from pith_evals import options as shared
from pith_evals.ask import Ask
from pith_evals.generation import reference
from pith_evals.tasks import generation, published

SUMMARY = "Let a model write data in every notation."
AGREEMENT_FILE = "agreement.json"


def asks(options: argparse.Namespace) -> list[Ask]:
    if options.preset == published.PRESET:
        raise ValueError(
            "generation has no published preset; take smoke, quick or standard"
        )
    primers = shared.PRIMERS[options.primer or "on"]
    return generation.asks(
        options.preset, options.arms, primers, options.limit, options.seed
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared.add(parser)


def run(options: argparse.Namespace) -> int:
    if options.directory is None:
        options.directory = record.run_directory(
            options.results, options.model, options.preset
        )
    code = shared.execute(options, {generation.NAME: asks})
    if code == 0 and not options.estimate:
        compare_decoders(options.directory, options.preset, options.seed)
    return code


def compare_decoders(directory: pathlib.Path, preset: str, seed: int) -> None:
    """Prints and keeps the table of agreement, if the packages are there."""
    folder = reference.find()
    if folder is None:
        print("no table of agreement: node or the reference packages are not installed")
        return
    sources = {source.name: source for source in generation.sources(preset, seed)}
    table = reference.agreement(
        (
            reference.Text(sources[item.document], formats.ARMS[item.arm], item.answer)
            for item in record.read_items(directory)
            if item.task == generation.NAME
        ),
        folder,
    )
    print(reference.table_text(table))
    kept = {arm: dataclasses.asdict(row) for arm, row in sorted(table.items())}
    text = json.dumps(kept, indent=2, ensure_ascii=False)
    (directory / AGREEMENT_FILE).write_text(text + "\n", encoding="utf-8")
