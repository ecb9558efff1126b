# SPDX-License-Identifier: MIT
"""Tools in the prompt: schemas, calls and results in notations of one's choice.

Providers write schemas and calls in JSON themselves, so the three places where
a notation can stand are compared in plain text: the model reads schemas and
results, and writes calls. Tasks and checkers are those of bfcl-eval.
"""
from __future__ import annotations

import collections
import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalSample
from inspect_ai.model import (
    ChatMessage, ChatMessageAssistant, ChatMessageSystem, ChatMessageUser, Model,
    ModelOutput, get_model,
)
from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from pith_evals import costs, formats, mocks, prompts, record
from pith_evals.agent import bfcl_data
from pith_evals.agent.bfcl_data import Entry
from pith_evals.agent.native import billed
from pith_evals.agent.notation import PYTHON, Calls, parse_calls, render, render_calls
from pith_evals.agent.tokens import Account
from pith_evals.ask import Ask, Verdict
from pith_evals.experiment import Experiment, from_asks

SINGLE_NAME = "bfcl"
MULTI_NAME = "bfcl-multi"
MAX_STEPS_OF_TURN = 20


@dataclasses.dataclass(frozen=True)
class Condition:
    """The notation of schemas, calls and results."""

    schema: str = "json"
    call: str = "json"
    result: str = "json"


def _conditions() -> dict[str, Condition]:
    found = {"json": Condition(), "python": Condition(call=PYTHON)}
    for name in ("gcf", "toon", "tron", "auto"):
        found[f"{name}-input"] = Condition(schema=name, result=name)
        found[f"{name}-schema"] = Condition(schema=name)
        found[f"{name}-result"] = Condition(result=name)
        if name != "auto":  # a model cannot be told to write whichever is cheapest
            found[f"{name}-output"] = Condition(call=name)
            found[f"{name}-full"] = Condition(name, name, name)
    return found


CONDITIONS = _conditions()
STANDARD = ("json", "gcf-input", "toon-input", "tron-input", "auto-input", "gcf-full",
            "toon-full", "tron-full")
# In a single turn there are no results.
SINGLE_ARMS = tuple(name for name in CONDITIONS
                    if not name.endswith("-result") and not name.endswith("-schema"))

# Tasks of each category.
PRESETS = {"smoke": 2, "quick": 40, "standard": 400, "complete": 400}

_EXAMPLE: Calls = [
    {"name": "paint", "arguments": {"room": "hall", "coats": 2}},
    {"name": "clean", "arguments": {"rooms": ["hall", "attic"]}},
]


def _explained(name: str, has_primer: bool) -> str:
    return f"{prompts.primer(name).strip()}\n\n" if has_primer and name in prompts.PRIMERS else ""


def system_text(
    functions: list[dict[str, Any]], condition: Condition, has_primer: bool, is_multi: bool
) -> str:
    """The instruction with the schemas. Only names of notations and what is
    written in them differ between conditions."""
    schemas = schema_text(functions, condition)
    read = prompts.notation_of(formats.ARMS[condition.schema], schemas)
    write = "Python" if condition.call == PYTHON else prompts.NAMES[condition.call]
    primers = dict.fromkeys([read, condition.call])
    none = render_calls([], condition.call)
    reply = (
        "Reply with calls of functions and nothing else: one list of calls written in "
        f"{write}, each with the name of the function and its arguments. For example, a "
        f"call of paint and a call of clean look like this:\n\n"
        f"{render_calls(_EXAMPLE, condition.call)}\n\n"
    )
    end = (
        "After calls you get their results, in order. When nothing is left to call for the "
        "request, or a value that is needed was not given, reply with the empty list:"
        if is_multi else
        "If no function fits the request, reply with the empty list:"
    )
    return (
        f"{''.join(_explained(name, has_primer) for name in primers)}{reply}{end}\n\n{none}"
        f"\n\nThese are the functions, in {prompts.NAMES[read]}:\n\n{schemas}\n"
    )


def schema_text(functions: list[dict[str, Any]], condition: Condition) -> str:
    return render(functions, condition.schema)


def result_message(results: Sequence[str], condition: Condition) -> tuple[str, str]:
    """What a user says after calls, and the part of it that is data."""
    values = [_data(text) for text in results]
    text = render(values, condition.result)
    name = prompts.notation_of(formats.ARMS[condition.result], text)
    return f"Results, in {prompts.NAMES[name]}:\n\n{text}\n", text


