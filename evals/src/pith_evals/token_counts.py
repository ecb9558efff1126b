# SPDX-License-Identifier: MIT
"""Exact tokens of documents, tool schemas and tool calls in every notation."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pith_evals import calls, datasets, formats

TOKENIZERS = ("o200k_base", "cl100k_base")
ARMS = tuple(formats.ARMS)


def count_value(
    value: Any, tokenizer: str, is_graph: bool = False
) -> dict[str, int | None]:
    """Tokens of one value by arm; None where the arm cannot carry it."""
    counts: dict[str, int | None] = {}
    for arm in ARMS:
        given = datasets.goon_response(value) if is_graph and arm == "goon" else value
        if arm == "markdown" and not is_graph and not isinstance(value, list):
            # An object with symbols would be shown as a graph, without the rest.
            counts[arm] = None
            continue
        try:
            text = formats.encode(arm, given, tokenizer)
        except formats.NotApplicable:
            counts[arm] = None
        else:
            counts[arm] = formats.count(text, tokenizer)
    return counts


def count_each(values: Iterable[Any], tokenizer: str) -> dict[str, int | None]:
    """The sum over values that are written one by one."""
    totals: dict[str, int | None] = dict.fromkeys(ARMS, 0)
    for value in values:
        for arm, tokens in count_value(value, tokenizer).items():
            total = totals[arm]
            totals[arm] = None if tokens is None or total is None else total + tokens
    return totals


def count_all(
    documents: Mapping[str, Any],
    graphs: Mapping[str, Any],
    tool_lists: Mapping[str, Any],
) -> dict[str, Any]:
    """Every block of the table: block, tokenizer, name, arm."""
    every_call = {
        server: [
            calls.make_call(tool, with_optional)
            for tool in tools
            for with_optional in (False, True)
        ]
        for server, tools in tool_lists.items()
    }
    blocks: dict[str, tuple[Mapping[str, Any], Callable[[Any, str], Any]]] = {
        "data sets": (documents, count_value),
        "longest tables": (
            {
                name: rows
                for name, value in documents.items()
                if (rows := datasets.main_table(value))
            },
            count_value,
        ),
        "graphs": (graphs, lambda value, tokenizer: count_value(value, tokenizer, True)),
        "tool lists": (tool_lists, count_value),
        "tools one by one": (tool_lists, count_each),
        "calls one by one": (every_call, count_each),
        "calls in one list": (every_call, count_value),
    }
    return {
        block: {
            tokenizer: {name: count(value, tokenizer) for name, value in values.items()}
            for tokenizer in TOKENIZERS
        }
        for block, (values, count) in blocks.items()
    }
