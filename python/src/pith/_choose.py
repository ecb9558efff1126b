# SPDX-License-Identifier: MIT
"""What is cheapest, how much of it fits, and what a model meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from . import _pith

Default = Callable[[Any], Any]


class Cost(NamedTuple):
    """What one format costs."""

    format: str
    tokens: int
    bytes: int
    #: False: counting stopped, the text costs at least ``tokens``.
    is_exact: bool
    #: The code of the error by which it could not be encoded, or None.
    refused: str | None


class Auto(NamedTuple):
    """The cheapest faithful text of an object."""

    text: str
    format: str
    tokens: int
    #: Compact JSON first, then the formats as given.
    costs: list[Cost]


class Fitted(NamedTuple):
    """As many rows as a budget allows."""

    text: str
    rows: int
    total_rows: int
    tokens: int
    #: False: not even a text without rows fits; then there is none.
    fits: bool


class Extracted(NamedTuple):
    """The payload in what a language model wrote."""

    payload: str
    format: str
    #: Where it begins, in bytes of UTF-8.
    offset: int


def auto(
    obj: Any,
    model: str | None = None,
    *,
    formats: Sequence[str] | None = None,
    default: Default | None = None,
    keep_order: bool = False,
    recognized: bool = False,
) -> Auto:
    """The cheapest text of ``obj``, never above compact JSON, that decodes to it.

    ``formats`` take part beside JSON; without them, GCF. ``keep_order`` refuses
    a text that changes the order of members. ``recognized`` chooses only a text
    whose format ``detect`` finds, for readers who are not told.
    """
    text, form, tokens, costs = _pith.auto(
        obj, model, formats=formats, default=default, keep_order=keep_order,
        recognized=recognized)
    return Auto(text, form, tokens, [Cost(*cost) for cost in costs])


def compare(
    obj: Any,
    model: str | None = None,
    *,
    formats: Sequence[str] | None = None,
    default: Default | None = None,
) -> list[Cost]:
    """What every lossless format costs, or those that are named, cheapest first."""
    costs = _pith.auto(obj, model, formats=formats, default=default,
                       count_all=True, all_formats=formats is None)[3]
    return sorted((Cost(*cost) for cost in costs),
                  key=lambda cost: (cost.refused is not None, cost.tokens))


def fit(
    obj: Any,
    budget: int,
    model: str | None = None,
    *,
    format: str = "gcf",
    default: Default | None = None,
    **options: bool | int | str,
) -> Fitted:
    """The first rows of ``obj`` that cost at most ``budget`` tokens together.

    ``obj`` is a list, or a dict, whose longest list is then shortened.
    """
    return Fitted(*_pith.fit(obj, budget, model, format=format,
                             default=default, **options))


def extract(text: str) -> Extracted | None:
    """Finds the GCF or JSON in an answer: fenced or not, after reasoning or not."""
    found = _pith.extract(text)
    return None if found is None else Extracted(*found)
