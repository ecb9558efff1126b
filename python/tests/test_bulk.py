# SPDX-License-Identifier: MIT
"""The examples for bulk users: what they write holds the rows, in order."""

from __future__ import annotations

import json
import pathlib
import re
import subprocess
import sys
from typing import Any

import pith
import pytest
from conftest import REPOSITORY

ROWS = 20_000
BATCH = 4096


def expected() -> list[dict[str, Any]]:
    return [{
        "id": i,
        "name": f"customer {i * 7919 % 1000003}",
        "email": f"user{i}@example.com",
        "city": ["Berlin", "Paris", "London", "New York"][i % 4],
        "balance": i * 104729 % 1000000 / 100,
        "active": i % 3 == 0,
        "orders": i * 31 % 97 if i % 5 != 0 else None,
    } for i in range(ROWS)]


def run(engine: str, out: pathlib.Path, rows: int,
        batch: int) -> tuple[list[bytes], bytes]:
    """The files of GCF and the JSON. The sample is everything here, so that its
    figures must be those of the files."""
    done = subprocess.run(
        [sys.executable, REPOSITORY / f"examples/python/{engine}_bulk.py",
         "--rows", str(rows), "--threads", "2", "--batch", str(batch),
         "--out", out], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    texts = [path.read_bytes() for path in sorted(out.glob("*.gcf"))]
    lines = (out / "rows.ndjson").read_bytes()
    printed = [int(number.replace(",", "")) for number
               in re.findall(r"([\d,]+) (?:bytes|tokens)", done.stdout)]
    tokens = sum(pith.count_tokens(texts))
    assert printed == [sum(map(len, texts)), tokens, len(lines), tokens,
                       pith.count_tokens(lines)]
    return texts, lines


@pytest.mark.parametrize("engine", ["duckdb", "polars"])
def test_example(engine: str, tmp_path: pathlib.Path) -> None:
    pytest.importorskip(engine)
    pa = pytest.importorskip("pyarrow")
    texts, lines = run(engine, tmp_path / "it's", ROWS, BATCH)
    assert len(texts) == -(-ROWS // BATCH)
    rows = expected()
    assert [row for text in texts for row in pith.decode(text)] == rows
    tables = [pa.table(pith.decode_arrow(text)) for text in texts]
    assert pa.concat_tables(tables).to_pylist() == rows
    assert [json.loads(line) for line in lines.splitlines()] == rows


def test_short_batches(tmp_path: pathlib.Path) -> None:
    """DuckDB cuts a batch where a row group ends."""
    pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    texts, _ = run("duckdb", tmp_path, 125_000, 102_400)
    assert [len(pith.decode_arrow(text)) for text in texts] \
        == [102_400, 20_480, 2_120]


@pytest.mark.parametrize("wrong", [["--rows", "0"], ["--threads", "0"],
                                   ["--batch", "1000"]])
def test_wrong_argument(wrong: list[str]) -> None:
    done = subprocess.run(  # before it imports its engine, which takes long
        [sys.executable, REPOSITORY / "examples/python/polars_bulk.py", *wrong],
        capture_output=True, text=True, timeout=300)
    assert done.returncode == 2 and "must be" in done.stderr
