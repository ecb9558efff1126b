# SPDX-License-Identifier: MIT
"""How the database may be used.

With SQL at hand, a model need not read a table at all: the server would find
the row. What is measured is reading, so reads take a whole table or the part of
it under one value of its partition column, and writes name their rows.
"""
from __future__ import annotations

import re
from typing import Any

PARTITIONS = {"orders": "region", "events": "service"}

TEXT = (
    "The database has the tables customers, suppliers, products, orders, events and "
    "notes. It is read in one of two forms: SELECT * FROM table, or, for orders and "
    "events, SELECT * FROM orders WHERE region = 'value' and SELECT * FROM events "
    "WHERE service = 'value'. It is written with INSERT INTO table (columns) VALUES "
    "(...), or with UPDATE and DELETE whose only condition names rows: WHERE id = "
    "number or WHERE id IN (numbers). Anything else is refused. Always read orders "
    "and events with their condition. New rows of notes get their id by themselves."
)

TABLE_TEXT = (
    "The database has one table, readings, with the columns id, device, city, kind, value "
    "and status. It is read with SELECT * FROM readings; any other query of it is refused."
)

_VALUE = r"(?:'(?:[^']|'')*'|\"[^\"]*\")"
_READ = re.compile(
    rf"\s*select\s+\*\s+from\s+\"?(\w+)\"?(?:\s+where\s+\"?(\w+)\"?\s*=\s*{_VALUE})?\s*;?\s*",
    re.IGNORECASE,
)
_INSERT = re.compile(r"\s*insert\s+into\s+\"?\w+\"?\s*\([^()]*\)\s*values\b", re.IGNORECASE)
_CHANGE = re.compile(
    r"\s*(?:update\s+\"?\w+\"?\s+set\s|delete\s+from\s+\"?\w+\"?\s+where\b)", re.IGNORECASE
)
_BY_ID = re.compile(
    r".*\bwhere\s+\"?id\"?\s*(?:=\s*\d+|in\s*\(\s*\d+(?:\s*,\s*\d+)*\s*\))\s*;?\s*",
    re.IGNORECASE | re.DOTALL,
)
_TEXTS = re.compile(r"'(?:[^']|'')*'")
_SELECT = re.compile(r"\bselect\b", re.IGNORECASE)


def refusal(tool: str, arguments: dict[str, Any]) -> str | None:
    """What a client answers in place of the server, or None if the call may pass."""
    query = arguments.get("query")
    if not isinstance(query, str):
        return None  # The server says what is wrong with it.
    if tool == "read_query":
        read = _READ.fullmatch(query)
        if read is None:
            return "Refused: reads are SELECT * FROM table, see the rules."
        table, column = read[1].lower(), read[2] and read[2].lower()
        if column != PARTITIONS.get(table):
            return (
                f"Refused: {table} is read with WHERE {PARTITIONS[table]} = 'value'."
                if table in PARTITIONS
                else f"Refused: {table} is read without a condition."
            )
    if tool == "write_query" and not _may_write(query):
        return "Refused: writes insert values or name rows by id, see the rules."
    return None


def _may_write(query: str) -> bool:
    plain = _TEXTS.sub("''", query)
    if _SELECT.search(plain):
        return False
    if _INSERT.match(plain):
        return True
    return _CHANGE.match(plain) is not None and _BY_ID.fullmatch(plain) is not None
