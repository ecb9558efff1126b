# SPDX-License-Identifier: MIT
"""Questions on rows, maps and trees, made from the facts of a document.

The words are the same in every notation and belong to none: "the 3rd order",
never "row @2" or "the cell". Sums have at most ten terms: long additions test
arithmetic and not reading.
"""
from __future__ import annotations

import collections
import decimal
import random
from collections.abc import Callable, Iterator
from typing import Any

from pith_evals.documents.facts import MISSING, Column, Document, Leaf, Link, Table
from pith_evals.questions.answers import Answer
from pith_evals.questions.question import Question, cents

KINDS = (
    "lookup",
    "nested_lookup",
    "positional",
    "count",
    "nested_count",
    "filter",
    "filter2",
    "max",
    "sum",
    "join",
    "path",
    "absence",
    "null",
    "order",
    "distinct",
)
NULL_OPTIONS = ("value", "null", "missing")
_MOST_TERMS = 10


def questions(document: Document, seed: int = 1) -> list[Question]:
    """Every question that the document has the ingredients for."""
    rng = random.Random(f"{document.name}:{seed}")
    found: list[Question] = []
    names: collections.Counter[str] = collections.Counter()
    for made in _all(rng, document):
        names[made.kind] += 1
        found.append(
            Question(
                f"{made.kind}-{names[made.kind]}",
                made.kind,
                made.text,
                made.answer,
                made.sql,
                made.values,
            )
        )
    return found


def _all(rng: random.Random, document: Document) -> Iterator[Question]:
    if document.leaves:
        yield from _tree(rng, document)
    makers: list[Callable[[random.Random, Table], Question | None]] = [
        _lookup,
        _lookup,
        _nested_lookup,
        _nested_member,
        _positional,
        _positional,
        _count,
        _nested_count,
        _filter,
        _filter_flag,
        _filter2,
        _max,
        _sum,
        _null,
        _null,
        _order,
        _order_of_rows,
        _distinct,
    ]
    if document.tables:
        table = document.tables[0]
        for maker in makers:
            made = maker(rng, table)
            if made is not None:
                yield made
        for other in document.tables[1:]:
            for maker in (_count, _lookup, _positional):
                made = maker(rng, other)
                if made is not None:
                    yield made
        yield _absence(rng, document, table, is_there=False)
        yield _absence(rng, document, table, is_there=True)
    for link in document.links:
        yield from _joins(rng, link)


def _is_askable(value: Any) -> bool:
    """Whether a text can be replied without being changed by a reply's dress."""
    if not isinstance(value, str):
        return value is not None and value is not MISSING
    marks = "{[`*\"'"
    return (
        value == value.strip()
        and 0 < len(value) <= 80
        and value[0] not in marks
        and value[-1] not in marks + "."
    )


def _answer(value: Any) -> Answer:
    if isinstance(value, bool):
        return Answer("boolean", value)
    if isinstance(value, int):
        return Answer("integer", value)
    if isinstance(value, float):
        return Answer("decimal", cents(value))
    return Answer("text", value)


def _ask_value(column: Column, of: str, value: Any) -> str:
    if isinstance(value, bool):
        return f"Is {column.phrase} true for {of}?"
    return f"What is {column.phrase} of {of}?"


def _named(table: Table, key: str) -> str:
    column = table.key
    if not column.path:
        return f'the {table.noun} "{key}"'
    return f'the {table.noun} whose "{column.path[-1]}" is "{key}"'


def _pick(
    rng: random.Random, table: Table, columns: list[Column]
) -> tuple[Column, dict[str, Any]] | None:
    """A column and a row whose value in it can be asked for."""
    for _ in range(50):
        if not columns:
            return None
        column = rng.choice(columns)
        record = rng.choice(table.records)
        if _is_askable(record[column.name]):
            return column, record
    return None


def _by_key(
    rng: random.Random, table: Table, kind: str, columns: list[Column]
) -> Question | None:
    picked = _pick(rng, table, columns)
    if picked is None:
        return None
    column, record = picked
    key, value = record[table.key.name], record[column.name]
    return Question(
        "",
        kind,
        _ask_value(column, _named(table, key), value),
        _answer(value),
        f"SELECT {column.sql} FROM {table.source} WHERE {table.key.sql} = :key",
        {"key": key},
    )


