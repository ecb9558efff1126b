#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Speed of the Python package beside its peers (requirements-bench.txt), all in
one run. Times are processor time of the thread, the least of several rounds,
because a shared machine's clock proves nothing; with two threads, the clock.

usage: run.py [--megabytes N] [--rounds N] [--check]
  --check   fails when a figure is below what docs/python.md promises
"""

from __future__ import annotations

import argparse
import concurrent.futures
import pathlib
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import orjson
import pith

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
failed = False


def cpu(call: Callable[[], Any], rounds: int) -> float:
    best = float("inf")
    for _ in range(rounds):
        begin = time.thread_time()
        call()
        best = min(best, time.thread_time() - begin)
    return best


def clock(call: Callable[[], Any], rounds: int) -> float:
    best = float("inf")
    for _ in range(rounds):
        begin = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - begin)
    return best


def report(name: str, ratio: float, least: float | None) -> None:
    global failed
    promise = "" if least is None else f" (at least {least:g})"
    print(f"{name}: {ratio:.2f}{promise}")
    failed = failed or (least is not None and ratio < least)


def rows(count: int) -> list[dict[str, Any]]:
    r = random.Random(7)
    return [{
        "id": i,
        "name": f"customer {r.randrange(10**6)}",
        "email": f"user{i}@example.com",
        "active": r.random() < 0.5,
        "balance": round(r.random() * 10_000, 2),
        "city": r.choice(["Berlin", "Paris", "London", "New York"]),
        "orders": r.randrange(100),
        "note": None,
    } for i in range(count)]


def words(count: int, seed: int) -> str:
    """Text of which little repeats."""
    r = random.Random(seed)
    letters = "etaoinshrdlucmfwypvbgkjqxz"
    made = []
    for _ in range(count):
        length = r.randrange(3, 11)
        made.append("".join(r.choices(letters, range(26, 0, -1), k=length)))
    return " ".join(made)


def bench_objects(megabytes: float, rounds: int) -> None:
    data = rows(int(megabytes * 7000))
    size = len(orjson.dumps(data)) / 1e6
    ours = cpu(lambda: pith.encode(data), rounds)
    theirs = cpu(lambda: orjson.dumps(data), rounds)
    print(f"rows: {size:.1f} MB of JSON; encode {size / ours:.0f} MB/s, "
          f"orjson.dumps {size / theirs:.0f} MB/s")
    report("encode, of orjson.dumps", theirs / ours, 0.3)
    text = pith.encode(data)
    back = cpu(lambda: pith.decode(text, "gcf"), max(1, rounds // 2))
    packed = orjson.dumps(data)
    loads = cpu(lambda: orjson.loads(packed), max(1, rounds // 2))
    report("decode, of orjson.loads of the same rows", loads / back, None)
    # The peers in pure Python take minutes for all of it.
    part = data[:len(data) // 25]
    ours = cpu(lambda: pith.encode(part), rounds)
    import gcf
    encode_gcf = getattr(gcf, "encode_generic", None) or gcf.encode
    report("encode, of gcf-python", cpu(lambda: encode_gcf(part), 1) / ours,
           50)
    from toon_format import encode as encode_toon
    ours = cpu(lambda: pith.encode(part, "toon"), rounds)
    report("encode TOON, of toon-format",
           cpu(lambda: encode_toon(part), 1) / ours, 50)


def bench_tokens(rounds: int) -> None:
    tiktoken = offline_tiktoken()
    repeated = pith.encode(rows(3000), "json")
    prose = [path.read_text() for path in sorted(REPOSITORY.glob("docs/*.md"))]
    code = [path.read_text() for path in sorted(REPOSITORY.glob("src/**/*.cpp"))]
    strange = [words(4000, seed) for seed in range(rounds)]
    pith.count_tokens("warm")
    report("count, repeated text, of tiktoken",
           cpu(lambda: tiktoken.encode_ordinary(repeated), 2)
           / cpu(lambda: pith.count_tokens(repeated), rounds), 20)
    # Each text once: whoever counts it has seen only the others before.
    for name, texts, least in (("documentation", prose, 3), ("C++", code, 3),
                               ("invented words", strange, None)):
        theirs = sum(cpu(lambda: tiktoken.encode_ordinary(t), 1) for t in texts)
        ours = sum(cpu(lambda: pith.count_tokens(t), 1) for t in texts)
        report(f"count, {name} seen once, of tiktoken", theirs / ours, least)
    texts = [words(20_000, 100 + seed) for seed in range(32)]
    one = clock(lambda: pith.count_tokens(texts), 3)
    two = clock(lambda: pith.count_tokens(texts, threads=2), 3)
    report("count, two threads, of one", one / two, 1.7)
    halves = [texts[:16], texts[16:]]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        two = clock(lambda: list(pool.map(pith.count_tokens, halves)), 3)
    report("count, two threads of Python, of one", one / two, None)


def offline_tiktoken() -> Any:
    """tiktoken with the ranks that pith has: nothing is downloaded."""
    import tiktoken
    special = 200018
    ranks = {pith.decode_tokens([i]): i for i in range(199998)}
    pattern = "|".join([
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*"
        r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+"
        r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"\p{N}{1,3}", r" ?[^\s\p{L}\p{N}]+[\r\n/]*", r"\s*[\r\n]+",
        r"\s+(?!\S)", r"\s+"])
    made = tiktoken.Encoding("o200k_base", pat_str=pattern,
                             mergeable_ranks=ranks,
                             special_tokens={"<|endofprompt|>": special})
    sample = "the same tokens? {\"id\": 12345}\n\u00e9\u4e2d"
    assert made.encode_ordinary(sample) == pith.encode_tokens(sample)
    return made


def main() -> int:
    line = argparse.ArgumentParser()
    line.add_argument("--megabytes", type=float, default=25)
    line.add_argument("--rounds", type=int, default=7)
    line.add_argument("--check", action="store_true")
    given = line.parse_args()
    bench_objects(given.megabytes, given.rounds)
    bench_tokens(given.rounds)
    return 1 if failed and given.check else 0


if __name__ == "__main__":
    sys.exit(main())
