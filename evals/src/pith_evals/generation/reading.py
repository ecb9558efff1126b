# SPDX-License-Identifier: MIT
"""Reads what a model wrote, strictly, and compares it with what was asked."""
from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from typing import Any

import pith

from pith_evals import formats, prompts
from pith_evals.ask import Verdict
from pith_evals.generation.sources import Source

_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL)
_FENCE = re.compile(r"```[^\n`]*\n(.*?)\n?```", re.DOTALL)
_GRAPH_DEFAULTS: dict[str, Any] = {"tokenBudget": 0, "tokensUsed": 0, "packRoot": ""}


@dataclasses.dataclass(frozen=True)
class Reading:
    """`payload` is the part of the reply that was read. `error` is None if the
    strict decoder took it; `notation` is another one that the reply is in."""

    payload: str
    value: Any = None
    error: str | None = None
    notation: str | None = None


def payload_of(format: str, reply: str) -> str:
    """The text in a reply that is meant to be of a format.

    `pith.extract` finds GCF and JSON; other notations have nothing to be found
    by, so theirs is the first fenced block or else all of the reply.
    """
    text = _THOUGHT.sub("", reply)
    if format in ("gcf", "json"):
        found = pith.extract(text)
        if found is not None and found.format == format:
            return found.payload
    fenced = _FENCE.search(text)
    return fenced.group(1) if fenced else text.strip()


def read(source: Source, arm: formats.Arm, reply: str) -> Reading:
    payload = payload_of(arm.format, reply)
    other = other_notation(source, arm, payload)
    if other is not None:
        return Reading(payload, error=f"written in {other}", notation=other)
    if not payload.strip():
        # Which is an empty object in some notations.
        return Reading(payload, error="empty")
    try:
        value = _decode(source, arm, payload)
    except pith.Error as problem:
        return Reading(payload, error=f"{problem.code}")
    if not isinstance(value, (dict, list)):
        # Prose, which is a text to notations with bare texts.
        return Reading(payload, error="not_a_document")
    return Reading(payload, value=value)


def other_notation(source: Source, arm: formats.Arm, payload: str) -> str | None:
    """Another notation that a payload is plainly in.

    TRON contains JSON: there, JSON counts as another notation only where TRON
    would have had a class to define.
    """
    begin = payload.lstrip()
    if arm.format != "gcf" and begin.startswith("GCF "):
        return "gcf"
    if arm.format != "json" and begin[:1] in ("{", "[") and _is_json(begin):
        if arm.format != "tron" or "class " in pith.encode(source.expected, "tron"):
            return "json"
    if arm.format != "tron" and begin.startswith("class "):
        return "tron"
    return None


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _decode(source: Source, arm: formats.Arm, payload: str) -> Any:
    if source.kind == "delta" and arm.format == "gcf":
        delta: Mapping[str, Any] = pith.decode_delta(payload)
        return {name: delta[name] for name in source.expected}
    return formats.decode(arm, payload)


def is_faithful(source: Source, arm: formats.Arm, value: Any) -> bool:
    """Whether a decoded value is the expected one. Order of members does not
    matter, that of rows does; graphs and deltas are sets."""
    expected = source.expected
    if source.kind == "graph":
        return same(graph_as_sets(value), graph_as_sets(expected))
    if source.kind == "delta":
        decided = same(_delta_as_sets(value), _delta_as_sets(expected))
        return decided and _applies(source, value)
    return same(value, expected)


def same(one: Any, other: Any) -> bool:
    """Equality of JSON: true is not 1, but 1 is 1.0."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(
            same(one[key], other[key]) for key in one
        )
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return one == other
    return type(one) is type(other) and bool(one == other)


def graph_as_sets(value: Any) -> Any:
    """A graph without what a notation adds (empty members), in one order."""
    if not isinstance(value, dict):
        return value
    graph = {
        name: cell
        for name, cell in value.items()
        if _GRAPH_DEFAULTS.get(name, object()) != cell
    }
    edges = graph.get("edges")
    if isinstance(edges, list):
        graph["edges"] = _sorted(
            [
                {
                    name: cell
                    for name, cell in one.items()
                    if (name, cell) != ("status", "")
                }
                if isinstance(one, dict)
                else one
                for one in edges
            ]
        )
    if isinstance(graph.get("symbols"), list):
        graph["symbols"] = _sorted(graph["symbols"])
    return graph


def _delta_as_sets(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {
        name: _sorted(cell) if isinstance(cell, list) else cell
        for name, cell in value.items()
    }


def _sorted(cells: list[Any]) -> list[Any]:
    return sorted(cells, key=lambda cell: json.dumps(cell, sort_keys=True))


def _applies(source: Source, value: dict[str, Any]) -> bool:
    """Whether the delta makes the set with the root that it promises."""
    delta = {"tool": "", "fields": list(source.base[0]), **value}
    try:
        pith.apply(source.base, delta, value["key"])  # type: ignore[arg-type]
    except pith.Error:
        return False
    return True


def judge_writing(source: Source, arm: formats.Arm, reply: str) -> Verdict:
    """valid: the strict decoder takes it. faithful: and it is what was asked."""
    reading = read(source, arm, reply)
    is_valid = reading.error is None
    is_right = is_valid and is_faithful(source, arm, reading.value)
    if is_right:
        outcome = "correct"
    elif is_valid:
        outcome = "wrong"
    else:
        outcome = "other_notation" if reading.notation else "invalid"
    return Verdict(
        outcome,
        reply,
        {
            "valid": is_valid,
            "faithful": is_right,
            "repaired": False,
            "error": reading.error,
        },
    )


def hint(source: Source, arm: formats.Arm, reply: str) -> str | None:
    """What to tell a model whose reply could not be read."""
    reading = read(source, arm, reply)
    if reading.error is None:
        return None
    name = prompts.NAMES[arm.format]
    if reading.notation is not None:
        problem = f"This is {prompts.NAMES[reading.notation]}, not {name}."
    else:
        problem = f"This is not valid {name}. {pith.explain(reading.payload, arm.format) or ''}"
    return f"{problem.strip()} Send all of it again, corrected, and nothing else.\n"
