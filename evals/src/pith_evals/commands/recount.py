# SPDX-License-Identifier: MIT
"""The command recount."""
from __future__ import annotations

import argparse
import pathlib
import sys

from pith_evals import tables
from pith_evals.recount import claims, figures, logs

SUMMARY = "count the public logs of other experiments"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "logs",
        nargs="+",
        metavar="SOURCE=DIRECTORY",
        help="logs, and where they are from: owner/repository@commit",
    )
    tables.add_output_arguments(parser)


def run(options: argparse.Namespace) -> int:
    sources = []
    for given in options.logs:
        source, equals, directory = given.partition("=")
        if not equals:
            print(f"{given}: write SOURCE=DIRECTORY", file=sys.stderr)
            return 2
        try:
            found = figures.figures(logs.read_directory(pathlib.Path(directory)))
        except OSError as error:
            print(error, file=sys.stderr)
            return 2
        sources.append(
            {"source": source, "figures": found, "claims": claims.compare(found)}
        )
    for source in sources:
        for row in source["claims"]:
            sign = "as noted" if row["agrees"] else f"the note says {row['noted']}"
            print(f"{source['source']}: {row['claim']}: {row['recounted']} ({sign})")
    return tables.finish("recount", {"sources": sources}, options)
