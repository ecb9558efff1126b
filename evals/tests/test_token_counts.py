# SPDX-License-Identifier: MIT
"""Counts are those of pith, and the committed table is that of the data."""
from __future__ import annotations

import argparse

import pith
import pytest

from pith_evals import calls, datasets, formats, tables, token_counts
from pith_evals.commands import tokens as command

ROWS = [{"id": i, "name": f"row {i}"} for i in range(20)]


def test_counts_of_rows() -> None:
    counts = token_counts.count_value(ROWS, "cl100k_base")
    assert set(counts) == set(formats.ARMS)
    assert counts["gcf-graph"] is None and counts["goon"] is None
    assert counts["json"] == pith.count_tokens(pith.encode(ROWS, "json"), "cl100k_base")
    assert counts["csv"] < counts["gcf"] < counts["json"] < counts["json-pretty"]


def test_markdown_does_not_carry_objects() -> None:
    assert token_counts.count_value({"symbols": []}, "o200k_base")["markdown"] is None


def test_one_by_one_is_a_sum_and_none_stays_none() -> None:
    counts = token_counts.count_each([[{"a": 1}], {"b": 2}], "o200k_base")
    assert counts["csv"] is None
    assert counts["json"] == pith.count_tokens('[{"a":1}]') + pith.count_tokens('{"b":2}')


def test_calls_follow_schemas() -> None:
    tool = {
        "name": "find",
        "inputSchema": {
            "type": "object",
            "properties": {
                "path": {"type": "string"},
                "depth": {"type": "integer"},
                "kind": {"enum": ["file", "folder"]},
                "flags": {"type": "array", "items": {"type": "boolean"}},
                "where": {
                    "type": "object",
                    "properties": {"size": {"type": ["number", "null"]}},
                },
                "limit": {"type": "integer", "default": 5},
                "any": {"anyOf": [{"type": "null"}, {"type": "string"}]},
            },
            "required": ["path"],
        },
    }
    assert calls.make_call(tool, False) == {"name": "find", "arguments": {"path": "main"}}
    assert calls.make_call(tool, True)["arguments"] == {
        "path": "main",
        "depth": 11,
        "kind": "file",
        "flags": [False, True],
        "where": {"size": 10},
        "limit": 5,
        "any": None,
    }
    assert calls.make_call({"name": "now"}, True) == {"name": "now", "arguments": {}}


def test_a_schema_within_itself_ends() -> None:
    schema: dict = {"type": "array"}
    schema["items"] = schema
    tool = {"name": "t", "inputSchema": {"properties": {"x": schema}}}
    assert "value" in str(calls.make_call(tool, True))


def test_the_committed_table_is_complete() -> None:
    table = tables.read("tokens")
    assert len(table["blocks"]["data sets"]["o200k_base"]) == 19
    assert len(table["blocks"]["tool lists"]["o200k_base"]) == 6
    for block in table["blocks"].values():
        assert set(block) == set(token_counts.TOKENIZERS)
        for rows in block.values():
            for counts in rows.values():
                assert set(counts) == set(formats.ARMS)
                assert counts["json"] > 0


# Compact JSON, and the change in per cent that the note measured.
NOTED = {
    "everything": (1820, {"json-pretty": 56, "toon": 14, "tron": -27, "gcf": -15}),
    "filesystem": (2908, {"json-pretty": 53, "toon": 13, "tron": -20, "gcf": 9}),
    "memory": (2451, {"json-pretty": 68, "toon": 13, "tron": -28, "gcf": -1}),
    "git": (16400, {"json-pretty": 53, "toon": 11, "tron": -15, "gcf": 7}),
}


@pytest.mark.parametrize("server", NOTED)
def test_the_committed_table_agrees_with_the_note(server: str) -> None:
    counts = tables.read("tokens")["blocks"]["tool lists"]["o200k_base"][server]
    tokens, changes = NOTED[server]
    assert counts["json"] == tokens
    for arm, change in changes.items():
        assert 100 * (counts[arm] / tokens - 1) == pytest.approx(change, abs=0.6)


def test_the_committed_table_is_as_computed(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        datasets.shared_directory()
    except datasets.Missing as missing:
        pytest.skip(str(missing))
    options = argparse.Namespace(output=tables.DIRECTORY, check=True)
    assert command.run(options) == 0


def test_check_finds_a_difference(tmp_path) -> None:
    options = argparse.Namespace(output=tmp_path, check=True)
    assert tables.finish("t", {"a": [1, 2]}, options) == 1
    options.check = False
    assert tables.finish("t", {"a": [1, 2]}, options) == 0
    assert (tmp_path / "t.json").read_text() == '{\n "a": [1, 2]\n}\n'
    options.check = True
    assert tables.finish("t", {"a": [1, 2]}, options) == 0
    assert tables.finish("t", {"a": [1, 3]}, options) == 1
