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
import os
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


def texts_once() -> dict[str, list[str]]:
    """Texts of several kinds, each to be counted once: whoever counts one has
    seen only those before it."""
    def read(pattern: str, under: pathlib.Path = REPOSITORY) -> list[str]:
        return [path.read_text() for path in sorted(under.glob(pattern))]

    shared = pathlib.Path(os.environ.get("PITH_SHARED_DIR",
                                         REPOSITORY.parent / "shared"))
    made = {
        "documentation": read("docs/*.md"),
        "C++": read("src/**/*.cpp"),
        "headers": read("src/**/*.hpp"),
        "Python": read("python/**/*.py") + read("tools/*.py"),
        "JSON data sets": read("datasets/*.json", shared),
        "test data": read("testdata/**/*.json"),
        "invented words": [words(4000, seed) for seed in range(7)],
    }
    return {name: texts for name, texts in made.items() if texts}


#: What is surely reached on text that is counted once, of each peer.
LEAST_ONCE = {
    "tiktoken": {"documentation": 5.0, "C++": 6.0, "JSON data sets": 8.0},
    "tokenizers": {"documentation": 12.0, "C++": 12.0, "JSON data sets": 12.0},
}


def bench_tokens(rounds: int) -> None:
    ranks = {pith.decode_tokens([i]): i for i in range(199998)}
    tiktoken = offline_tiktoken(ranks)
    tokenizers = offline_tokenizers(ranks)
    peers: dict[str, Callable[[str], int]] = {
        "tiktoken": lambda text: len(tiktoken.encode_ordinary(text)),
        "tokenizers": lambda text: len(
            tokenizers.encode(text, add_special_tokens=False).ids),
    }
    repeated = pith.encode(rows(3000), "json")
    pith.count_tokens("warm")
    # Each text once, before anything else: no cache has seen it.
    for name, texts in texts_once().items():
        counts: list[int] = []
        ours = sum(cpu(lambda: counts.append(pith.count_tokens(t)), 1)
                   for t in texts)
        size = sum(len(t.encode()) for t in texts) / 1e6
        print(f"{name}: {size:.2f} MB, {size / ours:.0f} MB/s")
        for peer, count in peers.items():
            theirs_counts: list[int] = []
            theirs = sum(cpu(lambda: theirs_counts.append(count(t)), 1)
                         for t in texts)
            assert theirs_counts == counts, f"{peer} counts {name} otherwise"
            report(f"count, {name} seen once, of {peer}", theirs / ours,
                   LEAST_ONCE[peer].get(name))
    ours = cpu(lambda: pith.count_tokens(repeated), rounds)
    for peer, count in peers.items():
        assert count(repeated) == pith.count_tokens(repeated)
        report(f"count, repeated text, of {peer}",
               cpu(lambda: count(repeated), 2) / ours, 20)
    texts = [words(20_000, 100 + seed) for seed in range(32)]
    one = clock(lambda: pith.count_tokens(texts), 3)
    two = clock(lambda: pith.count_tokens(texts, threads=2), 3)
    report("count, two threads, of one", one / two, 1.7)
    halves = [texts[:16], texts[16:]]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        two = clock(lambda: list(pool.map(pith.count_tokens, halves)), 3)
    report("count, two threads of Python, of one", one / two, None)


PATTERN = "|".join([
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*"
    r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+"
    r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"\p{N}{1,3}", r" ?[^\s\p{L}\p{N}]+[\r\n/]*", r"\s*[\r\n]+",
    r"\s+(?!\S)", r"\s+"])


def offline_tiktoken(ranks: dict[bytes, int]) -> Any:
    """tiktoken with the ranks that pith has: nothing is downloaded."""
    import tiktoken
    return tiktoken.Encoding("o200k_base", pat_str=PATTERN,
                             mergeable_ranks=ranks,
                             special_tokens={"<|endofprompt|>": 200018})


def offline_tokenizers(ranks: dict[bytes, int]) -> Any:
    """The same encoding for tokenizers. Its merges are all pairs of tokens that
    make a token, by the rank of that token."""
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    letters = {byte: chr(byte) for byte in printable}
    letters |= {byte: chr(256 + i) for i, byte in enumerate(others)}

    def spell(token: bytes) -> str:
        return "".join(letters[byte] for byte in token)

    merges = [(spell(token[:cut]), spell(token[cut:]))
              for token in sorted(ranks, key=lambda t: ranks[t])
              for cut in range(1, len(token))
              if token[:cut] in ranks and token[cut:] in ranks]
    made = Tokenizer(models.BPE(
        vocab={spell(token): rank for token, rank in ranks.items()},
        merges=merges, ignore_merges=True))
    made.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(PATTERN), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
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
