#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Twice the input may cost at most twice the instructions and the memory.

Runs every attack that has a size at its growth scale and at twice of it under
callgrind, which counts the instructions of the operation alone, and compares.
What counts as the size is the bytes that go in and come out: where the format
itself makes the output grow faster than the input, time may follow it.

    growth.py BINARY [--only WORDS] [--jobs N]
"""

import argparse
import concurrent.futures
import dataclasses
import os
import re
import subprocess
import sys

# "At most doubles, within 15 per cent."
TOLERANCE = 1.15
# Below these, start-up and the first blocks of buffers are all there is.
FEW_INSTRUCTIONS = 200_000
LITTLE_MEMORY = 256 * 1024
# Seconds; what takes longer at these scales cannot be linear.
PATIENCE = 300


@dataclasses.dataclass
class Cost:
    instructions: int
    memory: int
    work: int
    outcome: str


def attacks(binary):
    done = subprocess.run([binary, "--list"], capture_output=True, text=True,
                          check=True)
    for line in done.stdout.splitlines():
        scale, _, name = line.split("\t")
        if int(scale) > 0:
            yield name, int(scale)


def run(binary, name, scale):
    command = ["valgrind", "--tool=callgrind",
               "--callgrind-out-file=/dev/null",
               "--toggle-collect=pith_hostile_measured", binary, "--one", name,
               "--scale", str(scale)]
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              check=False, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return None
    found = re.search(r"Collected\s*:\s*(\d+)", done.stderr)
    if done.returncode != 0 or found is None:
        sys.exit(f"{command} failed:\n{done.stderr}")
    given, made, peak, outcome = done.stdout.split()
    return Cost(int(found.group(1)), int(peak), int(given) + int(made),
                outcome)


def ratios(one, two, steps):
    """Growth per doubling, over the growth that the size allows."""
    size = max(2.0, (two.work / one.work) ** (1 / steps))
    result = []
    for before, after, least in (
            (one.instructions, two.instructions, FEW_INSTRUCTIONS),
            (one.memory, two.memory, LITTLE_MEMORY)):
        if after < least:
            result.append(0.0)
        else:
            result.append((after / max(before, 1)) ** (1 / steps) / size)
    return result


def measure(binary, name, scale):
    one = run(binary, name, scale)
    two = run(binary, name, 2 * scale) if one else None
    if two is None:
        return name, 0, float("inf"), 0
    time, memory = ratios(one, two, 1)
    if max(time, memory) > TOLERANCE:
        # Buffers that double jump now and then; over two doublings the jump
        # must have been made good.
        four = run(binary, name, 4 * scale)
        if four is not None:
            time, memory = ratios(one, four, 2)
    return name, two.instructions, time, memory


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", help="the executable hostile")
    parser.add_argument("--only", default="", help="attacks with these words")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()

    chosen = [(name, scale) for name, scale in attacks(options.binary)
              if options.only in name]
    failures = []
    print(f"{'attack':<56} {'instructions':>14} {'time':>6} {'memory':>6}")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, instructions, time, memory in pool.map(
                lambda a: measure(options.binary, *a), chosen):
            mark = ""
            if max(time, memory) > TOLERANCE:
                failures.append(name)
                mark = "  not linear"
            print(f"{name:<56} {instructions:>14} {2 * time:6.2f} "
                  f"{2 * memory:6.2f}{mark}", flush=True)
    print(f"growth: {len(chosen)} attacks, {len(failures)} not linear")
    return 1 if failures or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
