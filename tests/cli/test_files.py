# SPDX-License-Identifier: MIT
"""Files, pipes and disks as they fail."""

import json
import os
import signal
import subprocess
import unittest

from harness import BAD_INPUT, Command, IO, OK, ORDERS, ORDERS_GCF, PITH


class InputAndOutput(Command):
    def test_a_missing_file(self):
        self.expect(
            "encode",
            "none.json",
            status=IO,
            err="pith: cannot read none.json: No such file or directory\n",
        )

    def test_a_directory(self):
        self.expect(
            "decode",
            ".",
            status=IO,
            err="pith: cannot read .: Is a directory\n",
        )

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_a_file_that_may_not_be_read(self):
        self.file("secret", "1")
        (self.directory / "secret").chmod(0)
        self.expect(
            "encode",
            "secret",
            status=IO,
            err="pith: cannot read secret: Permission denied\n",
        )

    def test_a_closed_standard_input(self):
        done = subprocess.run(
            ["bash", "-c", '"$0" encode <&-', PITH],
            check=False,
            capture_output=True,
        )
        self.assertEqual(done.returncode, IO)
        self.assertIn(b"pith: cannot read <stdin>: ", done.stderr)

    def test_a_closed_standard_output(self):
        self.file("orders.json", ORDERS)
        for words in ["encode orders.json", "--help"]:
            done = subprocess.run(
                ["bash", "-c", f'"$0" {words} >&-', PITH],
                check=False,
                cwd=self.directory,
                capture_output=True,
            )
            self.assertEqual(done.returncode, IO)
            self.assertIn(
                b"pith: cannot write to standard output: ", done.stderr
            )

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_a_full_disk(self):
        large = "[" + ",".join(["123456"] * 100_000) + "]"
        for words, stdin in [
            (["encode"], ORDERS),
            (["encode"], large),
            (["decode"], ORDERS_GCF),
            (["--help"], ""),
            (["--version"], ""),
        ]:
            with self.subTest(words=words), open("/dev/full", "wb") as full:
                self.expect(
                    *words,
                    stdin=stdin,
                    stdout=full,
                    status=IO,
                    err="pith: cannot write to standard output: "
                    "No space left on device\n",
                )

    def test_a_reader_that_leaves_is_no_news(self):
        rows = "[" + ",".join('{"id":%d}' % i for i in range(200_000)) + "]"
        self.file("rows.json", rows)
        done = subprocess.run(
            ["bash", "-c",
             '"$0" encode rows.json | head -1; echo "${PIPESTATUS[0]}"', PITH],
            check=False,
            cwd=self.directory,
            capture_output=True,
            # Python ignores SIGPIPE and would hand that down.
            preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_DFL),
        )
        self.assertEqual(done.stderr, b"")
        first, status = done.stdout.splitlines()
        self.assertEqual(first, b"GCF profile=generic")
        self.assertEqual(status, b"%d" % (128 + signal.SIGPIPE))

    def test_a_reader_that_leaves_is_no_news_without_the_signal(self):
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as closed:
            done = subprocess.run(
                [PITH, "encode"],
                check=False,
                input=ORDERS.encode(),
                stdout=closed,
                stderr=subprocess.PIPE,
                restore_signals=False,
            )
        self.assertEqual((done.returncode, done.stderr), (IO, b""))

    def test_a_closed_standard_error_changes_nothing_else(self):
        done = subprocess.run(
            ["bash", "-c", '"$0" encode 2>&-', PITH],
            check=False,
            input=b"[",
            stdout=subprocess.PIPE,
        )
        self.assertEqual((done.returncode, done.stdout), (BAD_INPUT, b""))

    def test_a_slow_reader_of_a_pipe_that_does_not_block(self):
        rows = json.dumps(list(range(100_000)))
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        with subprocess.Popen(
            [PITH, "encode"], stdin=subprocess.PIPE, stdout=writer
        ) as process:
            os.close(writer)
            process.stdin.write(rows.encode())
            process.stdin.close()
            with os.fdopen(reader, "rb") as stream:
                wire = stream.read()
            self.assertEqual(process.wait(), OK)
        self.expect(
            "decode", stdin=wire, out=rows.replace(" ", "") + "\n"
        )
