# SPDX-License-Identifier: MIT
"""Worlds from a seed: a shop, a graph of services, a tree of files.

Nothing is periodic, ids are random, and what tasks look for exists exactly
once: extremes have no ties, and what is planted is planted for every region.
"""
from __future__ import annotations

import collections
import random

from pith_evals.agent.worlds.state import Entity, Relation, Row, State

SEEDS = (1, 2, 3)

FIRST_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gia", "Hugo", "Ines",
               "Jonas", "Kim", "Lena", "Milo", "Nora", "Oskar")
LAST_NAMES = ("Abel", "Brandt", "Costa", "Dietz", "Engel", "Falk", "Gruber",
              "Horvat", "Ivanov", "Jansen")
CITIES = ("Oslo", "Lima", "Pune", "Graz", "Kyiv", "Bonn", "Turin", "Porto")
COUNTRIES = ("Austria", "Chile", "India", "Kenya", "Norway")
SEGMENTS = ("private", "business", "public")
REGIONS = ("north", "south", "east", "west", "coast", "delta", "harbor", "hills",
           "inland", "lakes", "plains", "valley")
SERVICES = tuple(
    f"{word}-{end}" for word in ("auth", "cart", "mail", "search", "stock")
    for end in ("api", "cache", "jobs", "store", "web")
)
STATES = ("open", "paid", "sent", "lost")
LEVELS = ("info", "info", "info", "warn", "error")
THINGS = ("Desk", "Lamp", "Chair", "Shelf", "Stool", "Bench")
LOOKS = ("oak", "steel", "white", "grey", "birch", "black")

ORDERS = 1200
EVENTS = 2000


def shop(seed: int) -> State:
    """Six tables of 40 to 2,000 rows."""
    dice = random.Random(f"shop {seed}")
    suppliers = _suppliers(dice)
    products = _products(dice, suppliers)
    customers = _customers(dice)
    orders = _orders(dice, customers, products)
    _plant_one_over_the_limit(dice, customers, orders)
    return State(tables={
        "customers": customers, "suppliers": suppliers, "products": products,
        "orders": orders, "events": _events(dice), "notes": _notes(dice),
    })


def _ids(dice: random.Random, count: int, low: int, high: int) -> list[int]:
    return sorted(dice.sample(range(low, high), count))


def _cents(dice: random.Random, count: int, low: int, high: int) -> list[float]:
    """Amounts that differ from each other, in no order."""
    return [cents / 100 for cents in dice.sample(range(low * 100, high * 100), count)]


def _full_names(dice: random.Random, count: int) -> list[str]:
    every = [f"{first} {last}" for first in FIRST_NAMES for last in LAST_NAMES]
    return dice.sample(every, count)


def _suppliers(dice: random.Random) -> list[Row]:
    names = dice.sample([f"{last} {kind}" for last in LAST_NAMES
                         for kind in ("Works", "Trading", "Mills", "Group", "Sons")], 40)
    days = dice.sample(range(3, 90), 40)
    return [
        {"id": key, "name": name, "country": dice.choice(COUNTRIES), "lead_days": day}
        for key, name, day in zip(_ids(dice, 40, 100, 999), names, days)
    ]


def _products(dice: random.Random, suppliers: list[Row]) -> list[Row]:
    skus = dice.sample(range(1000, 9999), 60)
    prices = _cents(dice, 60, 5, 500)
    stocks = dice.sample(range(0, 240), 60)
    return [
        {"id": key, "sku": f"A-{sku}", "price": price, "stock": stock,
         "title": f"{dice.choice(THINGS)} {dice.choice(LOOKS)} {sku % 97}",
         "supplier_id": dice.choice(suppliers)["id"]}
        for key, sku, price, stock in zip(_ids(dice, 60, 1000, 9999), skus, prices, stocks)
    ]


def _customers(dice: random.Random) -> list[Row]:
    limits = dice.sample(range(2000, 9000), 90)
    return [
        {"id": key, "name": name, "city": dice.choice(CITIES),
         "segment": dice.choice(SEGMENTS), "credit_limit": limit}
        for key, name, limit in zip(
            _ids(dice, 90, 10000, 99999), _full_names(dice, 90), limits
        )
    ]


