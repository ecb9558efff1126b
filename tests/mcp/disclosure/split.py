# SPDX-License-Identifier: MIT
"""Splits requests into the half that the ranking may be tuned on and the half
that only measures it. The rule is fixed: in the order of the SHA-256 of their
texts, every second request is held out.

usage: split.py < LINES > requests.json
Each line is `request | server/tool server/tool...`.
"""

import hashlib
import json
import sys


def main():
    requests = []
    for line in sys.stdin:
        ask, _, right = line.rstrip("\n").rpartition(" | ")
        requests.append({"ask": ask, "right": right.split()})
    order = sorted(
        range(len(requests)),
        key=lambda i: hashlib.sha256(requests[i]["ask"].encode()).hexdigest(),
    )
    for rank, i in enumerate(order):
        requests[i]["half"] = "held_out" if rank % 2 else "tuned"
    lines = (json.dumps(r, ensure_ascii=False) for r in requests)
    print("[\n  " + ",\n  ".join(lines) + "\n]")


main()
