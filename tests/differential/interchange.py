#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""TOML and CSV against the readers of Python's standard library.

Random TOML texts must be accepted by both or by neither, and mean the same;
what our writers write must mean the same to them.

    interchange.py BINARY [--count N] [--seed S]
"""

import argparse
import csv
import datetime
import io
import json
import random
import subprocess
import sys
import tomllib

# Pieces that mean something, alone or together.
PIECES = """a|b|.|=| |[|]|[[|]]|{|}|,|1|"x"|'y'|\"\"\"|'''|0x1|1_0|1.5e3|-|+|_|e
|1979-05-27|T07:32:00|Z|\\u00e9|\\|true|:|#|07:32:00.5|00|inf""".replace(
    "\n", ""
).split("|") + ["\n", "\r\n", "\t", "|"]
# Statements that allow or forbid one another.
LINES = """a = 1|[a]|[a.b]|[a.b.c]|[[a]]|[[a.b]]|a.b = 1|b.c.d = 2|b.c.e = 2
|b = 1|c = 1|[b.c]|[b]|a = {b = 1}|a.c = {}|b = [{}]|[[b.c]]|[b.c.d]|c.d = 1
|[x]|a = {b.c = 1, b.d = 2}|a = [1, [2], {}]""".replace("\n", "").split("|")
STRINGS = """|a|yes|null|true|1|1.5|007|1e3|a b|a,b|"q"|'s'|#|=|x |{|[|\\|\xe9
|a.b|-|nan|1979-05-27|k=v|\U0001f600""".replace("\n", "").split("|") + [
    "x\ny", "\r", "\t", "\x00", "\x7f", "\ufeff", "|",
]


def random_text(draw):
    if draw.random() < 0.5:
        return "".join(draw.choices(PIECES, k=draw.randrange(1, 14)))
    return "".join(
        line + "\n" for line in draw.choices(LINES, k=draw.randrange(2, 7))
    )


def random_scalar(draw):
    kind = draw.randrange(4)
    if kind == 0:
        return draw.choice([0, -1, 255, 2**63 - 1, -(2**63)])
    if kind == 1:
        return draw.choice([0.5, -1.25, 1e300, 1e-7, 5e-324, 3.0])
    return draw.choice(STRINGS) if kind == 2 else draw.random() < 0.5


def random_value(draw, depth):
    kind = draw.randrange(4) if depth < 4 else 0
    if kind < 2:
        return random_scalar(draw)
    if kind == 2:
        return [random_value(draw, depth + 1) for _ in range(draw.randrange(4))]
    return random_table(draw, depth + 1)


def random_table(draw, depth=0):
    return {
        draw.choice(STRINGS): random_value(draw, depth)
        for _ in range(draw.randrange(5))
    }


def random_rows(draw):
    keys = draw.sample(STRINGS, draw.randrange(1, 5))
    return [
        {key: draw.choice([None, random_scalar(draw)]) for key in keys}
        for _ in range(draw.randrange(1, 4))
    ]


def ours(binary, form, direction, texts):
    given = b"".join(b"%d\n%s" % (len(text), text) for text in texts)
    made = subprocess.run(
        [binary, form, direction], input=given, capture_output=True, check=True
    ).stdout
    at = 0
    while at < len(made):
        after = made.index(b"\n", at) + 1
        at = after + int(made[at:after])
        yield made[after:at]


def comparable(value):
    """Dates are strings for us; how they are spelt is for the unit tests."""
    if isinstance(value, dict):
        return {key: comparable(each) for key, each in value.items()}
    if isinstance(value, list):
        return [comparable(each) for each in value]
    if isinstance(value, (datetime.date, datetime.time)):
        return "a time"
    if isinstance(value, str) and value[:1].isdigit() and (
        value[2:3] == ":" or value[4:5] == "-"
    ):
        return "a time"
    return value


def toml_reading(binary, draw, count):
    texts = [random_text(draw).encode() for _ in range(count)]
    accepted = 0
    for text, made in zip(texts, ours(binary, "toml", "read", texts)):
        try:
            theirs = comparable(tomllib.loads(text.decode()))
        except tomllib.TOMLDecodeError:
            theirs = None
        if made.startswith(b"!"):
            # What JSON's model does not have is ours to refuse.
            beyond = made in (b"!not_finite", b"!out_of_range")
            same = theirs is None or beyond
        else:
            accepted += 1
            same = theirs == comparable(json.loads(made))
        if not same:
            yield f"read {text!r}: {made!r}, not {theirs!r}"
    if accepted < count // 20:
        yield f"only {accepted} texts were accepted"


def toml_writing(binary, draw, count):
    values = [random_table(draw) for _ in range(count)]
    texts = [json.dumps(value).encode() for value in values]
    for value, made in zip(values, ours(binary, "toml", "write", texts)):
        if tomllib.loads(made.decode()) != value:
            yield f"wrote {value!r}: {made!r}"


def csv_writing(binary, draw, count):
    tables = [random_rows(draw) for _ in range(count)]
    texts = [json.dumps(rows).encode() for rows in tables]
    for rows, made in zip(tables, ours(binary, "csv", "write", texts)):
        cells = list(csv.reader(io.StringIO(made.decode(), newline="")))
        # An empty line is a row of one column, which Python does not say.
        cells = [row or [""] for row in cells]
        wanted = [list(rows[0])] + [list(row.values()) for row in rows]
        same = len(cells) == len(wanted) and all(
            len(a) == len(b) and all(map(same_cell, a, b))
            for a, b in zip(cells, wanted)
        )
        if not same:
            yield f"wrote {rows!r}: {made!r}"


def same_cell(text, value):
    if isinstance(value, str):
        return text == value
    return text == "" if value is None else json.loads(text) == value


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    draw = random.Random(given.seed)
    failures = 0
    for check in toml_reading, toml_writing, csv_writing:
        for words in check(given.binary, draw, given.count):
            print(f"{check.__name__}: {words}")
            failures += 1
    print(f"interchange: 3 times {given.count} texts, {failures} differences")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
