# SPDX-License-Identifier: MIT
"""Comprehension of rows, maps and trees: the same questions in every notation."""
from __future__ import annotations

import dataclasses
import functools
import random
from collections.abc import Iterable, Sequence

from pith_evals import controls, formats, prompts
from pith_evals.ask import Ask
from pith_evals.documents import shapes
from pith_evals.documents.facts import Document
from pith_evals.questions import generic
from pith_evals.questions.answers import judge_answer
from pith_evals.questions.question import Question

NAME = "generic"
ARMS = ("json", "json-pretty", "gcf", "gcf-nested", "toon", "tron", "auto")
MORE_ARMS = ("toon-tab", "toon-pipe", "csv", "markdown")


@dataclasses.dataclass(frozen=True)
class Preset:
    """`sizes` are ranges of rows; each shape gets a size of each range."""

    shapes: tuple[str, ...]
    sizes: tuple[tuple[int, int], ...]
    arms: tuple[str, ...] = ARMS
    most_questions: int | None = None


_ALL = tuple(shapes.SHAPES)
PRESETS = {
    "smoke": Preset(
        ("purchases", "sensors", "staff", "config"), ((10, 14),), most_questions=12
    ),
    "quick": Preset(_ALL[1::2], ((20, 120),)),
    "standard": Preset(_ALL, ((10, 18), (40, 90), (180, 320))),
    "complete": Preset(
        _ALL,
        ((10, 18), (40, 90), (180, 320), (800, 1200), (5000, 5000)),
        ARMS + MORE_ARMS,
    ),
}


def documents(preset: str, seed: int = 1) -> Iterable[Document]:
    """The documents of a preset, one after the other, because some are large."""
    chosen = PRESETS[preset]
    for shape in chosen.shapes:
        for low, high in chosen.sizes:
            rows = random.Random(f"{shape}:{low}:{seed}").randint(low, high)
            yield shapes.make(shape, rows, seed)


def asks(
    preset: str,
    arms: Sequence[str] | None = None,
    primers: Sequence[bool] = (False, True),
    limit: int | None = None,
    seed: int = 1,
) -> list[Ask]:
    """Every question of a preset in every arm.

    `limit` is a number of questions; all arms get the same ones.
    """
    chosen = PRESETS[preset]
    pairs = [
        (document, question)
        for document in documents(preset, seed)
        for question in generic.questions(document, seed)
    ]
    most = min(limit or len(pairs), chosen.most_questions or len(pairs))
    return from_questions(NAME, spread(pairs, most), arms or chosen.arms, primers)


def spread(
    pairs: Sequence[tuple[Document, Question]], most: int
) -> list[tuple[Document, Question]]:
    """So many of the pairs, with as many kinds and documents as possible."""
    if most >= len(pairs):
        return list(pairs)
    by_kind: dict[str, list[tuple[Document, Question]]] = {}
    for pair in pairs:
        by_kind.setdefault(pair[1].kind, []).append(pair)
    chosen: list[tuple[Document, Question]] = []
    while len(chosen) < most:
        for turn, kind in enumerate(list(by_kind)):
            waiting = by_kind[kind]
            if waiting and len(chosen) < most:
                # From another document in each turn.
                chosen.append(waiting.pop((turn + len(chosen)) % len(waiting)))
    return chosen


def from_questions(
    task: str,
    pairs: Iterable[tuple[Document, Question]],
    arms: Sequence[str],
    primers: Sequence[bool],
) -> list[Ask]:
    """The asks of questions. Arms that cannot carry a document leave it out."""
    made: list[Ask] = []
    by_document: dict[str, tuple[Document, list[Question]]] = {}
    for document, question in pairs:
        by_document.setdefault(document.name, (document, []))[1].append(question)
    for document, questions in by_document.values():
        for name in arms:
            try:
                text = controls.render(name, document.value)
            except formats.NotApplicable:
                continue
            arm = controls.arm_of(name)
            prefix = prompts.document_prefix(arm, text)
            for primer in primers:
                system = prompts.primer_for(arm, text) if primer else ""
                if primer and not system:
                    continue
                made.extend(
                    _ask(task, name, primer, document, question, system, prefix)
                    for question in questions
                )
    return made


def _ask(
    task: str,
    arm: str,
    primer: bool,
    document: Document,
    question: Question,
    system: str,
    prefix: str,
) -> Ask:
    answer = question.answer
    return Ask(
        task=task,
        arm=arm,
        primer=primer,
        document=document.name,
        question=question.name,
        kind=question.kind,
        rows=document.rows,
        system=system,
        prefix=prefix,
        suffix=prompts.question_suffix(question.text, answer.instruction),
        target=answer.text,
        right=answer.text,
        wrong=answer.mistaken.text,
        other=formats.encode("json", {"answer": answer.text}),
        judge=functools.partial(judge_answer, answer),
    )
