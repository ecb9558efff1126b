# SPDX-License-Identifier: MIT
"""A question on a document, with its answer and a query that gives it too."""
from __future__ import annotations

import dataclasses
import decimal
import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from pith_evals.questions.answers import Answer


@dataclasses.dataclass(frozen=True)
class Question:
    """`answer` comes from the facts of the generator. `sql` is a query over the
    document (`:doc`, as JSON) that must give the same."""

    name: str
    kind: str
    text: str
    answer: Answer
    sql: str
    values: Mapping[str, Any] = dataclasses.field(default_factory=dict)


class Queries:
    """Answers questions from a document, by SQL. Loads the document once."""

    def __init__(self, document: Any) -> None:
        self._text = json.dumps(document)
        self._database = sqlite3.connect(":memory:")

    def __enter__(self) -> Queries:
        return self

    def __exit__(self, *problem: object) -> None:
        self._database.close()

    def answer(self, question: Question) -> Answer:
        """What the document says. Raises ValueError where it says nothing."""
        rows = self._database.execute(
            question.sql, {"doc": self._text, **question.values}
        ).fetchall()
        asked = question.answer
        if asked.type in ("list", "set"):
            return Answer(asked.type, tuple(str(row[0]) for row in rows))
        if len(rows) != 1 or rows[0][0] is None:
            raise ValueError(f"{question.name}: {len(rows)} rows, or null")
        return Answer(
            asked.type, _typed(asked.type, rows[0][0]), asked.options, asked.aliases
        )


def _typed(type: str, value: Any) -> Any:
    if type == "integer":
        return int(value)
    if type == "decimal":
        return cents(value)
    if type == "boolean":
        return bool(value)
    return str(value)


def cents(value: float) -> str:
    """Money as text with two decimals; floats are written exactly to the cent."""
    return str(decimal.Decimal(repr(value)).quantize(decimal.Decimal("0.01")))