def _orders(
    dice: random.Random, customers: list[Row], products: list[Row]
) -> list[Row]:
    totals = _cents(dice, ORDERS, 50, 1900)
    used: set[tuple[str, int, int]] = set()
    rows: list[Row] = []
    for key, total in zip(_ids(dice, ORDERS, 100000, 999999), totals):
        while True:
            region = dice.choice(REGIONS)
            customer, product = dice.choice(customers)["id"], dice.choice(products)["id"]
            if (region, customer, product) not in used:
                break
        used.add((region, customer, product))
        rows.append({
            "id": key, "customer_id": customer, "product_id": product,
            "quantity": dice.randint(1, 12), "total": total,
            "status": dice.choice(STATES), "region": region,
            "placed_on": f"2026-{dice.randint(1, 10):02}-{dice.randint(1, 28):02}",
        })
    # In every region one customer has ordered one product twice.
    for region in REGIONS:
        first, second = dice.sample([row for row in rows if row["region"] == region], 2)
        second["customer_id"] = first["customer_id"]
        second["product_id"] = first["product_id"]
    return rows


def _plant_one_over_the_limit(
    dice: random.Random, customers: list[Row], orders: list[Row]
) -> None:
    """In every region one open order is above the limit of its customer."""
    owners = dice.sample(customers, len(REGIONS))
    low = dice.sample(range(20, 49), len(REGIONS))
    for owner, limit in zip(owners, low):
        owner["credit_limit"] = limit
        for order in orders:
            if order["customer_id"] == owner["id"] and order["status"] == "open":
                order["status"] = "paid"
    others = {one["id"] for one in owners}
    pairs = collections.Counter(map(_pair, orders))
    for region, owner in zip(REGIONS, owners):
        has = {row["product_id"] for row in orders
               if row["region"] == region and row["customer_id"] == owner["id"]}
        chosen = dice.choice([
            row for row in orders
            if row["region"] == region and row["customer_id"] not in others
            and row["product_id"] not in has and pairs[_pair(row)] == 1
        ])
        chosen["customer_id"], chosen["status"] = owner["id"], "open"


def _pair(row: Row) -> tuple[str, int, int]:
    return row["region"], row["customer_id"], row["product_id"]


def _events(dice: random.Random) -> list[Row]:
    moments = sorted(dice.sample(range(28 * 24 * 3600), EVENTS))
    codes = dice.sample(range(10000, 99999), EVENTS)
    speeds = dice.sample(range(1, 30000), EVENTS)
    return [
        {"id": key, "at": f"2026-10-{1 + moment // 86400:02}T{moment // 3600 % 24:02}:"
                          f"{moment // 60 % 60:02}:{moment % 60:02}Z",
         "service": dice.choice(SERVICES), "level": dice.choice(LEVELS),
         "milliseconds": speed, "code": f"E{code}"}
        for key, moment, speed, code in zip(
            _ids(dice, EVENTS, 100000, 999999), moments, speeds, codes
        )
    ]


def _notes(dice: random.Random) -> list[Row]:
    return [
        {"id": key, "subject": name, "author": dice.choice(FIRST_NAMES),
         "text": f"called on day {dice.randint(1, 300)}"}
        for key, name in enumerate(_full_names(dice, 50), 1)
    ]


KINDS = ("calls", "reads_from", "writes_to", "watches")


def graph(seed: int) -> State:
    """60 entities (25 services, 20 hosts, 15 people) and 150 relations.

    Every service runs on one host and is owned by one person. One host is
    without relations, two hosts have the same serial number, one relation of
    ownership points the wrong way, one service calls itself.
    """
    dice = random.Random(f"graph {seed}")
    hosts = [f"host-{number}" for number in dice.sample(range(100, 999), 20)]
    people = _full_names(dice, 15)
    ports = dice.sample(range(2000, 9999), len(SERVICES))
    serials = dice.sample(range(100000, 999999), len(hosts))
    entities = {
        name: Entity("service", [f"listens on port {port}",
                                 f"written in {dice.choice(('Go', 'Rust', 'C++'))}"])
        for name, port in zip(SERVICES, ports)
    }
    lonely, twin, other = dice.sample(hosts, 3)
    for host, serial in zip(hosts, serials):
        entities[host] = Entity("host", [f"serial {serial}",
                                         f"rack {dice.choice(CITIES)}-{dice.randint(1, 40)}"])
    serial_of = {host: entities[host].observations[0] for host in hosts}
    entities[other].observations[0] = serial_of[twin]
    for person in people:
        entities[person] = Entity("person", [f"desk {dice.randint(100, 999)}",
                                             f"phone {dice.randint(10000, 99999)}"])
    names = list(entities)
    dice.shuffle(names)
    return State(
        entities={name: entities[name] for name in names},
        relations=_relations(dice, hosts, people, lonely),
    )


