# SPDX-License-Identifier: MIT
"""Native tool calling with only the results rewritten: what a gateway does.

The model gets the tools of real servers over its provider's interface and
calls them; each server has a real gateway in front. What counts is the world
that it leaves.
"""
from __future__ import annotations

import dataclasses
import pathlib
from collections.abc import Mapping, Sequence
from typing import Any

import pith
from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalSample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    get_model,
)
from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolCall, ToolCallError

from pith_evals import formats, prompts, record
from pith_evals.agent import figures, gateway, mocks, reference
from pith_evals.agent.tokens import Account
from pith_evals.agent.worlds import MAX_STEPS, SEEDS, TASKS, rules, set_up
from pith_evals.agent.worlds.task import Setting, world_digest
from pith_evals.experiment import Experiment

NAME = "agent"
ARMS = ("json", "gcf", "toon", "tron", "auto")

# Seeds and tasks of each family.
PRESETS: dict[str, tuple[int, int]] = {
    "smoke": (1, 1), "quick": (1, 8), "standard": (3, 16), "complete": (3, 16),
}

_INSTRUCTION = (
    "You have tools. Solve the task of the user with them, and change nothing that the "
    f"task does not ask for. You have at most {MAX_STEPS} turns. When the task is solved, "
    "reply without a call: with the answer alone if the task asks for one, and otherwise "
    "with the single word done."
)
_FILES = "Paths of files are relative to the allowed directory, for example misc/log.txt."


@dataclasses.dataclass(frozen=True)
class Place:
    """A task in a world, in one condition."""

    setting: Setting
    condition: str
    has_primer: bool = False

    @property
    def key(self) -> str:
        primer = "primer" if self.has_primer else "bare"
        return f"{self.setting.name}/{self.condition}/{primer}"


def system_text(place: Place) -> str:
    """What the model is told. The same in every condition, but for primers."""
    servers = place.setting.task.servers
    parts = [_INSTRUCTION]
    parts += [rules.TEXT] if "sqlite" in servers else []
    parts += [rules.TABLE_TEXT] if "table" in servers else []
    parts += [_FILES] if "filesystem" in servers else []
    if place.has_primer:
        parts += [prompts.primer(name) for name in gateway.FORMATS[place.condition]]
    return "\n\n".join(parts)


def first_messages(place: Place) -> list[ChatMessage]:
    # Mocks need to know which task it is; providers do not get metadata.
    return [ChatMessageSystem(content=system_text(place)),
            ChatMessageUser(content=place.setting.prompt, metadata={"place": place.key})]


def places(
    preset: str, conditions: Sequence[str] = ARMS, has_primer: bool = False,
    names: Sequence[str] | None = None, limit: int | None = None,
) -> list[Place]:
    """What a preset runs. `names` takes these tasks alone, `limit` so many of all
    worlds, the same in every condition. Raises KeyError."""
    seeds, of_family = PRESETS[preset]
    taken: dict[str, int] = {}
    found: list[Setting] = []
    for name in names or TASKS:
        task = TASKS[name]
        taken[task.family] = taken.get(task.family, 0) + 1
        if names is None and taken[task.family] > of_family:
            continue
        found += [set_up(task, seed) for seed in SEEDS[:seeds]]
    return [Place(setting, condition, has_primer)
            for setting in found[:limit] for condition in conditions]


def experiment(
    where: Sequence[Place], epochs: int = 1, name: str = NAME,
    file: pathlib.Path = figures.FILE, reasoning_tokens: int = 0,
) -> Experiment:
    """The places as an experiment of the runner; `file` has what they cost a model
    that takes the steps of the reference solution."""
    by_key = {place.key: place for place in where}
    if len(by_key) != len(where):
        raise ValueError("two places have the same key")
    dataset = MemoryDataset(
        [Sample(id=key, input=place.setting.prompt, target=place.setting.answer,
                metadata={"arm": place.condition, "kind": place.setting.task.family})
         for key, place in by_key.items()],
        name=name,
    )
    return Experiment(
        name=name,
        task=Task(name=name, dataset=dataset, solver=working(by_key), scorer=checking(),
                  epochs=epochs),
        convert=lambda sample, model: item(by_key[str(sample.id)], sample, model, name),
        estimate=figures.estimate(
            [(p.setting, p.condition, formats.count(system_text(p))) for p in where], epochs,
            reasoning_tokens, file),
        arms=tuple(dict.fromkeys(place.condition for place in where)),
        primers=tuple(sorted({place.has_primer for place in where})),
        hashes={
            "prompts": record.digest([[p.key, system_text(p), p.setting.prompt] for p in where]),
            "tasks": record.digest(sorted(
                [p.setting.name, p.setting.given, p.setting.answer] for p in
                {p.setting.name: p for p in where}.values())),
            "worlds": record.digest(sorted({
                world_digest(server, p.setting.seed)
                for p in where for server in p.setting.task.servers})),
        },
        mock=lambda mock: mocks.mock_model(mock, {k: p.setting for k, p in by_key.items()}),
    )


@dataclasses.dataclass
class Trace:
    """What happened, for the record: ways in which calls failed, and the end."""

    calls: int = 0
    unreadable: int = 0
    unknown_tool: int = 0
    refused: int = 0
    errors: int = 0
    end: str = "answer"
    failure: str = ""


def working(where: Mapping[str, Place]) -> Solver:
    """The loop of an agent: calls, results, until a reply without a call."""

    # A parameter of the solver itself would be written into every sample's log.
    @solver(name="work")
    def work() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            await _work(where[str(state.sample_id)], state)
            return state

        return solve

    return work()


