# SPDX-License-Identifier: MIT
"""What is to be written, as prose that is the same for every notation.

The prose says every value, its type and its place once, in words that belong
to no notation; the expected value is what the prose says.
"""
from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pith

from pith_evals.documents import graphs, shapes
from pith_evals.documents.facts import Document


@dataclasses.dataclass(frozen=True)
class Source:
    """`expected` is what a decoder must give. Of a delta, `base` is the set
    before it, and `expected` has what the delta says."""

    name: str
    kind: str
    rows: int
    text: str
    expected: Any
    base: Any = None


def _say(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # In quotes, so that its ends are plain and "12" is not a number.
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return repr(value)


def _tell(value: Any, indent: int) -> list[str]:
    """Lines of prose; members in their order, elements by their number."""
    pad = "  " * indent
    lines: list[str] = []
    entries = (
        [(f'"{name}"', inner) for name, inner in value.items()]
        if isinstance(value, dict)
        else [(f"element {n}", inner) for n, inner in enumerate(value, 1)]
    )
    for name, inner in entries:
        if isinstance(inner, dict) and inner:
            lines.append(f"{pad}- {name} is an object with {_members(len(inner))}:")
            lines.extend(_tell(inner, indent + 1))
        elif isinstance(inner, list) and inner:
            lines.append(f"{pad}- {name} is a list of {len(inner)}:")
            lines.extend(_tell(inner, indent + 1))
        elif isinstance(inner, (dict, list)):
            empty = "object" if isinstance(inner, dict) else "list"
            lines.append(f"{pad}- {name} is an empty {empty}")
        else:
            lines.append(f"{pad}- {name} is {_say(inner)}")
    return lines


def _members(count: int) -> str:
    return "1 member" if count == 1 else f"{count} members"


def _rows_text(rows: Sequence[Mapping[str, Any]]) -> str:
    lines = []
    for number, row in enumerate(rows, 1):
        cells = ", ".join(f'"{name}" {_say(cell)}' for name, cell in row.items())
        lines.append(f"{number}. {cells}")
    return "\n".join(lines)


def _is_flat(value: Any) -> bool:
    return isinstance(value, dict) and not any(
        isinstance(cell, (dict, list)) for cell in value.values()
    )


def table_source(rows: int, seed: int) -> Source:
    shape = random.Random(f"table:{rows}:{seed}").choice(
        ("orders", "logs", "metrics", "staff")
    )
    document = shapes.make(shape, rows, seed)
    [(member, records)] = [
        (name, inner)
        for name, inner in document.value.items()
        if isinstance(inner, list)
    ]
    value = {member: records}
    text = (
        f'The data is an object with one member, "{member}", a list of {len(records)}'
        " objects, each with its members in this order:\n" + _rows_text(records)
    )
    return Source(f"table-{rows}-{seed}", "table", rows, text, value)


def nested_source(rows: int, seed: int) -> Source:
    shape = random.Random(f"nested:{rows}:{seed}").choice(
        ("purchases", "contacts", "config", "issues", "teams")
    )
    # Teams have at least three groups, each with a member.
    document: Document = shapes.make(shape, max(rows, 4), seed)
    text = "The data is an object:\n" + "\n".join(_tell(document.value, 0))
    return Source(f"nested-{rows}-{seed}", "nested", rows, text, document.value)


def graph_source(symbols: int, seed: int) -> Source:
    value = graphs.make(max(symbols, 4), seed).document.value
    symbol_lines = [
        f'{n}. "{one["qualifiedName"]}", kind "{one["kind"]}", score {one["score"]!r},'
        f' provenance "{one["provenance"]}", distance {one["distance"]}'
        for n, one in enumerate(value["symbols"], 1)
    ]
    edge_lines = [
        f'{n}. from "{one["source"]}" to "{one["target"]}", type "{one["edgeType"]}"'
        for n, one in enumerate(value["edges"], 1)
    ]
    text = (
        "The data is a graph of code. In notations without a form for graphs it is an"
        ' object with the members "tool" (text), "symbols" (a list of objects with'
        ' "qualifiedName", "kind", "score", "provenance", "distance") and "edges" (a list'
        ' of objects with "source", "target", "edgeType").\n'
        f'The tool is "{value["tool"]}".\n'
        f"There are {len(symbol_lines)} symbols:\n" + "\n".join(symbol_lines) + "\n"
        f"There are {len(edge_lines)} edges:\n" + "\n".join(edge_lines)
    )
    return Source(f"graph-{symbols}-{seed}", "graph", symbols, text, value)


def delta_source(rows: int, seed: int) -> Source:
    """A change of a set of rows. The roots are given: nobody is asked to hash."""
    rng = random.Random(f"delta:{rows}:{seed}")
    base = shapes.make("orders", rows, seed).value["orders"]
    more = shapes.make("orders", max(2, rows // 3), seed + 10_000).value["orders"]
    known = {one["id"] for one in base}
    added = [one for one in more if one["id"] not in known]
    places = rng.sample(range(len(base)), max(2, len(base) // 3))
    removed, changed = set(places[: len(places) // 2]), set(places[len(places) // 2 :])
    following = [
        {**one, "status": "void", "units": one["units"] + 1} if n in changed else one
        for n, one in enumerate(base)
        if n not in removed
    ] + added
    delta = pith.diff(base, following, "id")
    expected = {
        name: delta[name]
        for name in ("key", "base_root", "new_root", "added", "changed", "removed")
    }
    text = (
        "The data is a delta: what changed between two states of a set of rows. In"
        ' notations without a form for deltas it is an object with the members "key",'
        ' "base_root", "new_root" (texts), "added", "changed" (lists of whole rows) and'
        ' "removed" (a list of keys).\n'
        f'The key is "{delta["key"]}". The root before is "{delta["base_root"]}", the'
        f' root after "{delta["new_root"]}".\n'
        f"{len(delta['added'])} rows were added:\n{_rows_text(delta['added'])}\n"
        f"{len(delta['changed'])} rows were changed and are now:\n{_rows_text(delta['changed'])}\n"
        f"{len(delta['removed'])} rows were removed, with these keys: "
        + ", ".join(_say(key) for key in delta["removed"])
    )
    return Source(f"delta-{rows}-{seed}", "delta", rows, text, expected, base)


MAKERS: dict[str, Callable[[int, int], Source]] = {
    "table": table_source,
    "nested": nested_source,
    "graph": graph_source,
    "delta": delta_source,
}
