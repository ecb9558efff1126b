# SPDX-License-Identifier: MIT
"""Schemas, calls and results in a notation, and what a reply has of calls.

A call is {"name": ..., "arguments": {...}}; a reply is one document, a list of
calls. Where a notation costs more than compact JSON (GCF on calls), nothing
here hides it.
"""
from __future__ import annotations

import ast
import dataclasses
import json
import re
from collections.abc import Sequence
from typing import Any

import pith

from pith_evals import formats

Calls = list[dict[str, Any]]

NOTATIONS = ("json", "gcf", "toon", "tron")
PYTHON = "python"

_THOUGHT = re.compile(r"\A\s*<(think|thinking|reasoning)>.*?</\1>", re.DOTALL)
_FENCE = re.compile(r"\A```[^\n`]*\n(.*?)\n?```\Z", re.DOTALL)


def render(value: Any, notation: str) -> str:
    """A value as a model is to read it: a schema list or a result."""
    return formats.encode(notation, value).rstrip("\n")


def render_calls(calls: Calls, notation: str) -> str:
    """Calls as a model is to write them."""
    if notation == PYTHON:
        return f"[{', '.join(map(python_call, calls))}]"
    return render(calls, notation)


def python_call(call: dict[str, Any]) -> str:
    """`name(key=value)` of a call. Values are literals: nothing of a reply is code.

    Raises ValueError if a name is not one.
    """
    names = [*call["name"].split("."), *call["arguments"]]
    if not all(isinstance(name, str) and name.isidentifier() for name in names):
        raise ValueError(f"not the name of a function or a parameter: {names}")
    arguments = ", ".join(f"{key}={_literal(value)}" for key, value in call["arguments"].items())
    return f"{call['name']}({arguments})"


def _literal(value: Any) -> str:
    text = repr(value)
    # What was decoded has no other types; this is for those who change that.
    if ast.literal_eval(text) != value:
        raise ValueError(f"not a plain value: {text[:80]}")
    return text


@dataclasses.dataclass(frozen=True)
class Parsed:
    """What was found in a reply.

    `way` is "strict" (the reply is a document of the notation), "embedded" (the
    notation within other text), "other" (another notation, named), or "none".
    """

    way: str
    calls: Calls | None = None
    notation: str = ""


def parse_calls(reply: str, notation: str) -> Parsed:
    """Strictly first; then whatever a kind reader would find."""
    text = unwrap(reply)
    calls = _read(text, notation)
    if calls is not None:
        return Parsed("strict", calls, notation)
    for other in (*NOTATIONS, PYTHON):
        if other != notation and (calls := _read(text, other)) is not None:
            return Parsed("other", calls, other)
    found = pith.extract(reply)
    if found is not None and (calls := _read(found.payload, found.format)) is not None:
        way = "embedded" if found.format == notation else "other"
        return Parsed(way, calls, found.format)
    return Parsed("none")


def unwrap(reply: str) -> str:
    """Without reasoning before it and one code fence around it."""
    text = _THOUGHT.sub("", reply).strip()
    fenced = _FENCE.match(text)
    return fenced[1] if fenced else text


def _read(text: str, notation: str) -> Calls | None:
    try:
        if notation == PYTHON:
            return _read_python(text)
        return as_calls(formats.decode(notation, text))
    except (pith.Error, ValueError, SyntaxError, RecursionError, MemoryError):
        return None


def as_calls(value: Any) -> Calls | None:
    """The calls that a value is; one call stands for a list of one."""
    ones = [value] if isinstance(value, dict) and "name" in value else value
    if not isinstance(ones, list):
        return None
    calls: Calls = []
    for one in ones:
        if not (isinstance(one, dict) and isinstance(one.get("name"), str)
                and isinstance(one.get("arguments", {}), dict)
                and set(one) <= {"name", "arguments"}):
            return None
        calls.append({"name": one["name"], "arguments": one.get("arguments", {})})
    return calls


def _read_python(text: str) -> Calls | None:
    """`[f(a=1), g(b="x")]` with literals alone. Nothing is carried out."""
    if len(text) > 100_000:
        return None
    body = ast.parse(text.strip(), mode="eval").body
    ones: Sequence[ast.expr] = body.elts if isinstance(body, ast.List) else [body]
    calls: Calls = []
    for one in ones:
        if not isinstance(one, ast.Call) or one.args:
            return None
        name = ast.unparse(one.func)
        if not re.fullmatch(r"\w+(\.\w+)*", name) or any(k.arg is None for k in one.keywords):
            return None
        calls.append({"name": name, "arguments": {
            k.arg: ast.literal_eval(k.value) for k in one.keywords}})
    # A tuple is a list in every other notation.
    plain: Calls = json.loads(json.dumps(calls))
    return plain
