# SPDX-License-Identifier: MIT
"""Plays reference solutions through the gateway, and checks where a world ended."""
from __future__ import annotations

import contextlib
import dataclasses
import pathlib
import re
import tempfile
from collections.abc import Iterator
from typing import Any

from pith_evals import formats
from pith_evals.agent import gateway, players
from pith_evals.agent.tokens import call_text
from pith_evals.agent.worlds import MAX_STEPS, state
from pith_evals.agent.worlds.task import Call, Setting


@contextlib.contextmanager
def fresh_world(setting: Setting) -> Iterator[pathlib.Path]:
    """The world of the setting in a directory that ends with the context."""
    with tempfile.TemporaryDirectory(prefix="pith-") as name:
        directory = pathlib.Path(name).resolve()
        state.write(setting.begin, directory)
        yield directory


def problems(setting: Setting, directory: pathlib.Path, answer: str) -> list[str]:
    """Why the task is not solved, in words; empty if it is."""
    try:
        found = state.differences(state.read(directory), setting.end)
    except (OSError, ValueError, KeyError) as error:
        found = [f"the world cannot be read: {error}"]
    if plain(answer) != plain(setting.answer):
        found.append(f"the answer is {answer!r}, not {setting.answer!r}")
    return found


def plain(answer: str) -> str:
    """An answer without what does not matter: case, blanks, quotes, a last period, and
    how a number is written."""
    text = answer.strip().strip("`*\"'").rstrip(".").strip().casefold()
    if re.fullmatch(r"-?\d{1,3}(,\d{3})*(\.\d+)?|-?\d+(\.\d+)?", text):
        return repr(float(text.replace(",", "")))
    return text


@dataclasses.dataclass
class Played:
    """A conversation that was held: its calls, its results, its end."""

    calls: list[Call]
    results: list[gateway.Result]
    answer: str
    problems: list[str]
    schema_tokens: int

    @property
    def call_tokens(self) -> int:
        return sum(formats.count(call_text(call)) for call in self.calls)

    @property
    def result_tokens(self) -> int:
        return sum(formats.count(result.text) for result in self.results)

    @property
    def is_solved(self) -> bool:
        return not self.problems


def heard(call: Call, text: str, condition: str) -> Any:
    """What a reference solution makes of a result."""
    return text if call.is_text else gateway.decode_result(text, gateway.FORMATS[condition])


async def play(
    setting: Setting, condition: str, player: players.Player = players.right
) -> Played:
    """Holds the conversation of a player, as the reference solution does it.

    Raises RuntimeError if the player makes more calls than a model may.
    """
    calls: list[Call] = []
    results: list[gateway.Result] = []
    solution = player(setting)
    said: Any = None
    with fresh_world(setting) as directory:
        async with gateway.open_desk(setting.task.servers, directory, condition) as desk:
            while True:
                try:
                    call = solution.send(said)
                except StopIteration as end:
                    answer = end.value
                    break
                if len(calls) == MAX_STEPS:
                    raise RuntimeError(f"{setting.name}: more than {MAX_STEPS} calls")
                calls.append(call)
                results.append(await desk.call(call.tool, call.arguments))
                said = heard(call, results[-1].text, condition)
            schema_tokens = formats.count(
                gateway.schema_text([gateway.tool_info(tool) for tool in desk.tools]))
        return Played(calls, results, answer, problems(setting, directory, answer),
                      schema_tokens)
