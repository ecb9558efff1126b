# SPDX-License-Identifier: MIT
"""48 tasks on real servers, each in worlds from three seeds."""
from __future__ import annotations

from pith_evals.agent.worlds import filesystem_tasks, memory_tasks, other_tasks, sqlite_tasks
from pith_evals.agent.worlds.make import SEEDS
from pith_evals.agent.worlds.task import Call, Setting, Solution, Task, set_up

TASKS: dict[str, Task] = {
    task.name: task
    for task in (
        *sqlite_tasks.TASKS,
        *memory_tasks.TASKS,
        *filesystem_tasks.TASKS,
        *other_tasks.TASKS,
    )
}

MAX_STEPS = 12

__all__ = ["MAX_STEPS", "SEEDS", "TASKS", "Call", "Setting", "Solution", "Task", "set_up"]
