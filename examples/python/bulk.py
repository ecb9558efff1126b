# SPDX-License-Identifier: MIT
"""What the examples for DuckDB and Polars share: batches to files of GCF on all
cores, their tokens, and a report beside the engine's own JSON writer."""

from __future__ import annotations

import argparse
import concurrent.futures
import itertools
import os
import pathlib
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pith

MODEL = "o200k_base"
SAMPLE = 5  # batches at least, evenly spread


def in_order(work: Callable[[Any], Any], items: Iterable[Any],
             threads: int) -> Iterator[Any]:
    """work(item) of each, on threads; few items at once are in memory."""
    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        waiting: list[concurrent.futures.Future[Any]] = []
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) > 2 * threads:
                yield waiting.pop(0).result()
        for future in waiting:
            yield future.result()


def write_gcf(batches: Iterable[Any], folder: pathlib.Path,
              threads: int) -> list[tuple[pathlib.Path, int]]:
    """One payload and one file for each batch; returns the files, and how many
    rows each has. A batch is whatever has __arrow_c_stream__ and a length;
    encode_arrow reads and writes it without the GIL."""
    def write(numbered: tuple[int, Any]) -> tuple[pathlib.Path, int]:
        number, batch = numbered
        path = folder / f"{number:06}.gcf"
        path.write_bytes(pith.encode_arrow(batch).encode())
        return path, len(batch)
    return list(in_order(write, enumerate(batches), threads))


def count_files(files: Iterable[pathlib.Path], threads: int) -> list[int]:
    return list(in_order(
        lambda path: pith.count_tokens(path.read_bytes(), MODEL),
        files, threads))


def timed(call: Callable[[], Any]) -> tuple[Any, str]:
    """What it returns, and its seconds: by the clock, of the processors."""
    clock, cpu = time.perf_counter(), time.process_time()
    made = call()
    return made, (f"{time.perf_counter() - clock:8.2f} s, "
                  f"{time.process_time() - cpu:8.2f} s of processor time")


def compare(name: str, options: argparse.Namespace,
            batches: Callable[[], Iterable[Any]],
            write_json: Callable[[pathlib.Path], None],
            json_of_rows: Callable[[int, int], bytes]) -> None:
    """Runs both writers on the same rows and prints what they cost.
    json_of_rows(offset, length) is a part of what write_json writes."""
    threads, rows, folder = options.threads, options.rows, options.out
    print(f"{name}, {rows:,} rows, {threads} threads, {MODEL}")
    written, took = timed(lambda: write_gcf(batches(), folder, threads))
    files = [path for path, _ in written]
    size = sum(path.stat().st_size for path in files)
    print(f"GCF written    {took}, {size:,} bytes, {len(files)} files")
    counts, took = timed(lambda: count_files(files, threads))
    print(f"GCF counted    {took}, {sum(counts):,} tokens")
    lines = folder / "rows.ndjson"
    _, took = timed(lambda: write_json(lines))
    print(f"JSON written   {took}, {lines.stat().st_size:,} bytes")

    starts = list(itertools.accumulate((n for _, n in written), initial=0))
    assert starts[-1] == rows
    sampled = range(0, len(files), max(1, len(files) // SAMPLE))
    texts = [json_of_rows(starts[i], written[i][1]) for i in sampled]
    json_tokens = sum(pith.count_tokens(texts, MODEL, threads=threads))
    gcf_tokens = sum(counts[i] for i in sampled)
    in_sample = sum(written[i][1] for i in sampled)
    print(f"{in_sample:,} rows of the sample, exactly: "
          f"GCF {gcf_tokens:,} tokens, JSON {json_tokens:,} tokens "
          f"({gcf_tokens / json_tokens - 1:+.1%})")


def main(description: str, run: Callable[[argparse.Namespace], None]) -> None:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    # DuckDB never joins its row groups, which have 122,880 rows, in one batch.
    parser.add_argument("--batch", type=int, default=122_880, metavar="ROWS",
                        help="rows of one payload at most, a multiple of 2048")
    parser.add_argument("--out", type=pathlib.Path, metavar="FOLDER",
                        help="keeps the files; otherwise they are deleted")
    options = parser.parse_args()
    if options.rows < 1 or options.threads < 1:
        parser.error("--rows and --threads must be at least 1")
    if options.batch < 1 or options.batch % 2048 != 0:
        parser.error("--batch must be a multiple of 2048")
    with tempfile.TemporaryDirectory(prefix="pith-bulk-") as temporary:
        options.out = options.out or pathlib.Path(temporary)
        options.out.mkdir(parents=True, exist_ok=True)
        run(options)
