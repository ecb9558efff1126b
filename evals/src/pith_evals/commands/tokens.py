# SPDX-License-Identifier: MIT
"""The command tokens."""
from __future__ import annotations

import argparse

import pith

from pith_evals import datasets, tables, token_counts

SUMMARY = "exact tokens of documents, schemas and calls in every notation"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    tables.add_output_arguments(parser)


def run(options: argparse.Namespace) -> int:
    documents, graphs = datasets.data_sets(), datasets.graphs()
    tools = datasets.tool_lists()
    table = {
        "pith": pith.__version__,
        "data_sets": datasets.digest(documents),
        "graphs": datasets.digest(graphs),
        "tool_lists": datasets.digest(tools),
        "tools": {server: len(listed) for server, listed in tools.items()},
        "blocks": token_counts.count_all(documents, graphs, tools),
    }
    return tables.finish("tokens", table, options)