_PLAIN = ("label", "category", "integer", "money", "flag")


def _lookup(rng: random.Random, table: Table) -> Question | None:
    columns = [
        one for one in table.of_role(*_PLAIN) if not one.is_nested and not one.group
    ]
    return _by_key(rng, table, "lookup", columns)


def _nested_lookup(rng: random.Random, table: Table) -> Question | None:
    columns = [one for one in table.of_role(*_PLAIN) if one.is_nested or one.group]
    return _by_key(rng, table, "nested_lookup", columns)


def _nested_member(rng: random.Random, table: Table) -> Question | None:
    """A value in a list inside a row."""
    columns = table.of_role("objects", "strings")
    full = [one for one in table.records if columns and one[columns[0].name]]
    if not full:
        return None
    column, record = columns[0], rng.choice(full)
    members = record[column.name]
    index = rng.randrange(len(members))
    key = record[table.key.name]
    member = members[index]
    if isinstance(member, dict):
        name = rng.choice(sorted(member))
        text = f'What is "{name}" of the {_ordinal(index + 1)} element of {column.phrase} of {_named(table, key)}?'
        path, value = f'{column.json_path}[{index}]."{name}"', member[name]
    else:
        text = f"What is the {_ordinal(index + 1)} element of {column.phrase} of {_named(table, key)}?"
        path, value = f"{column.json_path}[{index}]", member
    return Question(
        "",
        "nested_lookup",
        text,
        _answer(value),
        f"SELECT json_extract(r.value, '{path}') FROM {table.source} WHERE {table.key.sql} = :key",
        {"key": key},
    )


def _positional(rng: random.Random, table: Table) -> Question | None:
    if any(column.group for column in table.columns):
        return None
    columns = [one for one in table.of_role("key", *_PLAIN) if one.path]
    for _ in range(50):
        column = rng.choice(columns)
        index = rng.choice(
            (0, len(table.records) - 1, rng.randrange(len(table.records)))
        )
        value = table.records[index][column.name]
        if _is_askable(value):
            break
    else:
        return None
    is_last = index == len(table.records) - 1
    of = f"the {'last' if is_last else _ordinal(index + 1)} {table.noun}"
    return Question(
        "",
        "positional",
        _ask_value(column, of, value),
        _answer(value),
        f"SELECT {column.sql} FROM {table.source} LIMIT 1 OFFSET :index",
        {"index": index},
    )


def _count(rng: random.Random, table: Table) -> Question:
    return Question(
        "",
        "count",
        f"How many {table.plural} are there?",
        Answer("integer", len(table.records)),
        f"SELECT count(*) FROM {table.source}",
    )


def _nested_count(rng: random.Random, table: Table) -> Question | None:
    columns = table.of_role("objects", "strings")
    if not columns:
        return None
    column, record = columns[0], rng.choice(table.records)
    key = record[table.key.name]
    return Question(
        "",
        "nested_count",
        f"How many elements has {column.phrase} of {_named(table, key)}?",
        Answer("integer", len(record[column.name])),
        f"SELECT json_array_length(r.value, '{column.json_path}') FROM {table.source} WHERE {table.key.sql} = :key",
        {"key": key},
    )


def _is(column: Column, value: str) -> str:
    return f'"{value}" as {column.phrase}'


def _filter(rng: random.Random, table: Table) -> Question | None:
    columns = table.of_role("category")
    if not columns:
        return None
    column = rng.choice(columns)
    counted = collections.Counter(table.values(column))
    value = rng.choice(sorted(counted))
    return Question(
        "",
        "filter",
        f"How many {table.plural} have {_is(column, value)}?",
        Answer("integer", counted[value]),
        f"SELECT count(*) FROM {table.source} WHERE {column.sql} = :value",
        {"value": value},
    )


def _filter_flag(rng: random.Random, table: Table) -> Question | None:
    columns = table.of_role("flag")
    if not columns:
        return None
    column, wanted = rng.choice(columns), rng.random() < 0.5
    return Question(
        "",
        "filter",
        f"For how many {table.plural} is {column.phrase} {'true' if wanted else 'false'}?",
        Answer("integer", table.values(column).count(wanted)),
        f"SELECT count(*) FROM {table.source} WHERE {column.sql} = :wanted",
        {"wanted": int(wanted)},
    )


