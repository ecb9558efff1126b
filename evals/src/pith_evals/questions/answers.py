# SPDX-License-Identifier: MIT
"""Typed answers, and the one normaliser that every reply goes through.

A reply is right only if it *is* the answer. That an answer occurs somewhere in
a reply proves nothing: "between 90 and 120" contains 90, 12 and 120.
"""
from __future__ import annotations

import dataclasses
import decimal
import json
import re
from typing import Any

import pith

from pith_evals.ask import Verdict

TYPES = ("integer", "decimal", "text", "boolean", "list", "set", "choice")

_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL)
_FENCE = re.compile(r"\A```[^\n`]*\n(.*?)\n?```\Z", re.DOTALL)
_LABEL = re.compile(
    r"\A(?:the\s+)?(?:final\s+)?answer\s*(?:is\b|:|=)\s*", re.IGNORECASE
)
_NUMBER = re.compile(r"\A\$?([+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)\Z")
_BULLET = re.compile(r"\A(?:[-*\u2022]|\d+[.)])\s+")
_WRAPPERS = ("**", "`", '"', "'", "*")
_LONGEST_TEXT = 120


@dataclasses.dataclass(frozen=True)
class Answer:
    """A value with its type. Lists are ordered, sets are not.

    A decimal is given as text, for example "464.32". `options` are the words
    that a choice is made from. `aliases` are other texts that are right, where
    a notation has its own word for the value.
    """

    type: str
    value: Any
    options: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.type not in TYPES:
            raise ValueError(f"unknown type of answer {self.type!r}")
        if self.type == "choice" and self.value not in self.options:
            raise ValueError(f"{self.value!r} is not among {self.options}")

    @property
    def text(self) -> str:
        """What a perfect reply says."""
        if self.type == "boolean":
            return "yes" if self.value else "no"
        if self.type in ("list", "set"):
            return ", ".join(self.value) if self.value else "none"
        return str(self.value)

    @property
    def mistaken(self) -> Answer:
        """Another answer of the same type, as near as mistakes come."""
        return dataclasses.replace(self, value=_another(self))

    @property
    def instruction(self) -> str:
        """How the question asks for it; the same in every notation."""
        if self.type == "choice":
            return f"Reply with one word only: {', '.join(self.options)}."
        return _INSTRUCTIONS[self.type]


_INSTRUCTIONS = {
    "integer": "Reply with the number only.",
    "decimal": "Reply with the number only, to the cent.",
    "text": "Reply with the value only, exactly as it is written in the data.",
    "boolean": "Reply with yes or no only.",
    "list": "Reply with the values only, separated by commas, in that order.",
    "set": "Reply with the values only, separated by commas.",
}


def bare(reply: str) -> list[str]:
    """The lines of a reply without reasoning, a fence and a label.

    A reply that says "Answer: x" at its end is that x, whatever came before.
    """
    text = _THOUGHT.sub("", reply).strip()
    if fenced := _FENCE.match(text):
        text = fenced.group(1).strip()
    lines = [_unwrap(line.strip()) for line in text.splitlines() if line.strip()]
    if lines and _LABEL.match(lines[-1]):
        lines = [lines[-1]]
    return [_unwrap(_LABEL.sub("", line)) for line in lines]


def understand(answer: Answer, reply: str) -> Any | None:
    """The value that a reply gives, in the type of the answer, or None."""
    lines = bare(reply)
    if not lines:
        return None
    if answer.type in ("list", "set"):
        values = _values(lines)
        if values is None or answer.type == "list":
            return values
        return sorted(values)
    if len(lines) != 1:
        return None
    line = lines[0]
    if answer.type in ("integer", "decimal"):
        return _number(line)
    if answer.type == "boolean":
        return {"yes": True, "true": True, "no": False, "false": False}.get(
            line.rstrip(".").lower()
        )
    if answer.type == "choice":
        word = line.rstrip(".").lower()
        return next((one for one in answer.options if one.lower() == word), None)
    return line if len(line) <= max(_LONGEST_TEXT, 3 * len(answer.text)) else None


def judge_answer(answer: Answer, reply: str) -> Verdict:
    """Whether a reply is the answer; if not, whether it is one at all."""
    if _is_document(reply, may_be_array=answer.type in ("list", "set")):
        return Verdict("other_notation", reply.strip()[:500])
    understood = understand(answer, reply)
    if understood is None:
        return Verdict("invalid", reply.strip()[:500])
    is_right = understood == _comparable(answer)
    if answer.type == "text" and not is_right:
        # A sentence's full stop is not part of the value, unless it is.
        is_right = understood.rstrip(".") in (answer.value, *answer.aliases)
    return Verdict("correct" if is_right else "wrong", _shown(understood))


def _another(answer: Answer) -> Any:
    value = answer.value
    if answer.type == "integer":
        return value + 1
    if answer.type == "decimal":
        return str(decimal.Decimal(value) + decimal.Decimal("0.01"))
    if answer.type == "boolean":
        return not value
    if answer.type == "choice":
        place = answer.options.index(value)
        return answer.options[(place + 1) % len(answer.options)]
    if answer.type in ("list", "set"):
        return value[1:] if len(value) > 1 else (*value, "other")
    return f"{value}{value[-1]}"


def _comparable(answer: Answer) -> Any:
    if answer.type in ("integer", "decimal"):
        return decimal.Decimal(str(answer.value))
    if answer.type == "set":
        return sorted(answer.value)
    if answer.type == "list":
        return list(answer.value)
    return answer.value


def _shown(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value)


def _unwrap(line: str) -> str:
    for _ in range(3):
        for mark in _WRAPPERS:
            if (
                len(line) > 2 * len(mark)
                and line[: len(mark)] == line[-len(mark) :] == mark
            ):
                line = line[len(mark) : -len(mark)].strip()
    return line


def _number(line: str) -> decimal.Decimal | None:
    found = _NUMBER.match(line.rstrip("."))
    return decimal.Decimal(found.group(1).replace(",", "")) if found else None


def _values(lines: list[str]) -> list[str] | None:
    text = " ".join(lines)
    if text.startswith("["):
        try:
            read = json.loads(text)
        except ValueError:
            return None
        return [str(one) for one in read] if isinstance(read, list) else None
    if text.rstrip(".").lower() in ("none", "(none)"):
        return []
    if len(lines) > 1:
        if any(not _BULLET.match(line) for line in lines):
            return None
        parts = [_BULLET.sub("", line) for line in lines]
    else:
        parts = text.split(",")
    values = [_unwrap(part.strip()) for part in parts]
    values[-1] = values[-1].rstrip(".")
    if any(not value or len(value) > _LONGEST_TEXT for value in values):
        return None
    return values


def _is_document(reply: str, may_be_array: bool) -> bool:
    """Whether the reply is an object, an array or GCF instead of an answer.

    An array is a fair answer where values are asked for.
    """
    found = pith.extract(_THOUGHT.sub("", reply))
    if found is None:
        return False
    marks = "{" if may_be_array else "{["
    return found.format == "gcf" or found.payload.lstrip()[:1] in tuple(marks)
