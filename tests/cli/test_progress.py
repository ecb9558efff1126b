# SPDX-License-Identifier: MIT
"""The progress bar."""

import contextlib
import json
import os
import re
import select
import subprocess
import threading
import time

from harness import BAD_INPUT, OK, PITH, Command, Terminal


# What is shown, and taken away, any number of times.
SHOWN = r"^((reading  0:0\d|3 B  \d B/s  0:0\d)\r\x1b\[K)+"


class Progress(Command):
    def setUp(self):
        super().setUp()
        self.file("a.json", "[1,2,3]")

    def slowly(self, *words, seconds=2, **settings):
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
        for words in (["tokens"], ["compare"], ["check"], ["diff"]):
            with self.subTest(words=words):
                code, shown = self.slowly(*words, "-", "a.json",
                                          streams=("err",))
                if words != ["diff"]:  # they have no rows to compare
                    self.assertEqual(code, OK)
                    self.assertRegex(shown, SHOWN + "$")

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
            time.sleep(2)
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
        self.assertRegex(shown, rb"^([\w /]+  0:0\d\r\x1b\[K)+$")
        self.assertTrue(waiting)

    def test_words_do_not_stand_in_the_line_of_the_bar(self):
        self.file("bad.json", "[;]")
        for word in ("check", "compare"):
            code, shown = self.slowly(word, "-", "bad.json", streams=("err",))
            self.assertEqual(code, BAD_INPUT)
            self.assertRegex(
                shown,
                SHOWN + r"bad\.json:1:2: error: [^\x1b]*$"
            )

    def test_it_is_never_drawn_otherwise(self):
        for words, settings in (
            ([], {"streams": ("out",)}),
            ([], {"streams": ("err",), "seconds": 0}),
            (["--no-progress"], {"streams": ("err",)}),
            (["-q"], {"streams": ("err",)}),
            ([], {"streams": ("err",), "PITH_NO_PROGRESS": "1"}),
        ):
            with self.subTest(words=words, settings=settings):
                code, shown = self.slowly("tokens", *words, "-", "a.json",
                                          **settings)
                self.assertEqual(code, OK)
                self.assertIsNone(re.search("[\r\x1b]|B/s", shown))

    def test_it_gives_way_to_data_on_the_same_terminal(self):
        for words in (["encode", "-t", "json"], ["view"], ["tokens", "-"]):
            with self.subTest(words=words):
                code, shown = self.slowly(*words, NO_COLOR="1")
                self.assertEqual(code, OK)
                self.assertRegex(
                    shown, SHOWN + r"[^\r\x1b]*$")

    def test_the_stages_of_one_large_file_are_named(self):
        # Many numbers take long to read, and longer to count.
        rows = 400_000
        text = "[" + ",".join(f"{i}.5" for i in range(rows)) + "]"
        while True:
            self.file("large.json", text)
            start = time.monotonic()
            code, shown = self.on_terminal(
                "compare", "large.json", streams=("err",))
            self.assertEqual(code, OK)
            if time.monotonic() - start > 2:
                break
            text = "[" + text + "," + text + "]"
        self.assertRegex(
            shown, r"^(((reading|parsing|comparing)  [\d.]+ MiB  \d+:\d\d|"
                   r"\[[^\r]*100%[^\r]*)\r\x1b\[K)+$")

    def test_two_passes_are_not_twice_the_file(self):
        row = json.dumps({"id": 1, "name": "x" * 40}) + "\n"
        self.file("long.ndjson", row * 400_000)
        code, shown = self.on_terminal("encode", "long.ndjson", "-o", "x.gcf",
                                       streams=("err",))
        self.assertEqual(code, OK)
        shares = [int(n) for n in re.findall(r"(\d+)%", shown)]
        self.assertEqual(shares, sorted(shares))
        self.assertTrue(all(n <= 100 for n in shares))
