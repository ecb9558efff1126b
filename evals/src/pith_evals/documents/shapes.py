# SPDX-License-Identifier: MIT
"""The shapes of documents: what tools return, in rows, maps and trees."""
from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pith_evals.documents import values
from pith_evals.documents.facts import MISSING, Column, Document, Leaf, Link, Table

Maker = Callable[[random.Random], Any]
# A column with how its value is made.
Field = tuple[Column, Maker]


def make(shape: str, rows: int, seed: int) -> Document:
    """The document of a shape, size and seed; the same every time."""
    rng = random.Random(f"{shape}:{rows}:{seed}")
    return SHAPES[shape](f"{shape}-{rows}-{seed}", rows, rng)


def _column(path: str, role: str) -> Column:
    return Column(tuple(path.split(".")), role)


def _records(
    rng: random.Random,
    rows: int,
    key_column: Column,
    key: Maker,
    fields: Sequence[Field],
) -> list[dict[str, Any]]:
    keys = values.distinct(rng, rows, key)
    return [
        {key_column.name: one, **{column.name: made(rng) for column, made in fields}}
        for one in keys
    ]


def _lay_out(columns: Iterable[Column], record: dict[str, Any]) -> dict[str, Any]:
    """A record as the nested object that the paths of its columns describe."""
    row: dict[str, Any] = {}
    for column in columns:
        value = record[column.name]
        if value is MISSING or not column.path or column.group:
            continue
        place = row
        for name in column.path[:-1]:
            place = place.setdefault(name, {})
        place[column.path[-1]] = value
    return row


def _table(
    rng: random.Random,
    rows: int,
    noun: str,
    plural: str,
    key_path: str,
    key: Maker,
    fields: Sequence[Field],
    source: str,
) -> Table:
    key_column = _column(key_path, "key") if key_path else Column((), "key")
    return Table(
        noun,
        plural,
        source,
        (key_column, *(column for column, _ in fields)),
        _records(rng, rows, key_column, key, fields),
    )


def _rows(table: Table) -> list[dict[str, Any]]:
    return [_lay_out(table.columns, record) for record in table.records]


def _each(path: str) -> str:
    return f"json_each(:doc, '{path}') r"


def _integer(low: int, high: int) -> Maker:
    return lambda rng: rng.randint(low, high)


def _flag(rng: random.Random) -> bool:
    return rng.random() < 0.6


def _orders(name: str, rows: int, rng: random.Random) -> Document:
    fields: list[Field] = [
        (_column("customer", "label"), values.person),
        (
            _column("status", "category"),
            values.Weighted(rng, "open paid packed shipped returned".split()),
        ),
        (
            _column("region", "category"),
            values.Weighted(rng, "north south east west".split()),
        ),
        (_column("units", "integer"), _integer(1, 400)),
        (_column("total", "money"), values.money),
        (_column("express", "flag"), _flag),
    ]
    table = _table(
        rng,
        rows,
        "order",
        "orders",
        "id",
        values.code("ORD-"),
        fields,
        _each("$.orders"),
    )
    return Document(
        name,
        "orders",
        rows,
        {"orders": _rows(table)},
        (table,),
        absent=("discount", "currency"),
    )


def _contacts(name: str, rows: int, rng: random.Random) -> Document:
    fields: list[Field] = [
        (_column("name", "label"), values.person),
        (_column("address.city", "label"), values.city),
        (_column("address.zip", "label"), lambda rng: f"{rng.randrange(100_000):05}"),
        (
            _column("plan.tier", "category"),
            values.Weighted(rng, "free team business".split()),
        ),
        (_column("plan.seats", "integer"), _integer(1, 900)),
        (
            _column("plan.billing.cycle", "category"),
            values.Weighted(rng, "monthly yearly".split()),
        ),
        (_column("balance", "money"), values.money),
    ]
    table = _table(
        rng,
        rows,
        "contact",
        "contacts",
        "id",
        values.code("C", 7),
        fields,
        _each("$.contacts"),
    )
    return Document(
        name,
        "contacts",
        rows,
        {"contacts": _rows(table)},
        (table,),
        absent=("phone", "country"),
    )