def _data(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


# Single turn.


def asks(
    entries: Sequence[Entry], arms: Sequence[str], has_primer: bool = True
) -> list[Ask]:
    return [_ask(entry, arm, has_primer) for entry in entries for arm in arms]


def _ask(entry: Entry, arm: str, has_primer: bool) -> Ask:
    condition = CONDITIONS[arm]
    right = bfcl_data.reference_calls(entry)
    if right:
        wrong: Calls = [{**call, "arguments": {**call["arguments"], "surprise": 1}}
                        for call in right]
    else:
        wrong = [{"name": entry.functions[0]["name"], "arguments": {}}]
    other = "json" if condition.call != "json" else "gcf"
    return Ask(
        task=SINGLE_NAME, arm=arm, primer=has_primer, document=entry.name, question="call",
        kind=entry.category, rows=len(entry.functions),
        system=system_text(entry.functions, condition, has_primer, is_multi=False),
        prefix="", suffix=entry.turns[0], target=render_calls(right, "json"),
        right=render_calls(right, condition.call), wrong=render_calls(wrong, condition.call),
        other=render_calls(right, other),
        judge=lambda reply: judge(entry, condition, reply),
    )


def judge(entry: Entry, condition: Condition, reply: str) -> Verdict:
    """Strict: calls in another notation are not carried out, whatever they say."""
    parsed = parse_calls(reply, condition.call)
    error = "" if parsed.calls is None else bfcl_data.check_single(entry, parsed.calls)
    details: dict[str, Any] = {"parse": parsed.way, "notation": parsed.notation}
    if parsed.calls is not None:
        details["would_be_right"] = error == ""
        details["fault"] = _fault(entry, parsed.calls, error)
    answer = "" if parsed.calls is None else render_calls(parsed.calls, "json")
    if parsed.way == "strict":
        return Verdict("wrong" if error else "correct", answer, details)
    if parsed.way == "other":
        return Verdict("other_notation", answer, details)
    return Verdict("invalid", answer or reply[:500], details)


def _fault(entry: Entry, calls: Calls, error: str) -> str:
    if not error:
        return ""
    wanted = collections.Counter(name for one in entry.truth for name in one)
    named = collections.Counter(call["name"] for call in calls)
    if set(named) - set(wanted):
        return "wrong_tool"
    return "wrong_count" if named != wanted else "wrong_arguments"


def single_experiment(
    entries: Sequence[Entry], arms: Sequence[str], model: str, *,
    primers: Sequence[bool] = (True,), epochs: int = 1, context: int | None = None,
    reasoning_tokens: int = 0, output_cap: int = 4096,
) -> Experiment:
    """Tokens of items: the schemas in the prompt, and the reply as the call."""
    schemas = {(entry.name, arm): formats.count(schema_text(entry.functions, CONDITIONS[arm]))
               for entry in entries for arm in arms}
    made = from_asks(
        SINGLE_NAME, [ask for has_primer in primers for ask in asks(entries, arms, has_primer)],
        model=model, epochs=epochs, context=context, reasoning_tokens=reasoning_tokens,
        output_cap=output_cap)

    def convert(sample: EvalSample, name: str) -> record.Item:
        item = made.convert(sample, name)
        return dataclasses.replace(
            item, schema_tokens=schemas[item.document, item.arm],
            call_tokens=int(item.details.get("counted_output", 0)),
            details=_with_faults(item.details))

    return dataclasses.replace(made, convert=convert)


def _with_faults(details: Mapping[str, Any]) -> dict[str, Any]:
    """Counts by the names that the summary knows."""
    fault = details.get("fault")
    return {**details, "unreadable": int(details.get("parse") in ("none", "embedded")),
            "other_notation": int(details.get("parse") == "other"),
            "unknown_tool": int(fault == "wrong_tool"),
            "wrong_arguments": int(fault == "wrong_arguments")}


# Several turns.


@dataclasses.dataclass(frozen=True)
class Conversation:
    """A multi-turn task in a condition."""

    entry: Entry
    arm: str
    has_primer: bool = True

    @property
    def key(self) -> str:
        return f"{self.entry.name}/{self.arm}/{'primer' if self.has_primer else 'bare'}"

    @property
    def condition(self) -> Condition:
        return CONDITIONS[self.arm]

    def system(self) -> ChatMessageSystem:
        # Mocks need to know which task it is; providers do not get metadata.
        return ChatMessageSystem(
            content=system_text(self.entry.functions, self.condition, self.has_primer,
                                is_multi=True),
            metadata={"conversation": self.key})


@dataclasses.dataclass
class Held:
    """What was said: the calls of each step of each turn, and how they were read."""

    turns: list[list[Calls]] = dataclasses.field(default_factory=list)
    parses: dict[str, int] = dataclasses.field(default_factory=dict)
    end: str = "answer"
    failure: str = ""


def talking(conversations: Mapping[str, Conversation]) -> Solver:
    """Turn after turn; a reply that is not a list of calls ends its turn."""

    # A parameter of the solver itself would be written into every sample's log.
    @solver(name="talk")
    def talk() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            await _talk(conversations[str(state.sample_id)], state)
            return state

        return solve

    return talk()


async def _talk(conversation: Conversation, state: TaskState) -> None:
    account, held = Account(), Held()
    state.messages = [conversation.system()]
    with bfcl_data.simulation(conversation.entry) as simulation:
        for said in conversation.entry.turns:
            state.messages.append(ChatMessageUser(content=said))
            held.turns.append([])
            await _one_turn(state, conversation.condition, simulation, account, held)
            if held.end != "answer":
                break
    held.turns += [[] for _ in range(len(conversation.entry.turns) - len(held.turns))]
    error = bfcl_data.check_multi(conversation.entry, held.turns)
    state.store.set("verdict", {
        "outcome": _outcome(held, error), "answer": error,
        "schema": formats.count(
            schema_text(conversation.entry.functions, conversation.condition)),
        "trace": {"end": held.end, "failure": held.failure, "parses": held.parses,
                  "unreadable": held.parses.get("none", 0)
                  + held.parses.get("embedded", 0),
                  "other_notation": held.parses.get("other", 0)},
        "account": dataclasses.asdict(account),
    })


async def _one_turn(
    state: TaskState, condition: Condition, simulation: bfcl_data.Simulation,
    account: Account, held: Held,
) -> None:
    for _ in range(MAX_STEPS_OF_TURN):
        try:
            output = await get_model().generate(state.messages)
        except Exception as problem:  # whatever a provider raises
            held.end, held.failure = "failure", f"{type(problem).__name__}: {problem}"[:500]
            return
        state.output = output
        if not output.choices:
            held.end, held.failure = "failure", output.error or "no choices"
            return
        account.step(state.messages, output.message)
        account.call += formats.count(output.completion)
        state.messages.append(ChatMessageAssistant(content=output.completion))
        if output.stop_reason in ("max_tokens", "model_length", "content_filter"):
            held.end = "filter" if output.stop_reason == "content_filter" else "cap"
            return
        parsed = parse_calls(output.completion, condition.call)
        held.parses[parsed.way] = held.parses.get(parsed.way, 0) + 1
        if parsed.way != "strict" or not parsed.calls:
            return
        held.turns[-1].append(parsed.calls)
        message, data = result_message(
            [simulation.perform(call) for call in parsed.calls], condition)
        account.result += formats.count(data)
        state.messages.append(ChatMessageUser(content=message))
    held.end = "steps"


def _outcome(held: Held, error: str) -> str:
    ends = {"failure": "failed", "filter": "refused", "cap": "truncated"}
    if held.end in ends:
        return ends[held.end]
    if held.end == "answer" and not error and set(held.parses) <= {"strict"}:
        return "correct"
    if held.parses.get("other"):
        return "other_notation"
    return "invalid" if set(held.parses) - {"strict"} else "wrong"


@scorer(metrics=[])
def comparing() -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        verdict = state.store.get("verdict")
        return Score(value="C" if verdict["outcome"] == "correct" else "I",
                     answer=verdict["answer"], metadata=verdict)

    return score


def multi_experiment(
    conversations: Sequence[Conversation], epochs: int = 1, reasoning_tokens: int = 0
) -> Experiment:
    by_key = {one.key: one for one in conversations}
    if len(by_key) != len(conversations):
        raise ValueError("two conversations have the same key")
    samples = [Sample(id=key, input=one.entry.turns[0], target="",
                      metadata={"arm": one.arm, "kind": one.entry.category})
               for key, one in by_key.items()]
    return Experiment(
        name=MULTI_NAME,
        task=Task(name=MULTI_NAME, dataset=MemoryDataset(samples, name=MULTI_NAME),
                  solver=talking(by_key), scorer=comparing(), epochs=epochs),
        convert=lambda sample, model: _item(by_key[str(sample.id)], sample, model),
        estimate=_estimate(conversations, epochs, reasoning_tokens),
        arms=tuple(dict.fromkeys(one.arm for one in conversations)),
        primers=tuple(sorted({one.has_primer for one in conversations})),
        hashes={"prompts": record.digest([[one.key, one.system().text, one.entry.turns]
                                          for one in conversations])},
        mock=lambda name: multi_mock(name, by_key),
    )


def _item(one: Conversation, sample: EvalSample, model: str) -> record.Item:
    scores = list((sample.scores or {}).values())
    if scores and scores[0].metadata:
        verdict: Mapping[str, Any] = scores[0].metadata
    else:
        problem = sample.error.message if sample.error else "no score"
        verdict = {"outcome": "failed", "answer": "", "schema": 0, "account": {},
                   "trace": {"failure": problem[:500]}}
    account = Account(**verdict["account"])
    read, written = billed(sample)
    return record.Item(
        task=MULTI_NAME, arm=one.arm, primer=one.has_primer, model=model,
        document=one.entry.name, question="calls", kind=one.entry.category,
        rows=len(one.entry.functions), epoch=sample.epoch, outcome=verdict["outcome"],
        correct=verdict["outcome"] == "correct", input_tokens=read or account.input,
        output_tokens=written or account.output, schema_tokens=verdict["schema"],
        call_tokens=account.call, result_tokens=account.result, answer=verdict["answer"],
        steps=account.steps, details=verdict["trace"])


def script(one: Conversation) -> Iterator[tuple[str, Calls]]:
    """The replies of the reference solution, one after the other: all calls of a
    turn, then the empty list."""
    for calls in bfcl_data.reference_turns(one.entry):
        for step in ([calls] if calls else []) + [[]]:
            yield render_calls(step, one.condition.call), step


def _estimate(
    conversations: Sequence[Conversation], epochs: int, reasoning_tokens: int
) -> costs.Estimate:
    total = costs.Estimate()
    for one in conversations:
        prompt = formats.count(one.system().text)
        with bfcl_data.simulation(one.entry) as simulation:
            turns = iter(one.entry.turns)
            is_new = True
            for reply, calls in script(one):
                if is_new:
                    prompt += formats.count(next(turns))
                written = formats.count(reply)
                total += costs.Estimate(1, prompt, written + reasoning_tokens)
                prompt += written
                is_new = not calls
                if calls:
                    results = [simulation.perform(call) for call in calls]
                    prompt += formats.count(result_message(results, one.condition)[0])
    return costs.Estimate(
        total.calls * epochs, total.input_tokens * epochs, total.output_tokens * epochs)


MULTI_MOCKS = ("oracle", "mistaken", "wrong_notation", "rambling", "loops", "truncating",
               "failing")


def multi_mock(name: str, conversations: Mapping[str, Conversation]) -> Model:
    """A mock that says the reference solution, or something that is known to be
    wrong. Raises ValueError."""
    name = name.removeprefix(mocks.PREFIX)
    if name not in MULTI_MOCKS:
        raise ValueError(f"there is no mock {name!r}; one of {', '.join(MULTI_MOCKS)}")

    def answer(
        messages: list[ChatMessage], tools: Any, choice: Any, config: Any
    ) -> ModelOutput:
        key = next(one.metadata["conversation"] for one in messages
                   if one.metadata and "conversation" in one.metadata)
        one = conversations[key]
        place = sum(isinstance(message, ChatMessageAssistant) for message in messages)
        if name == "failing":
            raise mocks.ApiFailure("503 service unavailable")
        replies = list(script(one))
        if name == "loops":
            return mocks.output(name, messages, replies[0][0], "stop")
        reply, calls = replies[min(place, len(replies) - 1)]
        if name == "mistaken":
            reply = render_calls(calls[1:], one.condition.call)
        if name == "wrong_notation":
            reply = render_calls(calls, "json" if one.condition.call != "json" else "gcf")
        if name == "rambling":
            reply = f"I would say that\n{reply}\nis what you want."
        return mocks.output(
            name, messages, reply, "max_tokens" if name == "truncating" else "stop")

    return get_model(f"mockllm/{name}", custom_outputs=answer, memoize=False)


def entries_of(categories: Sequence[str], limit: int) -> list[Entry]:
    """The first of each category. Raises KeyError, bfcl_data.Absent."""
    return [entry for category in categories for entry in bfcl_data.load(category)[:limit]]


__all__ = [
    "CONDITIONS", "MULTI_NAME", "PRESETS", "SINGLE_ARMS", "SINGLE_NAME", "STANDARD",
    "Condition", "Conversation", "asks", "entries_of", "judge", "multi_experiment",
    "single_experiment",
]
