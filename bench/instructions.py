#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Instructions per byte of JSON, counted by valgrind, and their baselines.

Counts are exact, unlike times, so a change of two per cent is a change of the
program. Each figure is the difference of two runs with different repeat
counts: start-up and set-up drop out. The hash of keys is seeded anew in every
process, which moves the counts by some tenths of a per cent; the median of
three differences is taken, unless --check finds the first one clear of the
limit. They hold for one compiler and one kernel of simdjson; elsewhere they are
printed and nothing is compared.

    instructions.py BINARY             print the table
    instructions.py BINARY --check     compare with instructions.json
    instructions.py BINARY --update    rewrite instructions.json
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys

SHAPES = ["flat_rows", "nested_orders", "events", "keyed_map", "deep_config",
          "doubles", "texts", "twitter"]
OPERATIONS = ["parse", "encode", "decode", "write"]
FEW, MANY, TIMES = 1, 5, 3
TOLERANCE = 0.02
# A first figure so close to its baseline needs no others.
CLEAR = 0.01
BASELINES = pathlib.Path(__file__).with_name("instructions.json")


def environment(binary):
    """The compiler, and the kernel that simdjson chooses under valgrind."""
    done = subprocess.run(["valgrind", "-q", "--tool=none", binary,
                           "environment"],
                          capture_output=True, text=True, check=True)
    return done.stdout.strip()


def count(binary, operation, shape, repeats):
    """Instructions of one run, and the bytes that a repetition stands for."""
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no",
               "--cachegrind-out-file=/dev/null", binary, operation, shape,
               str(repeats)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    if found is None:
        sys.exit(f"no count in the output of valgrind:\n{done.stderr}")
    return int(found.group(1).replace(",", "")), int(done.stdout)


def per_byte(binary, operation, shape, known):
    figures = []
    for _ in range(TIMES):
        few, size = count(binary, operation, shape, FEW)
        many, _ = count(binary, operation, shape, MANY)
        figures.append((many - few) / (MANY - FEW) / size)
        if known and abs(figures[0] / known - 1) <= CLEAR:
            return figures[0]
    return statistics.median(figures)


def measure(binary, jobs, baseline):
    """With a baseline, only as exactly as it takes to compare with it."""
    pairs = [(o, s) for s in SHAPES for o in OPERATIONS]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        figures = pool.map(
            lambda p: per_byte(binary, *p, baseline.get(" ".join(p))), pairs)
        return {f"{o} {s}": round(f, 3) for (o, s), f in zip(pairs, figures)}


def show(measured, baseline):
    print(f"{'operation':<24} {'per byte':>9} {'baseline':>9} {'change':>8}")
    worse = []
    for name, figure in measured.items():
        known = baseline.get(name)
        if known is None:
            print(f"{name:<24} {figure:9.3f} {'-':>9} {'-':>8}")
            worse.append(f"{name}: no baseline")
            continue
        change = figure / known - 1
        mark = ""
        if change > TOLERANCE:
            mark = "  slower"
            worse.append(f"{name}: {known} -> {figure}")
        elif change < -TOLERANCE:
            mark = "  faster: run --update"
        print(f"{name:<24} {figure:9.3f} {known:9.3f} {change:+8.1%}{mark}")
    return worse


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", help="the executable bench_instructions")
    parser.add_argument("--check", action="store_true",
                        help=f"fail when a figure grew by {TOLERANCE:.0%}")
    parser.add_argument("--update", action="store_true",
                        help="record the figures as the new baselines")
    parser.add_argument("--baselines", type=pathlib.Path, default=BASELINES)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()

    here = environment(options.binary)
    recorded = {"environment": here, "figures": {}}
    if options.baselines.exists():
        recorded = json.loads(options.baselines.read_text())
    measured = measure(options.binary, options.jobs,
                       recorded["figures"] if options.check else {})
    worse = show(measured, recorded["figures"])
    if options.update:
        options.baselines.write_text(json.dumps(
            {"environment": here, "figures": measured}, indent=2) + "\n")
    elif options.check and recorded["environment"] != here:
        print(f"\nnot compared: the baselines are for "
              f"{recorded['environment']}; this is {here}")
    elif options.check and worse:
        print("\nmore instructions than the baselines allow:", *worse,
              sep="\n  ", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
