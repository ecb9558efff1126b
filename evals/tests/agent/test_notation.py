# SPDX-License-Identifier: MIT
"""Calls come back as they were written, and a reply's way of saying them is told."""
import ast

import pytest

from pith_evals.agent.notation import (
    NOTATIONS, PYTHON, as_calls, parse_calls, python_call, render_calls, unwrap,
)

EVERY = (*NOTATIONS, PYTHON)
CALLS = [
    {"name": "travel.book", "arguments": {"to": "Kyiv, \"center\"", "days": 3, "rate": 2.5,
                                          "is_return": True, "note": None}},
    {"name": "pack", "arguments": {"things": ["a|b", "c"], "size": {"w": 1, "h": [2, 3]}}},
    {"name": "go", "arguments": {}},
]


@pytest.mark.parametrize("notation", EVERY)
@pytest.mark.parametrize("calls", [CALLS, CALLS[:1], [], [CALLS[2]]])
def test_calls_come_back(notation: str, calls: list) -> None:
    text = render_calls(calls, notation)
    parsed = parse_calls(text, notation)
    assert (parsed.way, parsed.calls) == ("strict", calls)
    fenced = parse_calls(f"<think>[1] no\n</think>\n\n```{notation}\n{text}\n```\n", notation)
    assert (fenced.way, fenced.calls) == ("strict", calls)


@pytest.mark.parametrize("notation", EVERY)
def test_another_notation_is_found_and_named(notation: str) -> None:
    for other in set(EVERY) - {notation}:
        text = render_calls(CALLS, other)
        if parse_calls(text, notation).way == "strict":
            # Compact JSON is TRON too.
            assert (notation, other) == ("tron", "json")
            continue
        parsed = parse_calls(text, notation)
        assert (parsed.way, parsed.calls) == ("other", CALLS)


@pytest.mark.parametrize("notation", ["json", "gcf"])
def test_calls_within_words(notation: str) -> None:
    text = f"I would do this:\n```{notation}\n{render_calls(CALLS, notation)}\n```\nOkay?"
    assert parse_calls(text, notation).way == "embedded"
    assert parse_calls(text, "toon").way == "other"
    assert parse_calls(text, "toon").calls == CALLS


@pytest.mark.parametrize("notation", EVERY)
@pytest.mark.parametrize("text", [
    "", "I cannot do that.", '{"a": 1}', "[1, 2]", '[{"name": "x", "arguments": [1]}]',
    '[{"name": 5, "arguments": {}}]', '[{"name": "x", "arguments": {}, "more": 1}]',
    '[{"name": "x", "arguments": {}', "x(y)", "[f(1)]", "[f(a=g())]", "[f(**a)]",
])
def test_what_is_not_calls(text: str, notation: str) -> None:
    assert parse_calls(text, notation).way == "none"


def test_one_call_stands_for_a_list() -> None:
    assert as_calls({"name": "x", "arguments": {"a": 1}}) == [
        {"name": "x", "arguments": {"a": 1}}]
    assert as_calls([{"name": "x"}]) == [{"name": "x", "arguments": {}}]
    assert as_calls("x") is None


def test_unwrapping_takes_one_fence() -> None:
    assert unwrap("```json\n[]\n```") == "[]"
    assert unwrap("a\n```json\n[]\n```") == "a\n```json\n[]\n```"
    assert unwrap("<thinking>a</thinking> []") == "[]"


def test_text_of_calls_is_made_of_literals() -> None:
    evil = "'); __import__('os').system('true'); ('"
    text = python_call({"name": "f", "arguments": {"a": evil, "b": {evil: [evil]}}})
    (call,) = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    assert [ast.literal_eval(k.value) for k in call.keywords] == [evil, {evil: [evil]}]


@pytest.mark.parametrize("call", [
    {"name": "__import__('os').system", "arguments": {}},
    {"name": "f(", "arguments": {}},
    {"name": "f", "arguments": {"a=1, **b": 2}},
    {"name": "", "arguments": {}},
    {"name": "f", "arguments": {"a": object()}},
    {"name": "f", "arguments": {"a": float("nan")}},
])
def test_what_is_no_call_is_not_written(call: dict) -> None:
    with pytest.raises((ValueError, SyntaxError)):
        python_call(call)
