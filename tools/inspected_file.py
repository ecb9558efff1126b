# SPDX-License-Identifier: MIT
"""What the scripts that look into a program of another system share."""

import pathlib


class Damaged(Exception):
    """The file says something that cannot be."""


def report(path, judge, *more):
    """Prints the faults that `judge` finds in the bytes of a file, or its facts
    when there are none; returns the exit status."""
    try:
        faults, facts = judge(pathlib.Path(path).read_bytes(), *more)
    except Damaged as fault:
        faults = [str(fault)]
    for fault in faults:
        print(f"{path}: {fault}")
    if faults:
        return 1
    print("; ".join(facts))
    return 0