def _purchases(name: str, rows: int, rng: random.Random) -> Document:
    def items(rng: random.Random) -> list[dict[str, Any]]:
        return [
            {
                "sku": values.code("S", 5)(rng),
                "title": values.word(rng),
                "quantity": rng.randint(1, 9),
            }
            for _ in range(rng.choice((1, 1, 2, 2, 3, 4, 5)))
        ]

    fields: list[Field] = [
        (_column("buyer.name", "label"), values.person),
        (
            _column("buyer.tier", "category"),
            values.Weighted(rng, "basic plus gold".split()),
        ),
        (_column("lines", "objects"), items),
        (
            _column("state", "category"),
            values.Weighted(rng, "draft placed sent closed".split()),
        ),
        (_column("paid", "money"), values.money),
    ]
    table = _table(
        rng,
        rows,
        "purchase",
        "purchases",
        "number",
        values.code("P-"),
        fields,
        _each("$.purchases"),
    )
    return Document(
        name,
        "purchases",
        rows,
        {"purchases": _rows(table)},
        (table,),
        absent=("coupon", "carrier"),
    )


def _flags(name: str, rows: int, rng: random.Random) -> Document:
    fields: list[Field] = [
        (_column("enabled", "flag"), _flag),
        (
            _column("owner", "category"),
            values.Weighted(rng, "core growth billing search mobile".split()),
        ),
        (_column("rollout", "integer"), _integer(0, 1000)),
        (_column("changed", "label"), values.date),
    ]
    table = _table(
        rng,
        rows,
        "flag",
        "flags",
        "",
        lambda rng: f"{values.word(rng)}_{values.word(rng)}_{rng.randrange(100)}",
        fields,
        _each("$.flags"),
    )
    value = {
        "flags": {
            record["(key)"]: _lay_out(table.columns, record) for record in table.records
        }
    }
    return Document(
        name, "flags", rows, value, (table,), absent=("reviewer", "expires")
    )


def _sensors(name: str, rows: int, rng: random.Random) -> Document:
    def optional(made: Maker) -> Maker:
        def choose(rng: random.Random) -> Any:
            roll = rng.random()
            return MISSING if roll < 0.25 else None if roll < 0.5 else made(rng)

        return choose

    fields: list[Field] = [
        (
            _column("site", "category"),
            values.Weighted(rng, "roof cellar hall yard".split()),
        ),
        (_column("level", "integer"), _integer(-50, 5000)),
        (_column("note", "optional"), optional(lambda rng: values.words(rng, 2))),
        (_column("battery", "optional"), optional(_integer(0, 100))),
        (
            _column("firmware", "label"),
            lambda rng: f"{rng.randrange(9)}.{rng.randrange(30)}.{rng.randrange(90)}",
        ),
    ]
    table = _table(
        rng,
        rows,
        "sensor",
        "sensors",
        "serial",
        values.code("SN", 7),
        fields,
        _each("$.sensors"),
    )
    return Document(
        name,
        "sensors",
        rows,
        {"sensors": _rows(table)},
        (table,),
        absent=("humidity", "vendor"),
    )


def _logs(name: str, rows: int, rng: random.Random) -> Document:
    def message(rng: random.Random) -> str:
        return rng.choice(
            (
                "timeout after {n} ms, retrying",
                "user={w} logged in from 10.0.{n}.7",
                'cannot open "{w}.conf": permission denied',
                "{w} | {w2}: queue drained",
                "GET /{w}/{n} -> 404",
                "cache miss for key [{w}:{n}]",
            )
        ).format(n=rng.randrange(256), w=values.word(rng), w2=values.word(rng))

    fields: list[Field] = [
        (_column("time", "label"), values.instant),
        (
            _column("level", "category"),
            values.Weighted(rng, "debug info warn error".split()),
        ),
        (
            _column("service", "category"),
            values.Weighted(rng, "api auth mailer worker gateway".split()),
        ),
        (_column("duration", "integer"), _integer(1, 90_000)),
        (_column("message", "label"), message),
    ]
    table = _table(
        rng,
        rows,
        "entry",
        "entries",
        "id",
        values.hexadecimal(8),
        fields,
        _each("$.entries"),
    )
    value = {"source": values.word(rng), "entries": _rows(table)}
    return Document(name, "logs", rows, value, (table,), absent=("stack", "host"))