async def _work(place: Place, state: TaskState) -> None:
    state.messages = first_messages(place)
    account, trace = Account(), Trace()
    with reference.fresh_world(place.setting) as directory:
        async with gateway.open_desk(
            place.setting.task.servers, directory, place.condition
        ) as desk:
            await _converse(state, desk, account, trace)
        answer = state.output.completion if trace.end == "answer" else ""
        problems = reference.problems(place.setting, directory, answer)
    state.store.set("verdict", {
        "outcome": _outcome(trace, problems, answer), "answer": answer[:500],
        "problems": problems, "trace": dataclasses.asdict(trace),
        "account": dataclasses.asdict(account),
    })


async def _converse(
    state: TaskState, desk: gateway.Desk, account: Account, trace: Trace
) -> None:
    tools = [gateway.tool_info(tool) for tool in desk.tools]
    account.schema = formats.count(gateway.schema_text(tools))
    for _ in range(MAX_STEPS):
        try:
            output = await get_model().generate(state.messages, tools=tools)
        except Exception as problem:  # whatever a provider raises
            trace.end, trace.failure = "failure", f"{type(problem).__name__}: {problem}"[:500]
            return
        state.output = output
        if not output.choices:
            trace.end, trace.failure = "failure", output.error or "no choices"
            return
        reply: ChatMessageAssistant = output.message
        account.step(state.messages, reply)
        state.messages.append(reply)
        if not reply.tool_calls:
            trace.end = {"max_tokens": "cap", "model_length": "cap",
                         "content_filter": "filter"}.get(output.stop_reason, "answer")
            return
        for call in reply.tool_calls:
            result = await _perform(desk, call, trace)
            account.hear(result)
            state.messages.append(result)
    trace.end = "steps"


async def _perform(desk: gateway.Desk, call: ToolCall, trace: Trace) -> ChatMessageTool:
    trace.calls += 1
    if call.parse_error:
        trace.unreadable += 1
        return _heard(call, f"The arguments cannot be read: {call.parse_error}", "parsing")
    if all(tool.name != call.function for tool in desk.tools):
        trace.unknown_tool += 1
    result = await desk.call(call.function, call.arguments)
    trace.refused += result.is_refused
    trace.errors += result.is_error
    return _heard(call, result.text, "unknown" if result.is_error else None)


def _heard(call: ToolCall, text: str, error: Any) -> ChatMessageTool:
    return ChatMessageTool(
        content=text, tool_call_id=call.id, function=call.function,
        error=ToolCallError(error, text[:200]) if error else None,
    )


def _outcome(trace: Trace, problems: list[str], answer: str) -> str:
    if trace.end == "failure":
        return "failed"
    if trace.end == "filter":
        return "refused"
    if trace.end == "cap":
        return "truncated"
    if trace.end == "answer" and not problems:
        return "correct"
    if trace.calls == 0 and wrote_a_call(answer):
        return "other_notation"
    return "wrong"


def wrote_a_call(answer: str) -> bool:
    """Whether a reply has a call in its text, which no interface carries out."""
    found = pith.extract(answer)
    if found is None:
        return False
    try:
        value = pith.decode(found.payload, found.format)
    except pith.Error:
        return False
    ones = value if isinstance(value, list) else [value]
    return any(isinstance(one, dict) and "name" in one
               and ("arguments" in one or "parameters" in one) for one in ones)


@scorer(metrics=[])
def checking() -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        verdict = state.store.get("verdict")
        return Score(value="C" if verdict["outcome"] == "correct" else "I",
                     answer=verdict["answer"], metadata=verdict)

    return score


def billed(sample: EvalSample) -> tuple[int, int]:
    """Input and output that providers report; 0 if they do not."""
    usage = list(sample.model_usage.values())
    read = sum(one.input_tokens + (one.input_tokens_cache_read or 0)
               + (one.input_tokens_cache_write or 0) for one in usage)
    return read, sum(one.output_tokens for one in usage)


def item(
    place: Place, sample: EvalSample, model: str, name: str = NAME
) -> record.Item:
    """What is kept of a sample. A sample without a score has failed."""
    scores = list((sample.scores or {}).values())
    if scores and scores[0].metadata:
        verdict: Mapping[str, Any] = scores[0].metadata
    else:
        problem = sample.error.message if sample.error else "no score"
        verdict = {"outcome": "failed", "answer": "", "problems": [],
                   "trace": {"failure": problem[:500]}, "account": {}}
    account = Account(**verdict["account"])
    read, written = billed(sample)
    task = place.setting.task
    return record.Item(
        task=name, arm=place.condition, primer=place.has_primer, model=model,
        document=task.name, question=f"seed-{place.setting.seed}", kind=task.family,
        rows=max((len(rows) for rows in place.setting.begin.tables.values()), default=0)
        or len(place.setting.begin.relations) or len(place.setting.begin.files),
        epoch=sample.epoch, outcome=verdict["outcome"],
        correct=verdict["outcome"] == "correct",
        input_tokens=read or account.input, output_tokens=written or account.output,
        schema_tokens=account.schema, call_tokens=account.call,
        result_tokens=account.result, answer=verdict["answer"],
        target=place.setting.answer, steps=account.steps,
        details={"problems": verdict["problems"], **verdict["trace"],
                 "counted_input": account.input, "counted_output": account.output},
    )
