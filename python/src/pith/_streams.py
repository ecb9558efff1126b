# SPDX-License-Identifier: MIT
"""GCF in pieces, as iterators."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ._pith import StreamReader, StreamWriter

Default = Callable[[Any], Any]


def stream(
    rows: Iterable[Any],
    fields: Sequence[str] | None = None,
    name: str | None = None,
    *,
    default: Default | None = None,
) -> Iterator[str]:
    """Encodes rows as they come, in constant memory; yields pieces of GCF.

    With ``fields`` the rows are dicts with scalars among these fields and make
    a table. Without, they may be anything and make a list. ``name`` makes the
    document a dict with the rows under it.
    """
    writer = StreamWriter()
    if fields is None:
        yield writer.begin_list(name)
        for row in rows:
            yield writer.item(row, default=default)
    else:
        yield writer.begin_table(fields, name)
        for row in rows:
            yield writer.row(row, default=default)
    yield writer.finish()


def events(
    chunks: Iterable[str | bytes], *, require_summary: bool = False
) -> Iterator[tuple[Any, ...]]:
    """What a text that comes in chunks says, as soon as it is complete.

    Yields ``("begin", name, kind, fields)``, ``("item", value)``,
    ``("entry", key, value)``, ``("end", count)``, ``("member", key, value)``
    and ``("root", value)``.
    """
    reader = StreamReader(require_summary=require_summary)
    for chunk in chunks:
        yield from reader.feed(chunk)
    yield from reader.finish()


def rows(
    chunks: Iterable[str | bytes], *, require_summary: bool = False
) -> Iterator[Any]:
    """The rows of all tables and lists at the top of a text in chunks."""
    for event in events(chunks, require_summary=require_summary):
        if event[0] == "item":
            yield event[1]
