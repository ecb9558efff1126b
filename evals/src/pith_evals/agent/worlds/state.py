# SPDX-License-Identifier: MIT
"""The state of a world: tables, a graph and files, in memory and on disk.

What a task expects is a state too, so that "nothing else changed" is the
comparison of two states and not a list of things that somebody thought of.
"""
from __future__ import annotations

import collections
import dataclasses
import json
import pathlib
import sqlite3
from typing import Any

Row = dict[str, Any]
Relation = tuple[str, str, str]  # from, to, kind

DATABASE = "shop.db"
GRAPH = "memory.jsonl"
FILES = "files"


@dataclasses.dataclass
class Entity:
    """What the memory server keeps under a name."""

    kind: str
    observations: list[str]


@dataclasses.dataclass
class State:
    """Tables by name, entities by name, relations, contents by path."""

    tables: dict[str, list[Row]] = dataclasses.field(default_factory=dict)
    entities: dict[str, Entity] = dataclasses.field(default_factory=dict)
    relations: list[Relation] = dataclasses.field(default_factory=list)
    files: dict[str, str] = dataclasses.field(default_factory=dict)
    folders: set[str] = dataclasses.field(default_factory=set)

    def copy(self) -> State:
        return State(
            {name: [dict(row) for row in rows] for name, rows in self.tables.items()},
            {name: Entity(one.kind, list(one.observations))
             for name, one in self.entities.items()},
            list(self.relations), dict(self.files), set(self.folders),
        )


# The first column is the key of a table. Tables that rows are added to give
# the key themselves, so it is not compared there.
COLUMNS: dict[str, tuple[str, ...]] = {
    "customers": ("id integer primary key", "name text", "city text",
                  "segment text", "credit_limit real"),
    "suppliers": ("id integer primary key", "name text", "country text",
                  "lead_days integer"),
    "products": ("id integer primary key", "sku text", "title text",
                 "price real", "stock integer", "supplier_id integer"),
    "orders": ("id integer primary key", "customer_id integer",
               "product_id integer", "quantity integer", "total real",
               "status text", "region text", "placed_on text"),
    "events": ("id integer primary key", "at text", "service text",
               "level text", "milliseconds integer", "code text"),
    "readings": ("id integer primary key", "device text", "city text", "kind text",
                 "value real", "status text"),
    "notes": ("id integer primary key autoincrement", "subject text",
              "text text", "author text"),
}
KEYS_OF_ITS_OWN = frozenset({"notes"})


def column_names(table: str) -> list[str]:
    return [column.split()[0] for column in COLUMNS[table]]


def write(state: State, directory: pathlib.Path) -> None:
    """Makes the world on disk. The directory must exist and be empty."""
    if state.tables:
        _write_tables(state.tables, directory / DATABASE)
    if state.entities:
        lines = [
            {"type": "entity", "name": name, "entityType": entity.kind,
             "observations": entity.observations}
            for name, entity in state.entities.items()
        ] + [
            {"type": "relation", "from": start, "to": end, "relationType": kind}
            for start, end, kind in state.relations
        ]
        (directory / GRAPH).write_text(
            "\n".join(json.dumps(line) for line in lines), encoding="utf-8"
        )
    if state.files:
        root = directory / FILES
        for folder in sorted(state.folders):
            (root / folder).mkdir(parents=True, exist_ok=True)
        for name, content in state.files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(content, encoding="utf-8")


def _write_tables(tables: dict[str, list[Row]], path: pathlib.Path) -> None:
    with sqlite3.connect(path) as database:
        for table, rows in tables.items():
            names = column_names(table)
            database.execute(f"create table {table} ({', '.join(COLUMNS[table])})")
            marks = ", ".join("?" * len(names))
            database.executemany(
                f"insert into {table} values ({marks})",
                [[row[name] for name in names] for row in rows],
            )
    database.close()


