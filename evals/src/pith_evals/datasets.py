# SPDX-License-Identifier: MIT
"""The shared data sets, tool lists and graphs that tables are made of.

They are outside the repository; PITH_SHARED_DIR names their directory.
"""
from __future__ import annotations

import hashlib
import json
import os
import pathlib
from collections.abc import Mapping
from typing import Any

import pith


class Missing(RuntimeError):
    """The shared data are not there."""


def shared_directory() -> pathlib.Path:
    """Where the shared data are. Raises Missing."""
    named = os.environ.get("PITH_SHARED_DIR")
    beside = pathlib.Path(__file__).resolve().parents[4] / "shared"
    directory = pathlib.Path(named) if named else beside
    if not (directory / "datasets").is_dir():
        raise Missing(
            f"{directory} has no datasets: set PITH_SHARED_DIR to the directory "
            "of the shared data"
        )
    return directory


def data_sets() -> dict[str, Any]:
    """Every data set by its name without suffix, in the order of the numbers."""
    return {
        path.stem: json.loads(path.read_text("utf-8"))
        for path in sorted((shared_directory() / "datasets").glob("*.json"))
    }


def graphs() -> dict[str, Any]:
    """The graphs of the graph streams, one for each file."""
    found = {}
    for path in sorted((shared_directory() / "datasets/graph-streams").glob("*.json")):
        wire = json.loads(path.read_text("utf-8"))["arms"]["none"]["payload"]
        found[path.stem] = pith.decode(wire, "gcf")
    return found


def goon_response(graph: Mapping[str, Any]) -> dict[str, Any]:
    """The graph as the answer to a query, which is what GOON writes.

    Symbols are numbered in their order, since the ids of nodes are numbers.
    """
    symbols = graph["symbols"]
    numbers = {symbol["qualifiedName"]: n for n, symbol in enumerate(symbols)}
    kinds = {symbol["qualifiedName"]: symbol["kind"] for symbol in symbols}
    return {
        "query_type": "traversal",
        "nodes": [
            {
                "type": symbol["kind"],
                "id": numbers[symbol["qualifiedName"]],
                "name": symbol["qualifiedName"],
                "score": symbol["score"],
                "distance": symbol["distance"],
                "provenance": symbol["provenance"],
            }
            for symbol in symbols
        ],
        "edges": [
            {
                "from": kinds[edge["source"]],
                "from_id": numbers[edge["source"]],
                "to": kinds[edge["target"]],
                "to_id": numbers[edge["target"]],
                "type": edge["edgeType"],
            }
            for edge in graph["edges"]
        ],
    }


def tool_lists() -> dict[str, Any]:
    """The answers of real servers to tools/list, by server."""
    found = {}
    for path in sorted((shared_directory() / "mcp-samples").glob("*tools_list.json")):
        answer = json.loads(path.read_text("utf-8"))
        found[path.name.split(".")[0]] = answer.get("result", answer)["tools"]
    return found


def main_table(value: Any) -> list[dict[str, Any]]:
    """The longest list of objects anywhere in the value, else an empty one."""
    best: list[dict[str, Any]] = []
    waiting = [value]
    while waiting:
        current = waiting.pop()
        if isinstance(current, dict):
            waiting.extend(current.values())
        elif isinstance(current, list):
            if len(current) > len(best) and all(isinstance(i, dict) for i in current):
                best = current
            waiting.extend(current)
    return best


def record_count(value: Any) -> int:
    """Records of the largest table: a list of objects or an object of objects."""
    best = len(main_table(value))
    waiting = [value]
    while waiting:
        current = waiting.pop()
        if isinstance(current, dict):
            if len(current) > best and all(
                isinstance(item, dict) for item in current.values()
            ):
                best = len(current)
            waiting.extend(current.values())
        elif isinstance(current, list):
            waiting.extend(current)
    return best


def digest(values: dict[str, Any]) -> str:
    """A hash of documents, so that a table says what it was made of."""
    text = json.dumps(values, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
