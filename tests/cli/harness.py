# SPDX-License-Identifier: MIT
"""What the tests of the command share."""

import os
import pathlib
import subprocess
import tempfile
import unittest

# Set by run.py.
PITH = os.environ.get("PITH_UNDER_TEST", "pith")

ORDERS = '[{"id":1,"name":"Alice"},{"id":2,"name":"Bob"}]'
ORDERS_GCF = (
    "GCF profile=generic\n"
    "## [2]{id,name}\n"
    "1|Alice\n"
    "2|Bob\n"
)

OK, BAD_INPUT, USAGE, IO = 0, 1, 2, 3


class Command(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="pith-cli-")
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def file(self, name, content):
        path = self.directory / name
        path.write_bytes(
            content if isinstance(content, bytes) else content.encode()
        )
        return name

    def run_pith(self, *words, stdin=b"", **settings):
        settings.setdefault("stdout", subprocess.PIPE)
        if isinstance(stdin, (bytes, str)):
            settings["input"] = (
                stdin.encode() if isinstance(stdin, str) else stdin
            )
        else:
            settings["stdin"] = stdin
        return subprocess.run(
            [PITH, *words],
            check=False,
            cwd=self.directory,
            stderr=subprocess.PIPE,
            timeout=120,
            **settings,
        )

    def expect(self, *words, status=OK, out=b"", err=b"", **settings):
        done = self.run_pith(*words, **settings)
        out, err = (t.encode() if isinstance(t, str) else t for t in (out, err))
        self.assertEqual((done.returncode, done.stderr), (status, err))
        got = done.stdout or b""
        # assertEqual would take minutes to show how megabytes differ.
        if got != out:
            self.fail(f"stdout: {got[:400]!r}\nexpected: {out[:400]!r}")
