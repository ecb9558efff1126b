# SPDX-License-Identifier: MIT
"""An experiment is what the runner runs: an Inspect task that ends in items."""
from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalSample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageSystem,
    ChatMessageUser,
    Model,
)
from inspect_ai.scorer import Score, Scorer, Target, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from pith_evals import costs, formats, mocks, record
from pith_evals.ask import Ask, Verdict, judge_reply

# From a finished sample and the name of the model to what is kept of it.
Convert = Callable[[EvalSample, str], record.Item]


@dataclasses.dataclass(frozen=True)
class Experiment:
    """`skipped` are items that are not asked, with the reason in their details.

    `mock` makes the mock of a name for this experiment.
    """

    name: str
    task: Task
    convert: Convert
    estimate: costs.Estimate
    arms: tuple[str, ...]
    primers: tuple[bool, ...]
    hashes: Mapping[str, str]
    mock: Callable[[str], Model]
    # A cap below this would cut off good replies, and of long notations first.
    least_output_cap: int = 0
    skipped: tuple[record.Item, ...] = ()
    # The items of other arms whose prompts are the same as that of a sample.
    twins: Callable[[EvalSample, record.Item], list[record.Item]] | None = None


def from_asks(
    name: str,
    asks: Sequence[Ask],
    *,
    model: str,
    epochs: int = 1,
    seed: int = 1,
    context: int | None = None,
    output_cap: int = 0,
    reasoning_tokens: int = 0,
    hashes: Mapping[str, str] | None = None,
) -> Experiment:
    """Asks of a single turn (and one repair) as an experiment.

    With `context`, asks that would not fit into so many tokens together with
    their perfect reply are skipped. Documents come in an order shuffled by the
    seed, with the questions on one document in one notation together, because
    providers cache what prompts have in common. Where a document is the same
    text in two arms, as with auto and what it chose, it is asked once, and the
    reply is an item of both. `output_cap` is the least cap, if twice the longest
    right reply is less.
    """
    if len({ask.key for ask in asks}) != len(asks):
        raise ValueError(f"{name}: two asks have the same key")
    fitting, skipped = _split_by_context(asks, context)
    alike = _alike(_shuffled(fitting, seed))
    ordered = [same[0] for same in alike]
    by_key = {same[0].key: same[0] for same in alike}
    others = {same[0].key: same[1:] for same in alike if len(same) > 1}
    task = Task(
        name=name,
        dataset=MemoryDataset(
            [
                Sample(
                    id=ask.key,
                    input=ask.suffix,
                    target=ask.target,
                    metadata={
                        "document": ask.document,
                        "kind": ask.kind,
                        "rows": ask.rows,
                        "arm": ask.arm,
                        "primer": ask.primer,
                    },
                )
                for ask in ordered
            ],
            name=name,
        ),
        solver=_asking(by_key),
        scorer=_judging(),
        epochs=epochs,
    )
    return Experiment(
        name=name,
        task=task,
        convert=lambda sample, asked: _item(by_key[str(sample.id)], sample, asked),
        estimate=costs.estimate(ordered, epochs, reasoning_tokens),
        arms=tuple(dict.fromkeys(ask.arm for ask in asks)),
        primers=tuple(sorted({ask.primer for ask in asks})),
        hashes={
            "prompts": record.digest([[ask.key, ask.suffix] for ask in asks]),
            "documents": record.digest(sorted({ask.prefix for ask in asks})),
            "targets": record.digest([[ask.key, ask.target] for ask in asks]),
            **(hashes or {}),
        },
        mock=lambda mock: mocks.mock_model(mock, ordered),
        least_output_cap=max(
            [output_cap, *(2 * formats.count(ask.right) for ask in ordered)]
        ),
        twins=lambda sample, item: [
            _twin(ask, item) for ask in others.get(str(sample.id), [])
        ],
        skipped=tuple(
            _skipped_item(ask, model, epoch, context or 0)
            for ask in skipped
            for epoch in range(1, epochs + 1)
        ),
    )


def messages_of(ask: Ask) -> list[ChatMessage]:
    system: list[ChatMessage] = (
        [ChatMessageSystem(content=ask.system)] if ask.system else []
    )
    return [*system, ChatMessageUser(content=ask.prompt)]


def _asking(asks: Mapping[str, Ask]) -> Solver:
    # A parameter of the solver itself would be written into every sample's log.
    @solver(name="ask")
    def asking() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            return await _ask_and_repair(asks[str(state.sample_id)], state, generate)

        return solve

    return asking()


async def _ask_and_repair(ask: Ask, state: TaskState, generate: Generate) -> TaskState:
    # The sample has only the question, because Inspect copies samples.
    state.messages = messages_of(ask)
    first = await _one_round(ask, state, generate)
    hint = None
    if ask.repair is not None and first.outcome in ("invalid", "other_notation"):
        hint = ask.repair(state.output.completion)
    if hint is not None:
        state.messages.append(ChatMessageUser(content=hint))
        second = await _one_round(ask, state, generate)
        details = {
            **first.details,
            "second_outcome": second.outcome,
            "repaired": second.outcome == "correct",
        }
        first = dataclasses.replace(first, details=details)
    state.store.set("verdict", dataclasses.asdict(first))
    state.store.set("steps", 1 if hint is None else 2)
    return state