def _config(name: str, rows: int, rng: random.Random) -> Document:
    """A tree without rows; its size is its number of leaves."""
    leaves: list[Leaf] = []
    value: dict[str, Any] = {}

    def fresh(place: dict[str, Any]) -> str:
        while True:
            made = (
                values.word(rng)
                if rng.random() < 0.6
                else f"{values.word(rng)}_{values.word(rng)}"
            )
            if made not in place:
                return made

    sections = max(3, rows // 8)
    places: list[tuple[tuple[str, ...], dict[str, Any]]] = [((), value)]
    for _ in range(sections):
        path, place = rng.choice([one for one in places if len(one[0]) < 5])
        made = fresh(place)
        place[made] = {}
        places.append(((*path, made), place[made]))
    for number in range(rows):
        # Each section gets a leaf before any gets two, so that none is empty.
        path, place = places[number + 1] if number < sections else rng.choice(places)
        made = fresh(place)
        place[made] = rng.choice(
            (
                lambda: rng.randint(0, 100_000),
                lambda: values.words(rng, 2),
                lambda: rng.random() < 0.5,
                lambda: f"/{values.word(rng)}/{values.word(rng)}",
            )
        )()
        leaves.append(Leaf((*path, made), place[made]))
    return Document(
        name,
        "config",
        rows,
        value,
        leaves=tuple(leaves),
        absent=("fallback", "retries"),
    )


def _shop(name: str, rows: int, rng: random.Random) -> Document:
    people = max(4, rows // 4)
    customers = _table(
        rng,
        people,
        "customer",
        "customers",
        "id",
        values.code("K", 6),
        [
            (_column("name", "label"), values.person),
            (_column("city", "label"), values.city),
            (
                _column("segment", "category"),
                values.Weighted(rng, "retail trade public".split()),
            ),
        ],
        _each("$.customers"),
    )
    keys = customers.values(customers.key)
    orders = _table(
        rng,
        rows - people,
        "order",
        "orders",
        "ref",
        values.code("R", 6),
        [
            (_column("customer_id", "label"), lambda rng: rng.choice(keys)),
            (
                _column("status", "category"),
                values.Weighted(rng, "open billed paid void".split()),
            ),
            (_column("amount", "money"), values.money),
            (_column("pieces", "integer"), _integer(1, 500)),
        ],
        _each("$.orders"),
    )
    value = {"customers": _rows(customers), "orders": _rows(orders)}
    link = Link(orders, orders.columns[1], customers)
    return Document(
        name,
        "shop",
        rows,
        value,
        (orders, customers),
        (link,),
        absent=("warehouse", "vat"),
    )


def _metrics(name: str, rows: int, rng: random.Random) -> Document:
    fields: list[Field] = [
        (_column("visits", "integer"), _integer(100, 90_000)),
        (_column("signups", "integer"), _integer(0, 2_000)),
        (_column("revenue", "money"), lambda rng: values.money(rng, 60_000)),
        (
            _column("channel", "category"),
            values.Weighted(rng, "organic ads mail partner".split()),
        ),
    ]
    # Dates are the keys of days; over many years, so that 5,000 fit.
    table = _table(
        rng,
        rows,
        "day",
        "days",
        "day",
        lambda rng: (
            f"{rng.randrange(1990, 2027)}-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}"
        ),
        fields,
        _each("$.days"),
    )
    table.records.sort(key=lambda record: record["day"])
    return Document(
        name,
        "metrics",
        rows,
        {"days": _rows(table)},
        (table,),
        absent=("bounces", "margin"),
    )


def _inventory(name: str, rows: int, rng: random.Random) -> Document:
    def label(rng: random.Random) -> str:
        a, b = values.word(rng), values.word(rng)
        return rng.choice(
            (
                f"{a}, {b}",
                f"{a} | {b}",
                f'{a} "{b}"',
                f"{a}: {b}",
                f" {a}",
                f"{a}",
                f"#{a}",
                "true",
                "-",
                "12",
            )
        )

    fields: list[Field] = [
        (_column("label", "label"), label),
        (_column("bin", "label"), lambda rng: f"{rng.randrange(1000):04}"),
        (
            _column("kind", "category"),
            values.Weighted(rng, "bolt nut washer screw".split()),
        ),
        (_column("stock", "integer"), _integer(0, 20_000)),
        (_column("price", "money"), lambda rng: values.money(rng, 90)),
    ]
    table = _table(
        rng,
        rows,
        "part",
        "parts",
        "sku",
        lambda rng: f"{rng.randrange(10**7):08}",
        fields,
        _each("$"),
    )
    return Document(
        name, "inventory", rows, _rows(table), (table,), absent=("supplier", "weight")
    )


def _staff(name: str, rows: int, rng: random.Random) -> Document:
    table = _table(
        rng,
        rows,
        "employee",
        "employees",
        "id",
        values.code("E", 6),
        [
            (_column("name", "label"), values.person),
            (
                _column("team", "category"),
                values.Weighted(rng, "sales design legal tools field".split()),
            ),
            (_column("manager", "optional"), lambda rng: None),
            (_column("grade", "integer"), _integer(1, 9_999)),
            (_column("remote", "flag"), _flag),
        ],
        _each("$.employees"),
    )
    for number, one in enumerate(table.records):
        one["manager"] = table.records[rng.randrange(number)]["id"] if number else None
    rng.shuffle(table.records)
    link = Link(table, table.columns[3], table)
    return Document(
        name,
        "staff",
        rows,
        {"employees": _rows(table)},
        (table,),
        (link,),
        absent=("salary", "office"),
    )


def _issues(name: str, rows: int, rng: random.Random) -> Document:
    def labels(rng: random.Random) -> list[str]:
        return rng.sample(
            "bug docs api ui perf build flaky".split(), rng.choice((0, 1, 1, 2, 3))
        )

    fields: list[Field] = [
        (_column("title", "label"), lambda rng: values.words(rng, 4)),
        (
            _column("user.login", "label"),
            lambda rng: f"{values.word(rng)}{rng.randrange(100)}",
        ),
        (
            _column("user.role", "category"),
            values.Weighted(rng, "member visitor owner".split()),
        ),
        (
            _column("state", "category"),
            values.Weighted(rng, "open closed stale".split()),
        ),
        (_column("labels", "strings"), labels),
        (_column("comments", "integer"), _integer(0, 3_000)),
        (
            _column("milestone", "optional"),
            lambda rng: (
                None
                if rng.random() < 0.5
                else f"v{rng.randrange(9)}.{rng.randrange(9)}"
            ),
        ),
    ]
    table = _table(
        rng,
        rows,
        "issue",
        "issues",
        "slug",
        values.code("GH-"),
        fields,
        _each("$.issues"),
    )
    value = {
        "repository": f"{values.word(rng)}/{values.word(rng)}",
        "issues": _rows(table),
    }
    return Document(
        name, "issues", rows, value, (table,), absent=("assignee", "locked")
    )


def _spans(name: str, rows: int, rng: random.Random) -> Document:
    table = _table(
        rng,
        rows,
        "span",
        "spans",
        "span",
        values.hexadecimal(8),
        [
            (_column("parent", "optional"), lambda rng: None),
            (
                _column("operation", "label"),
                lambda rng: f"{values.word(rng)}.{values.word(rng)}",
            ),
            (_column("tags.zone", "category"), values.Weighted(rng, "a b c d".split())),
            (_column("tags.peer", "label"), values.word),
            (_column("micros", "integer"), _integer(10, 9_000_000)),
            (_column("failed", "flag"), lambda rng: rng.random() < 0.2),
        ],
        _each("$.trace.spans"),
    )
    for number, one in enumerate(table.records):
        one["parent"] = (
            table.records[rng.randrange(number)]["span"] if number else MISSING
        )
    value = {"trace": {"id": values.hexadecimal(16)(rng), "spans": _rows(table)}}
    link = Link(table, table.columns[1], table)
    return Document(
        name, "spans", rows, value, (table,), (link,), absent=("baggage", "events")
    )


def _books(name: str, rows: int, rng: random.Random) -> Document:
    fields: list[Field] = [
        (_column("title", "label"), lambda rng: values.words(rng, 3).title()),
        (
            _column("authors", "strings"),
            lambda rng: [values.person(rng) for _ in range(rng.choice((1, 1, 2, 3)))],
        ),
        (_column("year", "integer"), _integer(1500, 2026)),
        (
            _column("genre", "category"),
            values.Weighted(rng, "essay novel poetry travel drama".split()),
        ),
        (
            _column("subtitle", "optional"),
            lambda rng: MISSING if rng.random() < 0.5 else values.words(rng, 2),
        ),
        (_column("price", "money"), lambda rng: values.money(rng, 120)),
    ]
    table = _table(
        rng, rows, "book", "books", "isbn", values.code("978", 10), fields, _each("$")
    )
    return Document(
        name, "books", rows, _rows(table), (table,), absent=("publisher", "pages")
    )


def _teams(name: str, rows: int, rng: random.Random) -> Document:
    """Rows in groups; a row does not repeat the name of its group."""
    group = Column(("team",), "category", group=True)
    table = _table(
        rng,
        rows,
        "member",
        "members",
        "badge",
        values.code("B", 6),
        [
            (_column("name", "label"), values.person),
            (
                _column("shift", "category"),
                values.Weighted(rng, "early late night".split()),
            ),
            (_column("points", "integer"), _integer(0, 9_999)),
        ],
        "json_each(:doc, '$.teams') g, json_each(g.value, '$.members') r",
    )
    names = values.distinct(rng, 3 + min(9, rows // 12), values.word)
    # Every group has a member.
    homes = names + [rng.choice(names) for _ in range(rows - len(names))]
    homes.sort(key=names.index)
    for record, home in zip(table.records, homes):
        record["team"] = home
    value = {
        "teams": [
            {
                "team": one,
                "members": [
                    _lay_out(table.columns, record)
                    for record in table.records
                    if record["team"] == one
                ],
            }
            for one in names
        ]
    }
    made = Table(
        table.noun, table.plural, table.source, (*table.columns, group), table.records
    )
    return Document(name, "teams", rows, value, (made,), absent=("coach", "league"))


def _events(name: str, rows: int, rng: random.Random) -> Document:
    """Rows of several types with different members."""
    columns = (
        _column("id", "key"),
        _column("type", "category"),
        _column("at", "label"),
        _column("weight", "integer"),
        _column("data.sum", "optional"),
        _column("data.page", "optional"),
        _column("data.code", "optional"),
    )
    types = values.Weighted(rng, "payment view error".split())
    records: list[dict[str, Any]] = []
    for key in values.distinct(rng, rows, values.code("ev", 7)):
        kind = types(rng)
        records.append(
            {
                "id": key,
                "type": kind,
                "at": values.instant(rng),
                "weight": rng.randint(1, 50_000),
                "data.sum": rng.randint(1, 9_000) if kind == "payment" else MISSING,
                "data.page": f"/{values.word(rng)}/{values.word(rng)}"
                if kind == "view"
                else MISSING,
                "data.code": (None if rng.random() < 0.4 else rng.randint(100, 599))
                if kind == "error"
                else MISSING,
            }
        )
    table = Table("event", "events", _each("$.events"), columns, records)
    return Document(
        name,
        "events",
        rows,
        {"events": _rows(table)},
        (table,),
        absent=("actor", "session"),
    )


SHAPES: dict[str, Callable[[str, int, random.Random], Document]] = {
    "orders": _orders,
    "contacts": _contacts,
    "purchases": _purchases,
    "flags": _flags,
    "sensors": _sensors,
    "logs": _logs,
    "config": _config,
    "shop": _shop,
    "metrics": _metrics,
    "inventory": _inventory,
    "staff": _staff,
    "issues": _issues,
    "spans": _spans,
    "books": _books,
    "teams": _teams,
    "events": _events,
}