def _relations(
    dice: random.Random, hosts: list[str], people: list[str], lonely: str
) -> list[Relation]:
    usable = [host for host in hosts if host != lonely]
    relations: list[Relation] = []
    # A host that most services run on, alone at the top; all others have some.
    busiest = dice.choice(usable)
    runs_on = [busiest] * 6 + [dice.choice([h for h in usable if h != busiest])
                               for _ in range(len(SERVICES) - 6)]
    while max(runs_on.count(host) for host in usable if host != busiest) > 4:
        runs_on = [busiest] * 6 + [dice.choice([h for h in usable if h != busiest])
                                   for _ in range(len(SERVICES) - 6)]
    dice.shuffle(runs_on)
    wrong = dice.choice(SERVICES)
    for service, host in zip(SERVICES, runs_on):
        relations.append((service, host, "runs_on"))
        owner = dice.choice(people)
        relations.append((owner, service, "owned_by") if service == wrong
                         else (service, owner, "owned_by"))
    for host in usable:
        relations.append((host, dice.choice(people), "tended_by"))
    own = dice.choice(SERVICES)
    relations.append((own, own, "calls"))
    # Twice the same pair with two words for it.
    pairs = [(a, b) for a in SERVICES for b in SERVICES if a != b]
    dice.shuffle(pairs)
    for start, end in pairs[:2]:
        relations += [(start, end, "calls"), (start, end, "uses")]
    for start, end in pairs[2:]:
        if len(relations) == 150:
            break
        relations.append((start, end, dice.choice(KINDS)))
    dice.shuffle(relations)
    return relations


def tree(seed: int) -> State:
    """200 files in four folders; names tell number, city and day."""
    dice = random.Random(f"tree {seed}")
    numbers = dice.sample(range(10000, 99999), 190)
    state = State(folders={"inbox", "archive", "reports", "misc"})

    def add(folder: str, number: int, city: str, day: int, end: str = "txt") -> None:
        lines = [f"number: {number}", f"owner: {dice.choice(FIRST_NAMES)}",
                 f"status: {dice.choice(('open', 'paid'))}",
                 *(f"item {dice.randint(100, 999999)}" for _ in range(dice.randint(1, 9)))]
        state.files[f"{folder}/inv-{number}-{city.lower()}-{day:03}.{end}"] = (
            "\n".join(lines) + "\n"
        )

    days = dice.sample(range(1, 366), 90)
    for number, day in zip(numbers[:88], days):
        add("inbox", number, dice.choice(CITIES), day)
    # One number came twice, one is in the archive already.
    add("inbox", numbers[0], dice.choice(CITIES), days[88])
    archived = dice.choice(numbers[90:150])
    add("inbox", archived, dice.choice(CITIES), days[89])
    for number in numbers[90:150]:
        add("archive", number, dice.choice(CITIES), dice.randint(1, 365))
    odd = dice.randrange(40)
    for place, number in enumerate(numbers[150:190]):
        add("reports", number, dice.choice(CITIES), dice.randint(1, 365),
            "txtt" if place == odd else "txt")
    missing = dice.choice(sorted(set(range(10000, 99999)) - set(numbers)))
    listed = [*dice.sample(numbers[1:88], 11), missing]
    dice.shuffle(listed)
    misc = {
        "index.txt": "\n".join(map(str, listed)) + "\n",
        "settings.json": '{\n  "port": %d,\n  "host": "localhost",\n  "retries": 3\n}\n'
                         % dice.randint(2000, 9000),
        "todo.txt": "".join(f"- {thing} {dice.randint(10, 99)}\n" for thing in
                            ("order", "count", "paint")),
        "log.txt": "opened\nclosed\n",
        "owners.csv": "city,owner\n" + "".join(
            f"{city},{dice.choice(FIRST_NAMES)}\n" for city in CITIES),
        "rates.txt": "".join(f"{country} {dice.randint(100, 999)}\n" for country in COUNTRIES),
        "a.txt": f"token {dice.randint(10**6, 10**7)}\n",
        "b.txt": "token unset\n",
        "request.txt": "",
        "readme.txt": "Invoices are named inv-NUMBER-CITY-DAY.\n",
    }
    state.files |= {f"misc/{name}": content for name, content in misc.items()}
    return state
