#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rows of Polars as files of GCF, with their tokens, beside Polars' JSON."""

from __future__ import annotations

import argparse
import io
import os

import bulk


def run(options: argparse.Namespace) -> None:
    # Polars reads this once, when it is imported.
    os.environ["POLARS_MAX_THREADS"] = str(options.threads)
    import polars

    # Whatever makes a frame: scan_parquet(...).collect(), a join.
    n = polars.col("id")
    cities = polars.Series(["Berlin", "Paris", "London", "New York"])
    frame = polars.select(
        id=polars.int_range(options.rows, dtype=polars.Int64)
    ).select(
        n,
        name=polars.format("customer {}", n * 7919 % 1000003),
        email=polars.format("user{}@example.com", n),
        city=polars.lit(cities).gather(n % 4),
        balance=(n * 104729 % 1000000 / 100.0).round(2),
        active=n % 3 == 0,
        orders=polars.when(n % 5 != 0).then(n * 31 % 97),
    )

    def json_of_rows(offset: int, length: int) -> bytes:
        text = io.BytesIO()
        frame.slice(offset, length).write_ndjson(text)
        return text.getvalue()

    bulk.compare(
        f"Polars {polars.__version__}", options,
        lambda: frame.iter_slices(options.batch),
        frame.write_ndjson, json_of_rows)


if __name__ == "__main__":
    bulk.main(__doc__, run)
