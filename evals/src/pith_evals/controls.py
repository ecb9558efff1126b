# SPDX-License-Identifier: MIT
"""Controls: a notation with the document arranged as another notation would.

GCF groups the symbols of a graph by distance, numbers them and states how many
there are. If JSON does as well with the same arrangement, what helped was the
arrangement and not the notation.
"""
from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from pith_evals import formats

GROUPS = ("targets", "related", "extended")


@dataclasses.dataclass(frozen=True)
class Control:
    """The notation of `arm` after `arrange`, which raises NotApplicable for
    documents that it is not for."""

    name: str
    arm: str
    arrange: Callable[[Any], Any]


def _graph(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or "symbols" not in value or "edges" not in value:
        raise formats.NotApplicable("a control for graphs")
    return value


def _group_name(distance: int) -> str:
    return GROUPS[distance] if distance < len(GROUPS) else f"distance_{distance}"


def grouped(value: Any) -> dict[str, Any]:
    """Symbols by distance, with totals first: the layout of GCF, without ids."""
    graph = _graph(value)
    groups: dict[str, list[dict[str, Any]]] = {}
    for symbol in graph["symbols"]:
        rest = {name: cell for name, cell in symbol.items() if name != "distance"}
        groups.setdefault(_group_name(symbol["distance"]), []).append(rest)
    return {
        **{
            name: cell
            for name, cell in graph.items()
            if name not in ("symbols", "edges")
        },
        "symbolCount": len(graph["symbols"]),
        "edgeCount": len(graph["edges"]),
        **{f"{name}Count": len(members) for name, members in groups.items()},
        **groups,
        "edges": graph["edges"],
    }


def counted(value: Any) -> dict[str, Any]:
    """As it is, with the totals first."""
    graph = _graph(value)
    return {
        "symbolCount": len(graph["symbols"]),
        "edgeCount": len(graph["edges"]),
        **graph,
    }


def numbered(value: Any) -> dict[str, Any]:
    """As it is, with a number for each symbol and edge."""
    graph = _graph(value)
    return {
        **graph,
        "symbols": [{"n": n, **one} for n, one in enumerate(graph["symbols"])],
        "edges": [{"n": n, **one} for n, one in enumerate(graph["edges"])],
    }


def laid_out_like_gcf(value: Any) -> dict[str, Any]:
    """All that GCF does: groups, totals, numbers, and edges between numbers."""
    graph = numbered(value)
    numbers = {one["qualifiedName"]: one["n"] for one in graph["symbols"]}
    edges = [
        {
            **one,
            "source": numbers[one["source"]],
            "target": numbers[one["target"]],
        }
        for one in _graph(value)["edges"]
    ]
    return grouped({**graph, "edges": edges})


def as_rows(value: Any) -> dict[str, Any]:
    """The layout of GCF with every name of a member written once: JSON at about
    the length of TOON, so that length and notation can be told apart."""
    arranged = laid_out_like_gcf(value)
    return {
        name: _rows(cell) if _is_table(cell) else cell
        for name, cell in arranged.items()
    }


def _is_table(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(row, dict) and list(row) == list(value[0]) for row in value)
    )


def _rows(table: list[dict[str, Any]]) -> dict[str, Any]:
    return {"fields": list(table[0]), "rows": [list(row.values()) for row in table]}


def goon_response(value: Any) -> dict[str, Any]:
    """As an answer of a graph query, which is all that GOON can write: a node
    has its kind as its type and its place as its id."""
    graph = _graph(value)
    places = {
        one["qualifiedName"]: (one["kind"], n) for n, one in enumerate(graph["symbols"])
    }
    return {
        "query_type": graph.get("tool", "traversal"),
        "nodes": [
            {
                "type": one["kind"],
                "id": n,
                "name": one["qualifiedName"],
                **{name: one[name] for name in ("score", "provenance", "distance")},
            }
            for n, one in enumerate(graph["symbols"])
        ],
        "edges": [
            {
                "from": places[one["source"]][0],
                "from_id": places[one["source"]][1],
                "to": places[one["target"]][0],
                "to_id": places[one["target"]][1],
                "type": one["edgeType"],
            }
            for one in graph["edges"]
        ],
    }


CONTROLS: dict[str, Control] = {
    one.name: one
    for one in (
        Control("json-grouped", "json", grouped),
        Control("json-counted", "json", counted),
        Control("json-numbered", "json", numbered),
        Control("json-like-gcf", "json", laid_out_like_gcf),
        Control("json-rows", "json", as_rows),
        Control("toon-grouped", "toon", grouped),
        Control("toon-like-gcf", "toon", laid_out_like_gcf),
    )
}


def names() -> list[str]:
    """Every arm and control."""
    return [*formats.ARMS, *CONTROLS]


def arm_of(name: str) -> formats.Arm:
    """The arm that a name is written in. Raises ValueError."""
    if name in CONTROLS:
        return formats.ARMS[CONTROLS[name].arm]
    if name not in formats.ARMS:
        raise ValueError(f"unknown arm {name!r}; one of {', '.join(names())}")
    return formats.ARMS[name]


def render(name: str, value: Any, tokenizer: str = formats.DEFAULT_TOKENIZER) -> str:
    """The document as text of an arm or a control. Raises NotApplicable."""
    if name in CONTROLS:
        value = CONTROLS[name].arrange(value)
    elif name == "goon":
        value = goon_response(value)
    return formats.encode(arm_of(name), value, tokenizer)
