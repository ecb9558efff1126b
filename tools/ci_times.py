#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints how long the stages of .ci/run took, as a table in Markdown: wall
time, CPU time, and CPU time that the host of a virtual machine took away.

    .ci/run 2>&1 | tee run.log; ci_times.py run.log [WARM.log]
"""

import re
import sys

TIMES = r"(\d+) s, (\d+) s of CPU time, (\d+) s stolen"
STAGE = re.compile(r"== (\w+): ok, " + TIMES)
TOTAL = re.compile(r"(total): " + TIMES)


def times_of(file):
    """Seconds of each kind by stage, in the order of the log."""
    found = {}
    with open(file, encoding="utf-8", errors="replace") as log:
        for line in log:
            match = STAGE.match(line) or TOTAL.match(line)
            if match:
                found[match[1]] = tuple(map(int, match.groups()[1:]))
    return found


def minutes(seconds):
    return f"{seconds // 60}:{seconds % 60:02}"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    logs = [times_of(name) for name in sys.argv[1:]]
    names = ["cold", "warm"] if len(logs) == 2 else [""] * len(logs)
    print("| stage |" + "".join(f" {name} wall | CPU | stolen |".replace("  ", " ")
                                for name in names))
    print("|---|" + "--:|--:|--:|" * len(logs))
    for stage in logs[0]:
        cells = [f" {minutes(value)} |" for log in logs
                 for value in log.get(stage, (0, 0, 0))]
        print(f"| {stage} |" + "".join(cells))


if __name__ == "__main__":
    main()
