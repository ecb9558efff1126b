# SPDX-License-Identifier: MIT
"""The progress bar."""

import contextlib
import os
import re
import select
import subprocess
import threading
import time

from harness import BAD_INPUT, OK, PITH, Command, Terminal


class Progress(Command):
    def setUp(self):
        super().setUp()
        self.file("a.json", "[1,2,3]")

    def slowly(self, *words, seconds=1.3, **settings):
        """Runs with a standard input that lets itself be waited for."""
        reader, writer = os.pipe()

        def feed():
            time.sleep(seconds)
            os.write(writer, b"[1]")
            os.close(writer)

        thread = threading.Thread(target=feed)
        thread.start()
        try:
            return self.on_terminal(*words, stdin=reader, **settings)
        finally:
            os.close(reader)
            thread.join()

    def test_it_is_drawn_while_work_is_long_and_erased_at_the_end(self):
        for words in (["tokens"], ["compare"], ["check"]):
            with self.subTest(words=words):
                code, shown = self.slowly(*words, "-", "a.json",
                                          streams=("err",))
                self.assertEqual(code, OK)
                self.assertRegex(
                    shown,
                    r"^3 B  \d B/s  0:01\r\x1b\[K$",
                )

    def test_it_is_gone_before_the_answer_comes(self):
        # Through a pipe both may reach the same terminal. The pipe is full, so
        # that the command waits where it begins to answer.
        answers, full = os.pipe()
        os.set_blocking(full, False)
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(full, bytes(4096))
        os.set_blocking(full, True)
        reader, writer = os.pipe()
        with Terminal() as terminal, subprocess.Popen(
            [PITH, "tokens", "-", "a.json"], cwd=self.directory, stdin=reader,
            stdout=full, stderr=terminal.slave,
        ) as process:
            for fd in (reader, full):
                os.close(fd)
            time.sleep(1.3)
            os.write(writer, b"[1]")
            os.close(writer)
            shown = b""
            while (not shown.endswith(b"\r\x1b[K")
                   and select.select([terminal.master], [], [], 5)[0]):
                shown += os.read(terminal.master, 4096)
            waiting = process.poll() is None
            while os.read(answers, 65536):
                pass
            self.assertEqual(process.wait(timeout=60), OK)
        os.close(answers)
        self.assertRegex(shown, rb"B/s  0:01\r\x1b\[K$")
        self.assertTrue(waiting)

    def test_words_do_not_stand_in_the_line_of_the_bar(self):
        self.file("bad.json", "[;]")
        for word in ("check", "compare"):
            code, shown = self.slowly(word, "-", "bad.json", streams=("err",))
            self.assertEqual(code, BAD_INPUT)
            self.assertRegex(
                shown, r"^3 B[^\n]*0:01\r\x1b\[Kbad\.json:1:2: error: [^\x1b]*$"
            )

    def test_it_is_never_drawn_otherwise(self):
        for settings in ({"streams": ("out", "err")}, {"streams": ("out",)},
                         {"streams": ("err",), "seconds": 0}):
            with self.subTest(settings=settings):
                code, shown = self.slowly("tokens", "-", "a.json", **settings)
                self.assertEqual(code, OK)
                self.assertIsNone(re.search("[\r\x1b]|B/s", shown))