async def _one_round(ask: Ask, state: TaskState, generate: Generate) -> Verdict:
    """Asks, and judges the reply. A call that fails is a verdict too, so that
    it stays in the denominator."""
    _add(state, "counted_input", sum(formats.count(one.text) for one in state.messages))
    try:
        made = await generate(state)
    except Exception as problem:  # whatever a provider raises
        failure = f"{type(problem).__name__}: {problem}"[:500]
        return judge_reply(ask.judge, "", failure=failure)
    text = made.output.completion
    _add(state, "counted_output", formats.count(text))
    # Inspect's own sums leave out replies from its cache.
    if (billed := made.output.usage) is not None:
        cached = (
            billed.input_tokens_cache_read or 0,
            billed.input_tokens_cache_write or 0,
        )
        _add(state, "billed_input", billed.input_tokens + sum(cached))
        _add(state, "billed_output", billed.output_tokens)
    error = made.output.error if not made.output.choices else None
    return judge_reply(ask.judge, text, made.output.stop_reason, error)


_SUMS = ("counted_input", "counted_output", "billed_input", "billed_output")


def _add(state: TaskState, name: str, tokens: int) -> None:
    state.store.set(name, state.store.get(name, 0) + tokens)


@scorer(metrics=[])
def _judging() -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        verdict = state.store.get("verdict")
        return Score(
            value="C" if verdict["outcome"] == "correct" else "I",
            answer=verdict["answer"],
            metadata={
                **verdict,
                "steps": state.store.get("steps", 1),
                **{name: state.store.get(name, 0) for name in _SUMS},
            },
        )

    return score


def _item(ask: Ask, sample: EvalSample, model: str) -> record.Item:
    scores = list((sample.scores or {}).values())
    if scores and scores[0].metadata is not None:
        kept: Mapping[str, Any] = scores[0].metadata
    else:
        problem = sample.error.message if sample.error else "no score"
        kept = {"outcome": "failed", "answer": "", "details": {"failure": problem}}
    sums = {name: int(kept.get(name, 0)) for name in _SUMS}
    return record.Item(
        **_shared_fields(ask),
        model=model,
        epoch=sample.epoch,
        outcome=kept["outcome"],
        correct=kept["outcome"] == "correct",
        input_tokens=sums["billed_input"] or sums["counted_input"],
        output_tokens=sums["billed_output"] or sums["counted_output"],
        answer=kept["answer"],
        steps=int(kept.get("steps", 1)),
        details={
            **kept["details"],
            "counted_input": sums["counted_input"],
            "counted_output": sums["counted_output"],
        },
    )


def _skipped_item(ask: Ask, model: str, epoch: int, context: int) -> record.Item:
    return record.Item(
        **_shared_fields(ask),
        model=model,
        epoch=epoch,
        outcome="skipped",
        correct=False,
        steps=0,
        details={"context": context, "counted_input": _prompt_tokens(ask)},
    )


def _shared_fields(ask: Ask) -> dict[str, Any]:
    names = ("task", "arm", "primer", "document", "question", "kind", "rows", "target")
    return {name: getattr(ask, name) for name in names}


def _alike(asks: Sequence[Ask]) -> list[list[Ask]]:
    """Asks with the same prompt and the same right answer together."""
    found: dict[tuple[str, str, str, str], list[Ask]] = {}
    for ask in asks:
        # The document's name keeps apart what is judged in different ways.
        key = (ask.system, ask.prompt, ask.target, ask.document)
        found.setdefault(key, []).append(ask)
    return list(found.values())


def _twin(ask: Ask, item: record.Item) -> record.Item:
    details = {**item.details, "same_as": item.arm}
    return dataclasses.replace(item, **_shared_fields(ask), details=details)


def _prompt_tokens(ask: Ask) -> int:
    return formats.count(ask.system) + formats.count(ask.prompt)


def _split_by_context(
    asks: Sequence[Ask], context: int | None
) -> tuple[list[Ask], list[Ask]]:
    if context is None:
        return list(asks), []
    fitting: list[Ask] = []
    skipped: list[Ask] = []
    for ask in asks:
        needed = _prompt_tokens(ask) + formats.count(ask.right)
        (fitting if needed <= context else skipped).append(ask)
    return fitting, skipped


def _shuffled(asks: Sequence[Ask], seed: int) -> list[Ask]:
    blocks: dict[tuple[str, str, bool], list[Ask]] = {}
    for ask in asks:
        blocks.setdefault((ask.document, ask.arm, ask.primer), []).append(ask)
    keys = sorted(blocks)
    random.Random(seed).shuffle(keys)
    return [ask for key in keys for ask in blocks[key]]