def _filter2(rng: random.Random, table: Table) -> Question | None:
    categories, numbers = table.of_role("category"), table.of_role("integer")
    if not categories or not numbers:
        return None
    column, number = rng.choice(categories), rng.choice(numbers)
    value = rng.choice(sorted(set(table.values(column))))
    found = sorted(table.values(number))
    # Between the quarters, so that neither condition decides alone.
    threshold = found[
        rng.randrange(len(found) // 4, max(len(found) // 4 + 1, 3 * len(found) // 4))
    ]
    matching = [
        one
        for one in table.records
        if one[column.name] == value and one[number.name] > threshold
    ]
    return Question(
        "",
        "filter2",
        f"How many {table.plural} have {_is(column, value)} and {number.phrase} greater than {threshold}?",
        Answer("integer", len(matching)),
        f"SELECT count(*) FROM {table.source} WHERE {column.sql} = :value AND {number.sql} > :threshold",
        {"value": value, "threshold": threshold},
    )


def _max(rng: random.Random, table: Table) -> Question | None:
    columns = table.of_role("integer", "money")
    if not columns:
        return None
    column = rng.choice(columns)
    is_highest = rng.random() < 0.7
    found = table.values(column)
    best = max(found) if is_highest else min(found)
    word, function, direction = (
        ("highest", "max", "DESC") if is_highest else ("lowest", "min", "ASC")
    )
    if found.count(best) == 1 and table.key.path and rng.random() < 0.5:
        record = table.records[found.index(best)]
        return Question(
            "",
            "max",
            f'What is "{table.key.path[-1]}" of the {table.noun} with the {word} {column.phrase}?',
            Answer("text", record[table.key.name]),
            f"SELECT {table.key.sql} FROM {table.source} ORDER BY {column.sql} {direction} LIMIT 1",
        )
    return Question(
        "",
        "max",
        f"What is the {word} {column.phrase} among all {table.plural}?",
        _answer(best),
        f"SELECT {function}({column.sql}) FROM {table.source}",
    )


def _sum(rng: random.Random, table: Table) -> Question | None:
    """Of at most ten rows, which are named by a condition or by their keys."""
    numbers = table.of_role("integer", "money")
    if not numbers:
        return None
    number = rng.choice(numbers)
    chosen = rng.sample(table.records, min(len(table.records), rng.randint(3, 6)))
    condition, text = "", ""
    values: dict[str, Any] = {}
    for column in rng.sample(table.of_role("category"), len(table.of_role("category"))):
        counted = collections.Counter(table.values(column))
        fitting = sorted(
            value for value, times in counted.items() if 2 <= times <= _MOST_TERMS
        )
        if fitting:
            value = rng.choice(fitting)
            chosen = [one for one in table.records if one[column.name] == value]
            condition, values = f"{column.sql} = :value", {"value": value}
            text = f"the {table.plural} that have {_is(column, value)}"
            break
    else:
        keys = [one[table.key.name] for one in chosen]
        values = {f"k{index}": key for index, key in enumerate(keys)}
        condition = f"{table.key.sql} IN ({', '.join(':' + name for name in values)})"
        quoted = ", ".join(f'"{key}"' for key in keys)
        text = f"the {table.plural} {quoted}"
    if number.role == "money":
        total = sum(
            (decimal.Decimal(repr(one[number.name])) for one in chosen),
            decimal.Decimal(0),
        )
        answer = Answer("decimal", str(total.quantize(decimal.Decimal("0.01"))))
        sql = (
            f"SELECT round(sum({number.sql}), 2) FROM {table.source} WHERE {condition}"
        )
    else:
        answer = Answer("integer", sum(one[number.name] for one in chosen))
        sql = f"SELECT sum({number.sql}) FROM {table.source} WHERE {condition}"
    return Question(
        "", "sum", f"What is the sum of {number.phrase} of {text}?", answer, sql, values
    )


def _null(rng: random.Random, table: Table) -> Question | None:
    """Null, missing or there: what many notations blur."""
    columns = table.of_role("optional")
    if not columns:
        return None
    column = rng.choice(columns)
    by_state: dict[str, list[dict[str, Any]]] = {}
    for record in table.records:
        by_state.setdefault(_state(record[column.name]), []).append(record)
    state = rng.choice(sorted(by_state))
    key = rng.choice(by_state[state])[table.key.name]
    return Question(
        "",
        "null",
        f"Has {_named(table, key)} a value for {column.phrase}, is it null, or is the member missing?",
        Answer("choice", state, NULL_OPTIONS),
        f"SELECT CASE json_type(r.value, '{column.json_path}') WHEN 'null' THEN 'null'"
        f" ELSE iif(json_type(r.value, '{column.json_path}') IS NULL, 'missing', 'value') END"
        f" FROM {table.source} WHERE {table.key.sql} = :key",
        {"key": key},
    )


def _state(value: Any) -> str:
    if value is MISSING:
        return "missing"
    return "null" if value is None else "value"


def _order(rng: random.Random, table: Table) -> Question | None:
    columns = table.of_role("integer", "money")
    if not columns or len(table.records) < 5:
        return None
    column = rng.choice(columns)
    is_highest = rng.random() < 0.5
    ranked = sorted(table.records, key=lambda one: one[column.name], reverse=is_highest)
    top = ranked[:4]
    if len({one[column.name] for one in top}) < 4:
        return None
    word = "highest" if is_highest else "lowest"
    what = f'"{table.key.path[-1]}"' if table.key.path else "the names"
    return Question(
        "",
        "order",
        f"Give {what} of the three {table.plural} with the {word} {column.phrase}, the {word} first.",
        Answer("list", tuple(one[table.key.name] for one in top[:3])),
        f"SELECT {table.key.sql} FROM {table.source} ORDER BY {column.sql} {'DESC' if is_highest else 'ASC'} LIMIT 3",
    )


def _order_of_rows(rng: random.Random, table: Table) -> Question | None:
    keys = table.values(table.key)
    if len(keys) < 4 or keys == sorted(keys):
        # Sorted rows would give the answer away.
        return None
    chosen = sorted(rng.sample(range(len(table.records)), 3))
    keys = [keys[index] for index in chosen]
    shown = rng.sample(keys, 3)
    quoted = ", ".join(f'"{key}"' for key in shown)
    values = {f"k{index}": key for index, key in enumerate(shown)}
    # Not ORDER BY, which would need the order that is asked for.
    return Question(
        "",
        "order",
        f"In which order do the {table.plural} {quoted} come in the data?",
        Answer("list", tuple(keys)),
        f"SELECT {table.key.sql} FROM {table.source} WHERE {table.key.sql} IN (:k0, :k1, :k2)",
        values,
    )


def _distinct(rng: random.Random, table: Table) -> Question | None:
    columns = table.of_role("category")
    if not columns:
        return None
    column = rng.choice(columns)
    return Question(
        "",
        "distinct",
        f"Which different values of {column.phrase} occur among the {table.plural}? Sort them alphabetically.",
        Answer("list", tuple(sorted(set(table.values(column))))),
        f"SELECT DISTINCT {column.sql} FROM {table.source} ORDER BY 1",
    )


def _absence(
    rng: random.Random, document: Document, table: Table, is_there: bool
) -> Question:
    if is_there:
        member = rng.choice(
            [one for one in table.columns if one.path and not one.group]
        ).path[-1]
    else:
        member = rng.choice(document.absent)
    return Question(
        "",
        "absence",
        f'Does the data have a member (field) named "{member}" anywhere?',
        Answer("boolean", is_there),
        "SELECT EXISTS (SELECT 1 FROM json_tree(:doc) WHERE key = :member)",
        {"member": member},
    )


def _joins(rng: random.Random, link: Link) -> Iterator[Question]:
    """From a row over its reference to a value of another row."""
    linked = [
        one for one in link.table.records if isinstance(one[link.column.name], str)
    ]
    by_key = {one[link.other.key.name]: one for one in link.other.records}
    columns = [one for one in link.other.of_role(*_PLAIN) if one is not link.column]
    source = link.table.source
    other = link.other.source.removesuffix(" r") + " o"
    for _ in range(2):
        record, column = rng.choice(linked), rng.choice(columns)
        target = by_key[record[link.column.name]]
        if not _is_askable(target[column.name]):
            continue
        key = record[link.table.key.name]
        there = column.sql.replace("r.", "o.")
        other_key = link.other.key.sql.replace("r.", "o.")
        of = (
            f"the {link.other.noun} that {link.column.phrase} of"
            f" {_named(link.table, key)} names"
        )
        yield Question(
            "",
            "join",
            _ask_value(column, of, target[column.name]),
            _answer(target[column.name]),
            f"SELECT {there} FROM {source}, {other}"
            f" WHERE {link.table.key.sql} = :key AND {other_key} = {link.column.sql}",
            {"key": key},
        )
    counted = collections.Counter(one[link.column.name] for one in linked)
    key = rng.choice(sorted(counted))
    yield Question(
        "",
        "join",
        f"How many {link.table.plural} name {_named(link.other, key)} in {link.column.phrase}?",
        Answer("integer", counted[key]),
        f"SELECT count(*) FROM {source} WHERE {link.column.sql} = :key",
        {"key": key},
    )


def _way(path: tuple[str, ...]) -> str:
    return " in ".join(f'"{name}"' for name in reversed(path))


def _tree(rng: random.Random, document: Document) -> Iterator[Question]:
    askable = [one for one in document.leaves if _is_askable(one.value)]
    deep = [one for one in askable if len(one.path) > 1] or askable
    for leaf in rng.sample(deep, min(6, len(deep))):
        value = leaf.value
        text = (
            f"Is {_way(leaf.path)} true?"
            if isinstance(value, bool)
            else f"What is the value of {_way(leaf.path)}?"
        )
        yield Question(
            "",
            "path",
            text,
            _answer(value),
            f"SELECT json_extract(:doc, '{leaf.json_path}')",
        )
    yield from _tree_sections(rng, document, deep)
    for is_there in (False, True):
        member = (
            rng.choice(document.leaves).path[-1]
            if is_there
            else rng.choice(document.absent)
        )
        yield Question(
            "",
            "absence",
            f'Does the data have a member (field) named "{member}" anywhere?',
            Answer("boolean", is_there),
            "SELECT EXISTS (SELECT 1 FROM json_tree(:doc) WHERE key = :member)",
            {"member": member},
        )
    yield from _tree_counts(document)


def _tree_sections(
    rng: random.Random, document: Document, deep: list[Leaf]
) -> Iterator[Question]:
    for leaf in rng.sample(deep, min(2, len(deep))):
        parent = leaf.path[:-1]
        # Members of the section: leaves and further sections.
        members = sorted(
            {
                one.path[len(parent)]
                for one in document.leaves
                if one.path[: len(parent)] == parent
            }
        )
        where = "$" + "".join(f'."{name}"' for name in parent)
        yield Question(
            "",
            "nested_count",
            f"How many members has {_way(parent)} itself, without those further inside?",
            Answer("integer", len(members)),
            f"SELECT count(*) FROM json_each(:doc, '{where}')",
        )
        if len(members) <= 8:
            yield Question(
                "",
                "distinct",
                f"Which members has {_way(parent)} itself? Give their names, sorted alphabetically.",
                Answer("list", tuple(members)),
                f"SELECT key FROM json_each(:doc, '{where}') ORDER BY key",
            )


def _tree_counts(document: Document) -> Iterator[Question]:
    yield Question(
        "",
        "filter",
        "How many values in the data, at any depth, are true?",
        Answer("integer", sum(one.value is True for one in document.leaves)),
        "SELECT count(*) FROM json_tree(:doc) WHERE type = 'true'",
    )
    numbers = [one.value for one in document.leaves if type(one.value) is int]
    if numbers:
        yield Question(
            "",
            "max",
            "What is the highest number in the data, at any depth?",
            Answer("integer", max(numbers)),
            "SELECT max(value) FROM json_tree(:doc) WHERE type = 'integer'",
        )


def _ordinal(number: int) -> str:
    ending = "th"
    if number % 100 not in (11, 12, 13):
        ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
