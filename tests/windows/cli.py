#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs tests/cli with pith.exe under wine. Every test that fails must be in
cli_differences.toml with a reason, and every test that is there must fail.

usage: cli.py WINE PITH.EXE [TEST...]     all, or for example test_compare
"""

import os
import pathlib
import pty
import sys
import tempfile
import tomllib
import unittest

HERE = pathlib.Path(__file__).resolve().parent
CLI = HERE.parent / "cli"


class Result(unittest.TestResult):
    """Keeps which tests passed."""

    def __init__(self):
        super().__init__()
        self.passed = []

    def addSuccess(self, test):
        self.passed.append(test.id())


def reason_for(name, table):
    """The longest entry that is the test, or the class or file it is in."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        found = table.get(".".join(parts[:end]))
        if found is not None:
            return found
    return None


def no_terminal():
    """A program under wine waits for ever for what is typed at one of Linux."""
    raise unittest.SkipTest("wine draws a console of its own")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    wine, pith = sys.argv[1], os.path.abspath(sys.argv[2])
    with tempfile.TemporaryDirectory(prefix="pith-wine-cli-") as folder:
        script = pathlib.Path(folder, "pith")
        script.write_text(f'#!/bin/sh\nexec "{wine}" "{pith}" "$@"\n')
        script.chmod(0o755)
        os.environ["PITH_UNDER_TEST"] = str(script)
        os.environ["PITH_FILE"] = pith
        os.openpty = pty.openpty = no_terminal
        sys.path.insert(0, str(CLI))
        loader = unittest.TestLoader()
        tests = (loader.loadTestsFromNames(sys.argv[3:]) if len(sys.argv) > 3
                 else loader.discover(str(CLI)))
        result = Result()
        tests.run(result)
    known = tomllib.loads((HERE / "cli_differences.toml").read_text())
    failures = {test.id(): text
                for test, text in result.failures + result.errors}
    new = {name: text for name, text in failures.items()
           if reason_for(name, known["differences"]) is None}
    for name, text in sorted(new.items()):
        print(f"FAILED {name}\n{text[-1500:]}")
    counts = {}
    for name in failures:
        reason = reason_for(name, known["differences"])
        if reason is not None:
            counts[reason] = counts.get(reason, 0) + 1
    for reason, count in sorted(counts.items()):
        print(f"{count:4} differ: {known['reasons'][reason]}")
    whole = [name for name in known["differences"]
             if name in result.passed]
    for name in whole:
        print(f"{name} passes now: take it out of cli_differences.toml")
    print(f"{len(result.passed)} passed, {len(failures) - len(new)} differ for "
          f"a reason that is known, {len(new)} failed, "
          f"{len(result.skipped)} skipped")
    return 1 if new or whole else 0


if __name__ == "__main__":
    sys.exit(main())
