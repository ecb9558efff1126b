#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the launchers add to the start of pith, beyond the start of Node. Runs
alternate. Fails if the median of the processor time grows by more than 50 ms:
on a busy machine the clock measures the others.

usage: packaging/tests/launcher_times.py DIST [RUNS]
"""

import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import launchers
import stand_in

MAX_MILLISECONDS = 50


def milliseconds_of(words):
    """(processor time with that of its children, time on the clock)"""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    clock = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ((after.ru_utime + after.ru_stime - before.ru_utime
             - before.ru_stime) * 1000, clock * 1000)


def measure(ways, runs):
    """{way: the median of its processor time}; prints a table."""
    taken = {name: [] for name in ways}
    for _ in range(runs):
        for name, words in ways.items():
            taken[name].append(milliseconds_of(words))
    print(f"{'ms':<24} processor  least median  clock  least median")
    for name, pairs in taken.items():
        processor, clock = zip(*pairs)
        print(f"{name:<24} {min(processor):16.1f} "
              f"{statistics.median(processor):6.1f} {min(clock):13.1f} "
              f"{statistics.median(clock):6.1f}")
    return {name: statistics.median(one for one, _ in pairs)
            for name, pairs in taken.items()}


def main(dist, runs=20):
    dist = pathlib.Path(dist)
    with tempfile.TemporaryDirectory() as folder:
        modules = pathlib.Path(folder, "node_modules")
        for package in dist.glob("*.tgz"):
            name = package.name.removesuffix(f"-{stand_in.VERSION}.tgz")
            launchers.unpack(package, modules / name)
        script = modules / stand_in.NAMES["npm"] / "bin/pith.js"
        program = (modules / f"{stand_in.NAMES['npm']}-linux-x64"
                   / "bin/pith")
        words = ["--version"], ["proxy", "--help"]
        ways = {"pith --version": [program, *words[0]],
                "pith proxy --help": [program, *words[1]]}
        for node in launchers.nodes():
            version = subprocess.run([node, "--version"], text=True, check=True,
                                     capture_output=True).stdout.strip()
            ways[f"{version} -e 0"] = [node, "-e", "0"]
            ways[f"{version} --version"] = [node, script, *words[0]]
            ways[f"{version} proxy --help"] = [node, script, *words[1]]
        taken = measure(ways, int(runs))
    failed = False
    for name, value in taken.items():
        node, _, rest = name.partition(" ")
        if node == "pith" or rest == "-e 0":
            continue
        added = value - taken[f"{node} -e 0"] - taken[f"pith {rest}"]
        print(f"added by the launcher, {name}: {added:.1f} ms")
        failed = failed or added > MAX_MILLISECONDS
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
