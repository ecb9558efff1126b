# SPDX-License-Identifier: MIT
"""Ways to play a task: as the reference does, and wrong in four ways.

The wrong ones prove that checks fail. Mock models play the same ways.
"""
from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from pith_evals.agent.worlds.task import DONE, Call, Setting, Solution

Player = Callable[[Setting], Solution]

READING = frozenset({
    "read_query", "read_graph", "directory_tree", "read_text_file", "get_file_info",
    "get-structured-content", "get-sum",
})


def right(setting: Setting) -> Solution:
    """The reference solution."""
    return setting.solution()


def stops_early(setting: Setting) -> Solution:
    """Reads, changes nothing, and says that it is done."""
    solution, said = setting.solution(), None
    while True:
        try:
            call = solution.send(said)
        except StopIteration:
            return DONE
        if call.tool not in READING:
            return DONE
        said = yield call


def mistaken(setting: Setting) -> Solution:
    """Makes its first change with one character wrong, or answers wrong."""
    solution, said, is_done = setting.solution(), None, False
    while True:
        try:
            call = solution.send(said)
        except StopIteration as end:
            return end.value if is_done else f"not {end.value}"
        if call.tool not in READING and not is_done:
            call, is_done = Call(call.tool, spoil(call.arguments)), True
        said = yield call


def meddles(setting: Setting) -> Solution:
    """Solves the task and changes something else too, or says more than asked."""
    answer = yield from setting.solution()
    servers = setting.task.servers
    if "sqlite" in servers:
        yield Call("write_query", {
            "query": "INSERT INTO notes (subject, text, author) VALUES ('x', 'y', 'z')"})
    elif "memory" in servers:
        yield Call("create_entities", {"entities": [
            {"name": "x", "entityType": "note", "observations": []}]})
    elif "filesystem" in servers:
        yield Call("write_file", {"path": "misc/x.txt", "content": "x\n"})
    else:
        return f"{answer}, I think"
    return answer


def loops(setting: Setting) -> Solution:
    """Makes the first call again and again."""
    call = setting.solution().send(None)
    while True:
        yield call


PLAYERS: dict[str, Player] = {
    "oracle": right,
    "stops_early": stops_early,
    "mistaken": mistaken,
    "meddles": meddles,
    "loops": loops,
}


def spoil(arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments with the last letter or digit of their last text changed."""
    spoiled = copy.deepcopy(arguments)
    places: list[tuple[Any, Any]] = []
    to_see: list[Any] = [spoiled]
    while to_see:
        one = to_see.pop()
        for key, value in one.items() if isinstance(one, dict) else enumerate(one):
            if isinstance(value, str):
                places.append((one, key))
            elif isinstance(value, (dict, list)):
                to_see.append(value)
    container, key = places[-1]
    text = container[key]
    at = max(place for place, letter in enumerate(text) if letter.isalnum())
    other = "7" if text[at] != "7" else "8"
    container[key] = text[:at] + other + text[at + 1:]
    return spoiled
