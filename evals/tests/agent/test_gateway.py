# SPDX-License-Identifier: MIT
"""Tasks can be solved through the real gateway, and wrong ways fail.

A few of each family here; nightly_tasks.py has all 48 in every condition.
"""
import asyncio
import json
import pathlib
from typing import Any

import pytest

from pith_evals.agent import figures, gateway, places, players, reference
from pith_evals.agent.worlds import SEEDS, TASKS, make, rules, set_up, state

try:
    places.pith_command(), places.node()
    ABSENT = ""
except places.Absent as problem:
    ABSENT = str(problem)
pytestmark = pytest.mark.skipif(ABSENT != "", reason=ABSENT)

FEW = {
    "sqlite-supplier-of-largest": "gcf",
    "memory-merge-twins": "auto",
    "filesystem-city-and-days": "toon",
    "everything-refused-city": "json",
    "across-slow-owner": "tron",
}
WRONG = {
    "sqlite-delete-lost": "mistaken",
    "memory-calls-itself": "meddles",
    "filesystem-token": "stops_early",
    "everything-temperature-sum": "mistaken",
    "across-owners-of-ports": "meddles",
}


def seed_of(name: str) -> int:
    return SEEDS[list(TASKS).index(name) % len(SEEDS)]


def lists_in(value: Any) -> list[list[Any]]:
    found, to_see = [], [value]
    while to_see:
        one = to_see.pop()
        if isinstance(one, list):
            found.append(one)
        if isinstance(one, (list, dict)):
            to_see.extend(one if isinstance(one, list) else one.values())
    return found


def check_right(name: str, seed: int, condition: str) -> None:
    setting = set_up(TASKS[name], seed)
    played = asyncio.run(reference.play(setting, condition))
    assert played.problems == []
    assert len(played.calls) < 12  # and a last message
    check_figures(played, figures.load()[condition][setting.name])
    formats = gateway.FORMATS[condition]
    if setting.task.turns_on_table and formats:
        tables = [result.text for result in played.results
                  if gateway.is_rewritten(result.text, formats)]
        assert any(len(rows) >= 50 for text in tables
                   for rows in lists_in(gateway.decode_result(text, formats)))
    if not formats:
        assert not any(gateway.is_rewritten(result.text, ("gcf", "tron"))
                       for result in played.results)


def check_figures(played: reference.Played, kept: list[Any]) -> None:
    """What was counted is what is kept; names of directories differ by some tokens."""
    schema, calls, results = kept
    assert (played.schema_tokens, len(played.calls)) == (schema, len(calls))
    assert abs(played.call_tokens - sum(calls)) <= 16
    assert abs(played.result_tokens - sum(results)) <= 32


def check_wrong(name: str, player: str, condition: str) -> None:
    setting = set_up(TASKS[name], seed_of(name))
    played = asyncio.run(reference.play(setting, condition, players.PLAYERS[player]))
    assert played.problems != []


@pytest.mark.parametrize("name", FEW)
def test_the_reference_solves(name: str) -> None:
    check_right(name, seed_of(name), FEW[name])


@pytest.mark.parametrize("name", WRONG)
def test_wrong_ways_fail(name: str) -> None:
    check_wrong(name, WRONG[name], "auto")


def test_a_desk_refuses_what_the_rules_do(tmp_path: pathlib.Path) -> None:
    async def ask() -> list[gateway.Result]:
        async with gateway.open_desk(["sqlite"], tmp_path, "gcf") as desk:
            assert [tool.name for tool in desk.tools] == ["read_query", "write_query"]
            assert desk.tools[0].schema["required"] == ["query"]
            return [
                await desk.call("read_query", {"query": "SELECT max(id) FROM notes"}),
                await desk.call("create_table", {"query": "CREATE TABLE x (a)"}),
                await desk.call("no_such_tool", {}),
                await desk.call("read_query", {"sql": "SELECT * FROM notes"}),
                await desk.call("read_query", {"query": "SELECT * FROM notes"}),
            ]

    state.write(make.shop(1), tmp_path)
    refused, denied, unknown, wrong, right = asyncio.run(ask())
    assert refused.is_refused and refused.text.startswith("Refused")
    assert denied.is_refused and unknown.is_refused
    assert wrong.is_error and not wrong.is_refused and "query" in wrong.text
    assert not right.is_error and right.text.startswith("GCF profile=generic\n## [50]")
    assert gateway.is_rewritten(right.text, ["gcf"])
    assert not gateway.is_rewritten(json.dumps([1]), ["gcf"])
    assert rules.TEXT.count("Refused") == 0