def read(directory: pathlib.Path) -> State:
    """What is on disk now. Raises OSError or ValueError if it is destroyed."""
    state = State()
    if (directory / DATABASE).exists():
        state.tables = _read_tables(directory / DATABASE)
    if (directory / GRAPH).exists():
        for line in (directory / GRAPH).read_text(encoding="utf-8").splitlines():
            fields = json.loads(line)
            if fields["type"] == "entity":
                if fields["name"] in state.entities:
                    raise ValueError(f"two entities are called {fields['name']}")
                state.entities[fields["name"]] = Entity(
                    fields["entityType"], fields["observations"]
                )
            else:
                state.relations.append(
                    (fields["from"], fields["to"], fields["relationType"])
                )
    root = directory / FILES
    for path in sorted(root.rglob("*")) if root.exists() else ():
        name = path.relative_to(root).as_posix()
        if path.is_dir():
            state.folders.add(name)
        else:
            # What a model writes may be anything; it is compared, not used.
            state.files[name] = path.read_bytes().decode("utf-8", "replace")
    return state


def _read_tables(path: pathlib.Path) -> dict[str, list[Row]]:
    tables: dict[str, list[Row]] = {}
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        database.row_factory = sqlite3.Row
        names = [
            name for (name,) in database.execute(
                "select name from sqlite_master where type in ('table', 'view', "
                "'trigger', 'index') and name not like 'sqlite_%'"
            ).fetchall()
        ]
        for name in names:
            quoted = name.replace('"', '""')
            try:
                found = database.execute(f'select * from "{quoted}"').fetchall()
            except sqlite3.OperationalError:
                found = []  # A trigger or an index: its name says enough.
            tables[name] = [dict(row) for row in found]
    except sqlite3.DatabaseError as error:
        raise ValueError(f"{path.name}: {error}") from error
    finally:
        database.close()
    return tables


def differences(found: State, expected: State, limit: int = 5) -> list[str]:
    """What is not as expected, in words; empty if nothing is.

    The order of rows, entities, observations and relations does not count.
    """
    return [
        *_table_differences(found.tables, expected.tables),
        *_set_differences(
            "entity", _entity_set(found.entities), _entity_set(expected.entities)
        ),
        *_list_differences("relation", found.relations, expected.relations),
        *_set_differences("folder", found.folders, expected.folders),
        *_set_differences(
            "file", set(found.files.items()), set(expected.files.items())
        ),
    ][:limit]


def _entity_set(entities: dict[str, Entity]) -> set[tuple[Any, ...]]:
    return {
        (name, entity.kind, tuple(sorted(entity.observations)))
        for name, entity in entities.items()
    }


def _table_differences(
    found: dict[str, list[Row]], expected: dict[str, list[Row]]
) -> list[str]:
    problems = _set_differences("table", set(found), set(expected))
    for table in expected:
        if table in found:
            problems += _list_differences(
                f"row of {table}", _plain_rows(table, found[table]),
                _plain_rows(table, expected[table]),
            )
    return problems


def _plain_rows(table: str, rows: list[Row]) -> list[tuple[Any, ...]]:
    skipped = column_names(table)[0] if table in KEYS_OF_ITS_OWN else None
    return [
        tuple(sorted((name, value) for name, value in row.items() if name != skipped))
        for row in rows
    ]


def _list_differences(what: str, found: list[Any], expected: list[Any]) -> list[str]:
    """As for sets, but what is there twice must be expected twice."""
    counted, wanted = collections.Counter(found), collections.Counter(expected)
    return [
        *(f"unexpected {what}: {_short(one)}" for one in counted - wanted),
        *(f"missing {what}: {_short(one)}" for one in wanted - counted),
    ]


def _set_differences(what: str, found: set[Any], expected: set[Any]) -> list[str]:
    return [
        *(f"unexpected {what}: {_short(one)}" for one in sorted(found - expected, key=repr)),
        *(f"missing {what}: {_short(one)}" for one in sorted(expected - found, key=repr)),
    ]


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 160 else text[:157] + "..."
