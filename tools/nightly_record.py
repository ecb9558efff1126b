#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The record of what .ci/nightly has shown: docs/nightly.md.

    nightly_record.py add STAGE SECONDS FIGURES   adds a line
    nightly_record.py commit STAGE [WORDS]        the last commit that passed,
        with figures that begin so
"""

import datetime
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORD = ROOT / "docs" / "nightly.md"


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, check=True,
                          capture_output=True, text=True).stdout.strip()


def rows():
    """The cells of each line of the table, without its head."""
    lines = [line for line in RECORD.read_text().splitlines()
             if line.startswith("| 2")]
    return [[cell.strip() for cell in line.strip("|").split("|")]
            for line in lines]


def add(stage, seconds, figures):
    # What was not committed was measured too, and has no name.
    changed = git("status", "--porcelain", "--untracked-files=no")
    if [line for line in changed.splitlines() if "docs/nightly.md" not in line]:
        sys.exit("nightly_record.py: commit your changes first: a record "
                 "names the commit that was measured")
    day = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    cells = [day, git("rev-parse", "--short=10", "HEAD"), stage, seconds,
             figures.replace("|", "/")]
    with RECORD.open("a") as out:
        out.write("| " + " | ".join(cells) + " |\n")


def is_past(commit):
    """Whether it is part of the history of what is checked out. What was
    recorded on a branch before it was rebased names commits that no other
    clone has."""
    return subprocess.run(["git", "merge-base", "--is-ancestor", commit,
                           "HEAD"], cwd=ROOT, check=False,
                          capture_output=True).returncode == 0


def commit_of(stage, words=""):
    """Empty where there is none."""
    found = (row[1] for row in reversed(rows())
             if row[2] == stage and row[4].startswith(words))
    return next(filter(is_past, found), "")


def main():
    match sys.argv[1:]:
        case ["add", stage, seconds, figures]:
            add(stage, seconds, figures)
        case ["commit", stage, *words]:
            print(commit_of(stage, *words))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
