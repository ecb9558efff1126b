# SPDX-License-Identifier: MIT
"""The step that all adapters share: a text of JSON in its cheapest form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from . import _pith
from ._error import Error

#: What takes part beside compact JSON unless others are named.
FORMATS = ("gcf",)


class Shortened(NamedTuple):
    """A text, and what it cost before."""

    text: str
    #: None: the text is as it was.
    format: str | None
    tokens_before: int
    tokens: int


def shorten(
    text: str,
    model: str | None = None,
    formats: Sequence[str] = FORMATS,
) -> Shortened:
    """The cheapest form of a text that is a JSON object or array.

    Never costs more than before. Anything else stays as it is, and so does
    JSON with numbers that would lose digits. The form is one that ``detect``
    recognizes, because nobody tells the model what it reads.
    """
    before = _pith.count_tokens(text, model)
    same = Shortened(text, None, before, before)
    if not text.lstrip(" \t\r\n").startswith(("{", "[")):
        return same
    try:
        value = _pith.decode(text, "json", exact_numbers=True)
        made, form, tokens, _ = _pith.auto(
            value, model, formats=formats, recognized=True)
    except Error:
        return same
    if tokens >= before:
        return same
    return Shortened(made, form, before, tokens)


class Tally:
    """Counts what an adapter has saved."""

    def __init__(self, model: str | None, formats: Sequence[str]) -> None:
        self.model = model
        self.formats = tuple(formats)
        #: Texts that were looked at, and those that became shorter.
        self.texts = 0
        self.shortened = 0
        self.tokens_before = 0
        self.tokens = 0

    @property
    def saved_tokens(self) -> int:
        return self.tokens_before - self.tokens

    def shorten(self, text: str) -> str:
        """As shorten(), and counts."""
        done = shorten(text, self.model, self.formats)
        self.texts += 1
        self.shortened += done.format is not None
        self.tokens_before += done.tokens_before
        self.tokens += done.tokens
        return done.text
