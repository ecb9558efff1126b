#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the command against others, in one run on the same bytes.

usage: command.py PITH GCF_CLI [MEGABYTES]

PITH is the command of a release build; GCF_CLI is dist/cli.js of the npm
package @blackwell-systems/gcf (tests/differential installs it). Prints CPU time
of each as a multiple of pith's, the best of several runs, and how long pith
takes from its start to its end with nothing to do.
"""

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time


def cpu_of(command, runs):
    """Seconds of CPU, user and system, of the fastest run."""
    best = None
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken = (after.ru_utime - before.ru_utime) + (
            after.ru_stime - before.ru_stime
        )
        best = taken if best is None else min(best, taken)
    return best


def write_orders(path, megabytes):
    source = random.Random(1)
    names = ["Alice", "Bob", "Chen", "Dora", "Emil", "Fatima"]
    with open(path, "w") as out:
        out.write("[")
        for i in range(10**9):
            row = {
                "id": i,
                "customer": {"name": source.choice(names), "vip": i % 7 == 0},
                "total": round(source.uniform(1, 900), 2),
                "status": source.choice(["open", "paid", "sent"]),
                "items": [
                    {"sku": f"S-{source.randrange(10**6)}", "n": n}
                    for n in range(1, source.randrange(2, 5))
                ],
            }
            out.write(("," if i else "") + json.dumps(row))
            if out.tell() > megabytes * 1_000_000:
                break
        out.write("]")


def main():
    pith, gcf = sys.argv[1], sys.argv[2]
    megabytes = int(sys.argv[3]) if len(sys.argv) > 3 else 25
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "orders.json")
        write_orders(path, megabytes)
        ours = cpu_of([pith, "encode", path], 5)
        print(f"orders, {megabytes} MB, pith encode: 1 ({ours:.3f} s of CPU)")
        for name, command, runs in [
            ("npm gcf encode-generic", ["node", gcf, "encode-generic", path], 2),
            ("jq -c .", ["jq", "-c", ".", path], 2),
        ]:
            print(f"{name}: {cpu_of(command, runs) / ours:.1f} times")
    starts = []
    for _ in range(60):
        begin = time.perf_counter()
        subprocess.run([pith, "version"], check=True,
                       stdout=subprocess.DEVNULL)
        starts.append(time.perf_counter() - begin)
    print(f"start to end of pith version: {min(starts) * 1000:.1f} ms")


if __name__ == "__main__":
    main()
