# SPDX-License-Identifier: MIT
"""What a generator knows about the document that it made.

Answers are computed from these facts. Each column also says in SQL where it is
in the document, so that a query over the decoded document can give the same
answer by other means.
"""
from __future__ import annotations

import dataclasses
from typing import Any


class _Missing:
    """The value of a member that is not there, unlike None, which is null."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = _Missing()

# key: names its row. label: text of any kind. category: few values, each often.
# integer, money (cents as float), flag: what they say. optional: may be null or
# missing. strings, objects: a nested list.
ROLES = (
    "key",
    "label",
    "category",
    "integer",
    "money",
    "flag",
    "optional",
    "strings",
    "objects",
)


@dataclasses.dataclass(frozen=True)
class Column:
    """`path` leads from a row to the value; an empty path is the key of a map."""

    path: tuple[str, ...]
    role: str
    group: bool = False

    def __post_init__(self) -> None:
        if self.role not in ROLES:
            raise ValueError(f"unknown role {self.role!r}")

    @property
    def name(self) -> str:
        return ".".join(self.path) if self.path else "(key)"

    @property
    def phrase(self) -> str:
        """In words that belong to no notation."""
        names = [f'"{name}"' for name in reversed(self.path)]
        return " of the ".join(names)

    @property
    def is_nested(self) -> bool:
        return len(self.path) > 1

    @property
    def json_path(self) -> str:
        return "$" + "".join(f'."{name}"' for name in self.path)

    @property
    def row(self) -> str:
        """The SQL name of the row that has it."""
        return "g" if self.group else "r"

    @property
    def sql(self) -> str:
        if not self.path:
            return f"{self.row}.key"
        return f"json_extract({self.row}.value, '{self.json_path}')"


@dataclasses.dataclass(frozen=True)
class Table:
    """Rows of one kind. `records` has them by column name, in their order.

    `source` is a FROM clause over `:doc` in which `r` is the row.
    """

    noun: str
    plural: str
    source: str
    columns: tuple[Column, ...]
    records: list[dict[str, Any]]

    def of_role(self, *roles: str) -> list[Column]:
        return [column for column in self.columns if column.role in roles]

    @property
    def key(self) -> Column:
        return self.of_role("key")[0]

    def values(self, column: Column) -> list[Any]:
        return [record[column.name] for record in self.records]


@dataclasses.dataclass(frozen=True)
class Link:
    """`column` of `table` has keys of `other`."""

    table: Table
    column: Column
    other: Table


@dataclasses.dataclass(frozen=True)
class Leaf:
    """A value deep in a document without rows, and the way to it."""

    path: tuple[str, ...]
    value: Any

    @property
    def json_path(self) -> str:
        return "$" + "".join(f'."{name}"' for name in self.path)


@dataclasses.dataclass(frozen=True)
class Document:
    """A value with the facts about it. `rows` is its size."""

    name: str
    shape: str
    rows: int
    value: Any
    tables: tuple[Table, ...] = ()
    links: tuple[Link, ...] = ()
    leaves: tuple[Leaf, ...] = ()
    # Members that one might expect and that are nowhere in the document.
    absent: tuple[str, ...] = ()
