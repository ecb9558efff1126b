# SPDX-License-Identifier: MIT
"""What a task is: words, what they choose of a world, and what must come of it.

The end that is expected is computed from the world. The reference solution
sees only the words' values and what the tools answer, so the two are
independent of each other, and a reference that gets there shows that the task
can be solved with what the gateway delivers.
"""
from __future__ import annotations

import dataclasses
import functools
import random
from collections.abc import Callable, Generator
from typing import Any

from pith_evals import record
from pith_evals.agent.worlds import make
from pith_evals.agent.worlds.state import State


@dataclasses.dataclass(frozen=True)
class Call:
    """One call of a tool. `is_text`: the result is text for a reader, not data."""

    tool: str
    arguments: dict[str, Any]
    is_text: bool = False


# Yields calls, is sent what each result says (decoded), returns the answer.
Solution = Generator[Call, Any, str]

DONE = "done"


class Task:
    """One of the 48. `turns_on_table`: a value must be found among 50 rows or more."""

    name: str
    family: str
    servers: tuple[str, ...]
    text: str
    turns_on_table = True
    # expect(state, **given) makes the end of the beginning and returns the answer.
    expect: Callable[..., str]
    # solve(**given) is the reference solution.
    solve: Callable[..., Solution]

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        """The values that the text names."""
        return {}

    def prepare(self, state: State, given: dict[str, Any]) -> None:
        """Puts into the world what only this task needs."""


@dataclasses.dataclass(frozen=True)
class Setting:
    """A task in the world of a seed."""

    task: Task
    seed: int
    given: dict[str, Any]
    begin: State
    end: State
    answer: str

    @property
    def name(self) -> str:
        return f"{self.task.name}/{self.seed}"

    @property
    def prompt(self) -> str:
        return self.task.text.format(**self.given)

    def solution(self) -> Solution:
        return self.task.solve(**self.given)


_MAKERS = {"sqlite": make.shop, "memory": make.graph, "filesystem": make.tree}


@functools.cache
def _made(server: str, seed: int) -> State:
    return _MAKERS[server](seed)


@functools.cache
def world_digest(server: str, seed: int) -> str:
    """A hash of the world that a server begins with; "" if it has none of a seed."""
    if server not in _MAKERS:
        return ""
    state = _made(server, seed)
    return record.digest([
        state.tables, {name: vars(one) for name, one in state.entities.items()},
        state.relations, state.files, sorted(state.folders)])


def set_up(task: Task, seed: int) -> Setting:
    """The task with its world, the same for the same seed."""
    begin = State()
    for server in task.servers:
        if server in _MAKERS:
            part = _made(server, seed).copy()
            begin.tables |= part.tables
            begin.entities |= part.entities
            begin.relations += part.relations
            begin.files |= part.files
            begin.folders |= part.folders
    given = task.given(begin, random.Random(f"{task.name} {seed}"))
    task.prepare(begin, given)
    end = begin.copy()
    answer = task.expect(end, **given)
    return Setting(task, seed, given, begin, end, answer)
