#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds words that read translated: "behind" for "after", "is no X" for "is not
an X". Names in code count too: people read them.

usage: check_words.py REPOSITORY
"""

import pathlib
import re
import sys

import check_sources

TEXTS = {".cpp", ".hpp", ".c", ".h", ".md", ".py", ".mjs", ".sh", ".cmake", ".txt", ".json",
         ".yml", ".toml", ".conf", *check_sources.COMMENTS}

# The sense of place, of what is left, and of who lags.
BEHIND = re.compile(r"""
    (?:left|leave|leaves|stay|stays|one|little|fall|falls|nothing|look)
        [ _-]behind
  | behind[ ](?:a|an|the|one|this)[ ]
        (?:reverse[ ])?(?:proxy|gateway|address|interface|registry)
  | behind[ ](?:us|nginx|TLS|Streamable[ ]HTTP)
""", re.VERBOSE | re.IGNORECASE)

IS_NO = re.compile(
    r"\b(?:is|are|was|were)[ ]no\b(?![ ](?:longer|more|reason|one)\b)"
)
THERE = re.compile(r"\bthere\b[^.;:]{0,40}$", re.IGNORECASE)


def complaints(line):
    """Yields what is wrong with the words of one line."""
    if "behind" in BEHIND.sub("", line).lower():
        yield 'write "after", or add the place to the list in this check'
    for match in IS_NO.finditer(line):
        if not THERE.search(line[:match.start()]):
            yield 'write "is not a"'


def check(root):
    found = []
    for name in check_sources.files_of(root):
        path = pathlib.Path(root, name)
        if path.suffix not in TEXTS or name.startswith("fuzz/seeds/") or (
                name in {"tools/check_words.py", "tools/check_test.py"}
                or name.endswith("package-lock.json")):
            continue
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        for number, line in enumerate(lines, start=1):
            found += [f"{path}:{number}: {words}" for words in complaints(line)]
    return found


if __name__ == "__main__":
    sys.exit(check_sources.report(check(sys.argv[1])))
