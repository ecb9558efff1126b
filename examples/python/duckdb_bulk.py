#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rows of DuckDB as files of GCF, with their tokens, beside DuckDB's JSON."""

from __future__ import annotations

import argparse
import pathlib

import bulk
import duckdb

# Whatever selects rows: read_parquet('...'), a table, a join.
ROWS = """
select range as id,
       'customer ' || (range * 7919 % 1000003) as name,
       'user' || range || '@example.com' as email,
       ['Berlin', 'Paris', 'London', 'New York'][range % 4 + 1] as city,
       (range * 104729 % 1000000) / 100.0::double as balance,
       range % 3 = 0 as active,
       case when range % 5 != 0 then range * 31 % 97 end as orders
from range({rows})
"""


def run(options: argparse.Namespace) -> None:
    connection = duckdb.connect()
    connection.execute(f"set threads = {options.threads}")
    connection.execute("create table rows as"
                       + ROWS.format(rows=options.rows))

    def write_json(path: pathlib.Path, part: str = "") -> None:
        name = str(path).replace("'", "''")
        connection.execute(
            f"copy (from rows {part}) to '{name}' (format json)")

    def json_of_rows(offset: int, length: int) -> bytes:
        path = options.out / "sample.ndjson"
        write_json(path, f"limit {length} offset {offset}")
        return path.read_bytes()

    bulk.compare(
        f"DuckDB {duckdb.__version__}", options,
        lambda: connection.sql("from rows").to_arrow_reader(options.batch),
        write_json, json_of_rows)


if __name__ == "__main__":
    bulk.main(__doc__, run)
