#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the static command against the same objects with shared libraries.

usage: compare.py STATIC DYNAMIC TINY_SERVER DATASETS [--pairs N]

It takes at most 5 % more instructions for encode and tokens, counted by
valgrind, and at most 10 % more CPU time, by the median of alternating runs.
"""
import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

INITIALIZE = (
    '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":'
    '"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n')
CALL = ('{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":'
        '{"name":"rows","arguments":{}}}\n')
CALLS = 2000


def count_instructions(words, text):
    """What valgrind counts while `words` read the file `text`."""
    with open(text, "rb") as stdin:
        done = subprocess.run(
            ["valgrind", "--tool=cachegrind", "--cache-sim=no",
             "--cachegrind-out-file=/dev/null", *words],
            stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            text=True, check=True)
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    return int(found[1].replace(",", ""))


def cpu_seconds(words, text):
    """User and system time of one run and of what it started."""
    with open(text, "rb") as stdin:
        child = subprocess.Popen(words, stdin=stdin, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"compare: {words} ended with {child.returncode}")
    return usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("static")
    parser.add_argument("dynamic")
    parser.add_argument("server")
    parser.add_argument("datasets", type=pathlib.Path)
    parser.add_argument("--pairs", type=int, default=20)
    args = parser.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        largest = max(args.datasets.glob("*.json"),
                      key=lambda path: path.stat().st_size)
        # Long enough that starting, where they differ, is not what is measured.
        many = folder / "many.json"
        many.write_bytes(b"[" + b",".join([largest.read_bytes()] * 20) + b"]")
        calls = folder / "calls"
        calls.write_text(INITIALIZE + "".join(CALL % i for i in
                                              range(1, CALLS + 1)))
        for name, words in (("encode", ["encode"]), ("tokens", ["tokens"])):
            ours = count_instructions([args.static, *words], many)
            theirs = count_instructions([args.dynamic, *words], many)
            change = ours / theirs - 1
            print(f"compare: {name}: {ours} instructions static, {theirs} "
                  f"dynamic, {change:+.2%}")
            failures += change > 0.05
        proxy = ["proxy", "--", args.server, "200"]
        for name, words, text in (("encode", ["encode"], many),
                                  ("tokens", ["tokens"], many),
                                  (f"{CALLS} calls", proxy, calls)):
            ratios = []
            for pair in range(args.pairs):
                both = [args.static, args.dynamic]
                order = both if pair % 2 == 0 else both[::-1]
                took = {p: cpu_seconds([p, *words], text) for p in order}
                ratios.append(took[args.static] / took[args.dynamic])
            change = statistics.median(ratios) - 1
            print(f"compare: {name}: CPU time {change:+.1%}, median of "
                  f"{args.pairs} pairs")
            failures += change > 0.10
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
