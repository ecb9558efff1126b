#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Asks 60 questions about kept results of 1,000, 10,000 and 100,000 rows, and
computes every answer itself, from the same JSON and without SQL.

usage: asking.py ASKING_ANSWERS [--scratch DIRECTORY] [--table]

--table prints what each exchange costs: tokens of what the model sees of the
result, of the question and of the answer, against the whole result in GCF and
in JSON.
"""

import argparse
import collections
import json
import math
import pathlib
import subprocess
import sys
import tempfile

CITIES = ["Berlin", "K\u00f6ln", "Paris", "Lyon", "Oslo", "Bergen", "Rome", "Turin"]
STATUSES = ["new", "paid", "shipped", "returned"]
LEVELS = ["debug", "info", "warn", "error"]
SERVICES = ["auth", "billing", "cart", "mail", "search"]
WORDS = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"]


class Dice:
    """The same numbers everywhere: a linear congruential generator."""

    def __init__(self, seed):
        self.state = seed

    def roll(self, sides):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % sides

    def pick(self, of):
        return of[self.roll(len(of))]


def make_orders(count):
    dice = Dice(1)
    orders = []
    for i in range(1, count + 1):
        orders.append({
            "id": i,
            "customer": {
                "name": f"{dice.pick(WORDS)} {dice.pick(WORDS)}",
                "city": dice.pick(CITIES),
            },
            "status": dice.pick(STATUSES),
            "total": dice.roll(40000) / 4,
            "paid": dice.roll(3) > 0,
            "created_at": f"2026-{dice.roll(12) + 1:02}-{dice.roll(28) + 1:02}",
            "note": None if dice.roll(4) else dice.pick(WORDS),
            "tags": [dice.pick(WORDS) for _ in range(dice.roll(3))],
            "items": [
                {"sku": f"S{dice.roll(50):03}", "qty": dice.roll(9) + 1,
                 "price": dice.roll(4000) / 4}
                for _ in range(dice.roll(4) + 1)
            ],
        })
    return {"total": count, "currency": "EUR", "orders": orders}


def make_people(count):
    dice = Dice(2)
    people = []
    for i in range(count):
        name = f"{dice.pick(WORDS)}.{dice.pick(WORDS)}{dice.roll(1000)}"
        people.append({
            "id": 1000 + i,
            "name": name,
            "email": f"{name}@example.{dice.pick(['com', 'org', 'net'])}",
            "city": dice.pick(CITIES),
            "age": None if dice.roll(10) == 0 else 18 + dice.roll(70),
            "score": dice.roll(1000) / 8,
            "active": dice.roll(2) == 1,
            "code": f"{dice.roll(1000):03}",
        })
    return people


def make_events(count):
    dice = Dice(3)
    events = []
    for i in range(count):
        events.append({
            "seq": i,
            "at": f"2026-11-{1 + i * 28 // count:02}T{dice.roll(24):02}:"
                  f"{dice.roll(60):02}:00Z",
            "level": LEVELS[min(3, dice.roll(100) // 30)],
            "service": dice.pick(SERVICES),
            "ms": dice.roll(5000),
            "message": f"{dice.pick(WORDS)} {dice.pick(WORDS)} "
                       f"{dice.roll(100000)}",
        })
    return {"data": {"events": events, "complete": True}}


def total(values):
    values = [v for v in values if v is not None]
    return sum(values) if values else None


def mean(values):
    values = [v for v in values if v is not None]
    return sum(values) / len(values) if values else None


def grouped(rows, key):
    groups = collections.defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return sorted(groups.items())


def lower(text):
    """As SQL folds it: ASCII alone."""
    return "".join(c.lower() if c.isascii() else c for c in text)


def order_questions(data):
    o = data["orders"]
    items = [(order, item) for order in o for item in order["items"]]

    yield "count", "SELECT count(*) AS n FROM t", [[len(o)]]
    yield ("count", "SELECT count(*) AS n FROM t_items", [[len(items)]])
    yield ("filter", "SELECT count(*) AS n FROM t WHERE status = 'paid' AND total > 5000",
           [[sum(r["status"] == "paid" and r["total"] > 5000 for r in o)]])
    yield ("filter", "SELECT id FROM t WHERE customer_city = 'Oslo' AND NOT paid ORDER BY id",
           [[r["id"]] for r in o if r["customer"]["city"] == "Oslo" and not r["paid"]])
    yield ("sum", "SELECT sum(total) AS s FROM t WHERE paid",
           [[total(r["total"] for r in o if r["paid"])]])
    yield ("sum", "SELECT avg(total) AS a, min(total) AS lo, max(total) AS hi FROM t",
           [[mean(r["total"] for r in o), min(r["total"] for r in o),
             max(r["total"] for r in o)]])
    yield ("group", "SELECT status, count(*) AS n, sum(total) AS s FROM t GROUP BY status ORDER BY status",
           [[k, len(g), total(r["total"] for r in g)]
            for k, g in grouped(o, lambda r: r["status"])])
    yield ("group", "SELECT substr(created_at, 1, 7) AS month, count(*) AS n FROM t GROUP BY month ORDER BY month",
           [[k, len(g)] for k, g in grouped(o, lambda r: r["created_at"][:7])])
    yield ("top", "SELECT id, total FROM t ORDER BY total DESC, id LIMIT 5",
           [[r["id"], r["total"]]
            for r in sorted(o, key=lambda r: (-r["total"], r["id"]))[:5]])
    yield ("top", "SELECT customer_city AS city, sum(total) AS s FROM t GROUP BY city ORDER BY s DESC LIMIT 3",
           sorted(([k, total(r["total"] for r in g)]
                   for k, g in grouped(o, lambda r: r["customer"]["city"])),
                  key=lambda r: -r[1])[:3])
    yield ("distinct", "SELECT DISTINCT customer_city AS c FROM t ORDER BY c",
           [[c] for c in sorted({r["customer"]["city"] for r in o})])
    yield ("distinct", "SELECT count(DISTINCT customer_name) AS n FROM t",
           [[len({r["customer"]["name"] for r in o})]])
    yield ("join", "SELECT t.status, sum(i.qty) AS q FROM t_items i JOIN t ON t._row = i._parent GROUP BY t.status ORDER BY t.status",
           [[k, sum(i["qty"] for _, i in g)]
            for k, g in grouped(items, lambda p: p[0]["status"])])
    yield ("join", "SELECT t.id, count(*) AS n, sum(i.qty * i.price) AS worth FROM t JOIN t_items i ON i._parent = t._row GROUP BY t.id ORDER BY worth DESC, t.id LIMIT 4",
           sorted(([r["id"], len(r["items"]),
                    sum(i["qty"] * i["price"] for i in r["items"])] for r in o),
                  key=lambda r: (-r[2], r[0]))[:4])
    yield ("join", "SELECT count(*) AS n FROM t WHERE EXISTS (SELECT 1 FROM t_items i WHERE i._parent = t._row AND i.sku = 'S007')",
           [[sum(any(i["sku"] == "S007" for i in r["items"]) for r in o)]])
    yield ("join", "SELECT i.sku, count(DISTINCT i._parent) AS n FROM t_items i GROUP BY i.sku ORDER BY n DESC, i.sku LIMIT 5",
           sorted(([k, len({id(p[0]) for p in g})]
                   for k, g in grouped(items, lambda p: p[1]["sku"])),
                  key=lambda r: (-r[1], r[0]))[:5])
    yield ("text", "SELECT count(*) AS n FROM t WHERE customer_name LIKE 'gam%'",
           [[sum(r["customer"]["name"].startswith("gam") for r in o)]])
    yield ("text", "SELECT count(*) AS n FROM t, json_each(t.tags) WHERE value = 'zeta'",
           [[sum(r["tags"].count("zeta") for r in o)]])
    yield ("filter", "SELECT count(*) AS n FROM t WHERE note IS NULL",
           [[sum(r["note"] is None for r in o)]])
    yield ("sum", "SELECT (SELECT total FROM t_beside) - count(*) AS d, (SELECT currency FROM t_beside) AS c FROM t",
           [[data["total"] - len(o), "EUR"]])


def people_questions(people):
    p = people
    yield "count", "SELECT count(*) AS n FROM t", [[len(p)]]
    yield ("count", "SELECT count(age) AS n FROM t",
           [[sum(r["age"] is not None for r in p)]])
    yield ("count", "SELECT count(*) AS n FROM t WHERE active",
           [[sum(r["active"] for r in p)]])
    yield ("filter", "SELECT count(*) AS n FROM t WHERE age BETWEEN 30 AND 39 AND city IN ('Paris', 'Rome')",
           [[sum(r["age"] is not None and 30 <= r["age"] <= 39
                 and r["city"] in ("Paris", "Rome") for r in p)]])
    yield ("filter", "SELECT name, age FROM t WHERE age = 87 AND city = 'K\u00f6ln' ORDER BY id",
           [[r["name"], r["age"]] for r in p if r["age"] == 87 and r["city"] == "K\u00f6ln"])
    yield ("filter", "SELECT id FROM t WHERE code = '007' ORDER BY id",
           [[r["id"]] for r in p if r["code"] == "007"])
    yield ("filter", "SELECT count(*) AS n FROM t WHERE age IS NULL AND NOT active",
           [[sum(r["age"] is None and not r["active"] for r in p)]])
    yield ("sum", "SELECT sum(score) AS s FROM t", [[total(r["score"] for r in p)]])
    yield ("sum", "SELECT avg(age) AS a FROM t WHERE city = 'Lyon'",
           [[mean(r["age"] for r in p if r["city"] == "Lyon")]])
    yield ("sum", "SELECT sum(CASE WHEN active THEN score ELSE -score END) AS s FROM t",
           [[total(r["score"] if r["active"] else -r["score"] for r in p)]])
    yield ("group", "SELECT city, count(*) AS n, avg(score) AS a FROM t GROUP BY city ORDER BY city",
           [[k, len(g), mean(r["score"] for r in g)]
            for k, g in grouped(p, lambda r: r["city"])])
    yield ("group", "SELECT age / 10 * 10 AS decade, count(*) AS n FROM t WHERE age IS NOT NULL GROUP BY decade ORDER BY decade",
           [[k, len(g)] for k, g in grouped([r for r in p if r["age"] is not None],
                                            lambda r: r["age"] // 10 * 10)])
    yield ("group", "SELECT city FROM t GROUP BY city HAVING count(*) > 1250 ORDER BY city",
           [[k] for k, g in grouped(p, lambda r: r["city"]) if len(g) > 1250])
    yield ("top", "SELECT id, score FROM t ORDER BY score DESC, id LIMIT 10",
           [[r["id"], r["score"]]
            for r in sorted(p, key=lambda r: (-r["score"], r["id"]))[:10]])
    yield ("top", "SELECT city, name, score FROM (SELECT *, row_number() OVER (PARTITION BY city ORDER BY score DESC, id) AS place FROM t) WHERE place = 1 ORDER BY city",
           [[k, best["name"], best["score"]] for k, best in
            ((k, min(g, key=lambda r: (-r["score"], r["id"])))
             for k, g in grouped(p, lambda r: r["city"]))])
    yield ("distinct", "SELECT count(DISTINCT city) AS c, count(DISTINCT age) AS a, count(DISTINCT email) AS e FROM t",
           [[len({r["city"] for r in p}),
             len({r["age"] for r in p} - {None}), len({r["email"] for r in p})]])
    yield ("distinct", "SELECT name, count(*) AS n FROM t GROUP BY name HAVING n > 2 ORDER BY n DESC, name LIMIT 8",
           sorted(([k, len(g)] for k, g in grouped(p, lambda r: r["name"])
                   if len(g) > 2), key=lambda r: (-r[1], r[0]))[:8])
    yield ("text", "SELECT count(*) AS n FROM t WHERE email LIKE '%.ORG'",
           [[sum(lower(r["email"]).endswith(".org") for r in p)]])
    yield ("text", "SELECT count(*) AS n FROM t WHERE instr(name, 'eta.') > 0",
           [[sum("eta." in r["name"] for r in p)]])
    yield ("text", "SELECT count(*) AS n FROM t WHERE name GLOB '*[0-9][0-9]5'",
           [[sum(r["name"][-1] == "5" and r["name"][-3:].isdigit() for r in p)]])


def event_questions(data):
    e = data["data"]["events"]
    yield "count", "SELECT count(*) AS n FROM t", [[len(e)]]
    yield ("count", "SELECT count(*) AS n FROM t WHERE level = 'error'",
           [[sum(r["level"] == "error" for r in e)]])
    yield ("filter", "SELECT count(*) AS n FROM t WHERE service = 'mail' AND ms > 4000",
           [[sum(r["service"] == "mail" and r["ms"] > 4000 for r in e)]])
    yield ("filter", "SELECT seq FROM t WHERE service = 'auth' AND ms = 4999 ORDER BY seq",
           [[r["seq"]] for r in e if r["service"] == "auth" and r["ms"] == 4999])
    yield ("filter", "SELECT at, message FROM t WHERE seq = 77777",
           [[e[77777]["at"], e[77777]["message"]]])
    yield ("filter", "SELECT count(*) AS n FROM t WHERE at >= '2026-11-10' AND at < '2026-11-12'",
           [[sum("2026-11-10" <= r["at"] < "2026-11-12" for r in e)]])
    yield "sum", "SELECT sum(ms) AS s FROM t", [[sum(r["ms"] for r in e)]]
    yield ("sum", "SELECT avg(ms) AS a FROM t WHERE level = 'warn'",
           [[mean(r["ms"] for r in e if r["level"] == "warn")]])
    yield ("sum", "SELECT min(ms) AS lo, max(ms) AS hi, max(at) AS last FROM t WHERE service = 'cart'",
           [[min(r["ms"] for r in e if r["service"] == "cart"),
             max(r["ms"] for r in e if r["service"] == "cart"),
             max(r["at"] for r in e if r["service"] == "cart")]])
    yield ("group", "SELECT level, count(*) AS n FROM t GROUP BY level ORDER BY level",
           [[k, len(g)] for k, g in grouped(e, lambda r: r["level"])])
    yield ("group", "SELECT service, level, count(*) AS n, sum(ms) AS s FROM t GROUP BY service, level ORDER BY service, level",
           [[k[0], k[1], len(g), sum(r["ms"] for r in g)]
            for k, g in grouped(e, lambda r: (r["service"], r["level"]))])
    yield ("group", "SELECT substr(at, 1, 10) AS day, count(*) AS n FROM t WHERE level = 'error' GROUP BY day ORDER BY day",
           [[k, len(g)] for k, g in grouped([r for r in e if r["level"] == "error"],
                                            lambda r: r["at"][:10])])
    yield ("group", "SELECT CAST(substr(at, 12, 2) AS INTEGER) AS hour, count(*) AS n FROM t GROUP BY hour ORDER BY n DESC, hour LIMIT 3",
           sorted(([k, len(g)] for k, g in grouped(e, lambda r: int(r["at"][11:13]))),
                  key=lambda r: (-r[1], r[0]))[:3])
    yield ("top", "SELECT seq, ms FROM t ORDER BY ms DESC, seq LIMIT 10",
           [[r["seq"], r["ms"]]
            for r in sorted(e, key=lambda r: (-r["ms"], r["seq"]))[:10]])
    yield ("top", "SELECT service, max(ms) AS m FROM t WHERE level = 'error' GROUP BY service ORDER BY m DESC, service",
           sorted(([k, max(r["ms"] for r in g)] for k, g in
                   grouped([r for r in e if r["level"] == "error"],
                           lambda r: r["service"])), key=lambda r: (-r[1], r[0])))
    yield ("distinct", "SELECT count(DISTINCT ms) AS n FROM t",
           [[len({r["ms"] for r in e})]])
    yield ("distinct", "SELECT DISTINCT service FROM t ORDER BY service",
           [[s] for s in sorted({r["service"] for r in e})])
    yield ("text", "SELECT count(*) AS n FROM t WHERE message LIKE '%beta gamma%'",
           [[sum("beta gamma" in r["message"] for r in e)]])
    yield ("text", "SELECT seq, message FROM t WHERE message LIKE 'zeta % 4242_' ORDER BY seq LIMIT 20",
           [[r["seq"], r["message"]] for r in e
            if r["message"].startswith("zeta ") and " 4242" in r["message"]
            and len(r["message"].split()[-1]) == 5][:20])
    yield ("join", "SELECT count(*) AS n FROM t a JOIN t b ON b.seq = a.seq + 1 WHERE a.level = 'error' AND b.level = 'error'",
           [[sum(a["level"] == "error" and b["level"] == "error"
                 for a, b in zip(e, e[1:]))]])


def is_same(a, b):
    if isinstance(a, bool) or isinstance(b, bool):
        return int(a) == b
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return a == b or math.isclose(a, b, rel_tol=1e-12)
    return a == b


def are_same(truth, rows):
    got = [list(row.values()) for row in rows]
    return len(truth) == len(got) and all(
        len(a) == len(b) and all(map(is_same, a, b)) for a, b in zip(truth, got)
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--scratch", type=pathlib.Path)
    parser.add_argument("--table", action="store_true")
    words = parser.parse_args()
    scratch = words.scratch or pathlib.Path(tempfile.mkdtemp())
    scratch.mkdir(parents=True, exist_ok=True)
    failed = asked = 0
    for name, data, questions in (
        ("orders", make_orders(1000), order_questions),
        ("people", make_people(10000), people_questions),
        ("events", make_events(100000), event_questions),
    ):
        path = scratch / f"{name}.json"
        path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
        # The program and this one read the same bytes.
        data = json.loads(path.read_text(encoding="utf-8"))
        listed = list(questions(data))
        run = subprocess.run(
            [words.program, str(path)], text=True, stdout=subprocess.PIPE,
            input="".join(sql + "\n" for _, sql, _ in listed), check=False,
        )
        if run.returncode != 0:
            sys.exit(f"{words.program} ended with {run.returncode}")
        lines = [json.loads(line) for line in run.stdout.splitlines()]
        about, answers = lines[0], lines[1:]
        if len(answers) != len(listed):
            sys.exit(f"{name}: {len(listed)} questions, {len(answers)} answers")
        tokens = []
        for (kind, sql, truth), answer in zip(listed, answers):
            asked += 1
            tokens.append(answer["tokens"])
            if "error" in answer or not are_same(truth, answer["rows"]):
                failed += 1
                print(f"{name}: {kind}: {sql}\n  expected {truth}\n"
                      f"  got      {answer.get('error', answer.get('rows'))}")
        if words.table:
            once = about["shown_tokens"]
            tokens.sort()
            print(f"{name}: shape and rows {once}; a question with its answer "
                  f"{tokens[0]} to {tokens[-1]}, median "
                  f"{tokens[len(tokens) // 2]}; all {len(tokens)}: "
                  f"{once + sum(tokens)}; the result in GCF "
                  f"{about['gcf_tokens']}, in JSON {about['json_tokens']}")
    print(f"{asked} questions, {failed} wrong")
    sys.exit(1 if failed or asked < 60 else 0)


if __name__ == "__main__":
    main()
