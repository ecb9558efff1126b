# SPDX-License-Identifier: MIT
"""One question to a model, with how its reply is judged.

Every experiment of a single turn is a list of these. The runner asks them, the
estimate counts them before, and mock models reply to them, all without knowing
which experiment they belong to.
"""
from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from typing import Any


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What a reply was worth. `answer` is what was understood, for the record."""

    outcome: str
    answer: str
    details: Mapping[str, Any] = dataclasses.field(default_factory=dict)


Judge = Callable[[str], Verdict]


@dataclasses.dataclass(frozen=True)
class Ask:
    """The prompt is `prefix` (the document, the same for all its questions, so
    that providers can cache it) followed by `suffix` (the question).

    `right`, `wrong` and `other` are what mock models say: a perfect reply, a
    reply of the right form that is wrong, and a right one in another notation.
    `repair` makes a second message of a reply that is not valid, or None.
    """

    task: str
    arm: str
    primer: bool
    document: str
    question: str
    kind: str
    rows: int
    system: str
    prefix: str
    suffix: str
    target: str
    right: str
    wrong: str
    other: str
    judge: Judge
    repair: Callable[[str], str | None] | None = None

    @property
    def prompt(self) -> str:
        return self.prefix + self.suffix

    @property
    def key(self) -> str:
        """Names the ask within a run."""
        primer = "primer" if self.primer else "bare"
        return f"{self.task}/{self.document}/{self.question}/{self.arm}/{primer}"


_REFUSAL = re.compile(
    r"\s*(i['\u2019]?m sorry|i am sorry|sorry,|i can(no|')?t (help|assist|do)|i cannot"
    r"|i am (not able|unable)|i['\u2019]?m (not able|unable))",
    re.IGNORECASE,
)


def judge_reply(
    judge: Judge, text: str, stop_reason: str = "stop", failure: str | None = None
) -> Verdict:
    """The verdict on one call, whatever became of it.

    A reply that was cut off is never correct: what is there may be the
    beginning of another answer.
    """
    if failure is not None:
        return Verdict("failed", "", {"failure": failure})
    if stop_reason == "content_filter":
        return Verdict("refused", text)
    if stop_reason in ("max_tokens", "model_length"):
        return Verdict("truncated", text)
    verdict = judge(text)
    if verdict.outcome != "correct" and _REFUSAL.match(text):
        return Verdict("refused", text, verdict.details)
    return verdict
