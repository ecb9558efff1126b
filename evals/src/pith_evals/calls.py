# SPDX-License-Identifier: MIT
"""Calls of tools, made from their schemas.

Real calls are not recorded beside the tool lists, so each tool gets two: with
what it requires, and with everything that its schema names. Values depend on the
schema alone, so that counts can be repeated.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_MAX_DEPTH = 4
_STRINGS = ("main", "src/server.ts", "open orders of 2026", "ORD-0417")


def make_call(tool: Mapping[str, Any], with_optional: bool) -> dict[str, Any]:
    """A call as a model writes it: a name and arguments."""
    schema = tool.get("inputSchema", {})
    return {
        "name": tool["name"],
        "arguments": _make_object(schema, with_optional, 0),
    }


def _make_object(
    schema: Mapping[str, Any], with_optional: bool, depth: int
) -> dict[str, Any]:
    required = schema.get("required", [])
    return {
        name: _make_value(property_, position, with_optional, depth + 1)
        for position, (name, property_) in enumerate(
            schema.get("properties", {}).items()
        )
        if with_optional or name in required
    }


def _make_value(
    schema: Any, position: int, with_optional: bool, depth: int
) -> Any:
    if not isinstance(schema, Mapping) or depth > _MAX_DEPTH:
        return "value"
    for key in ("default", "const"):
        if key in schema:
            return schema[key]
    if schema.get("enum"):
        return schema["enum"][0]
    for key in ("anyOf", "oneOf", "allOf"):
        if schema.get(key):
            return _make_value(schema[key][0], position, with_optional, depth + 1)
    kind = schema.get("type", "string")
    if isinstance(kind, list):
        kind = kind[0]
    if kind == "object":
        return _make_object(schema, with_optional, depth)
    if kind == "array":
        item = schema.get("items", {})
        return [_make_value(item, position + n, with_optional, depth + 1) for n in (0, 1)]
    if kind in ("integer", "number"):
        return 10 + position
    if kind == "boolean":
        return position % 2 == 0
    return None if kind == "null" else _STRINGS[position % len(_STRINGS)]
