#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The runner must find a wrong snippet, and let a right one pass."""

import argparse
import contextlib
import io
import os
import pathlib
import tempfile
import unittest

import run

# Stands in for the command: encode and decode copy, "bad" is refused.
FAKE = """\
#!/bin/bash
text=$(cat)
if [[ $text == bad* ]]; then
  echo "<stdin>:1:1: error: invalid_line: no" >&2
  exit 1
fi
printf '%s\\n' "$text"
"""


class Pages(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)
        fake = self.directory / "pith"
        fake.write_text(FAKE)
        fake.chmod(0o755)
        self.options = argparse.Namespace(
            pith=str(fake),
            cxx=os.environ.get("CXX", "g++"),
            include=[],
            library=[],
            flag=[],
        )

    def result(self, *lines):
        page = self.directory / "page.md"
        page.write_text("\n".join(lines) + "\n")
        with contextlib.redirect_stdout(io.StringIO()):
            return run.run_page(self.options, str(page))

    def test_runs_commands_and_compares(self):
        self.assertEqual(
            self.result("```console", "$ echo a", "a", "```"), (1, 0)
        )
        self.assertEqual(
            self.result("```console", "$ echo a", "b", "```"), (0, 1)
        )
        self.assertEqual(
            self.result("```console", "$ echo a", "```"), (0, 1)
        )

    def test_wants_a_failure_to_be_asked_for(self):
        self.assertEqual(self.result("```console", "$ false", "```"), (0, 1))
        self.assertEqual(
            self.result("```console", "$ (exit 3)", "$ echo $?", "3", "```"),
            (1, 0),
        )

    def test_continues_lines(self):
        self.assertEqual(
            self.result(
                "```console", "$ cat <<EOF", "> x", "> EOF", "x", "```"
            ),
            (1, 0),
        )

    def test_writes_files_that_later_blocks_see(self):
        self.assertEqual(
            self.result(
                "```json file=a.json", "[1]", "```",
                "```console", "$ cat a.json", "[1]", "```",
            ),
            (2, 0),
        )

    def test_wants_programs_to_say_whether_they_run(self):
        self.assertEqual(self.result("```cpp", "int x;", "```"), (0, 1))
        self.assertEqual(
            self.result("```cpp fragment", "int x", "```"), (0, 0)
        )

    def test_compiles_runs_and_compares_programs(self):
        program = (
            "```cpp run",
            "#include <cstdio>",
            'int main() { std::puts("hi"); }',
            "```",
            "It prints",
            "```text",
        )
        self.assertEqual(self.result(*program, "hi", "```"), (2, 0))
        self.assertEqual(self.result(*program, "ho", "```"), (1, 1))
        self.assertEqual(
            self.result("```cpp run", "int main() { return 1; }", "```"),
            (0, 1),
        )
        self.assertEqual(
            self.result("```cpp run", "int main() { x; }", "```"), (0, 1)
        )

    def test_compiles_c_as_c(self):
        program = ("```c run", "#include <stdio.h>",
                   'int main(void) { int class = 7; return class - 7; }', "```")
        self.assertEqual(self.result(*program), (1, 0))
        self.assertEqual(
            self.result("```c run", "int main(void) { int unused; }", "```"),
            (0, 1),
        )
        self.assertEqual(self.result("```c", "int x;", "```"), (0, 1))

    def test_reads_data(self):
        self.assertEqual(
            self.result("```json", "[1]", "```",
                        "```gcf encoded", "[1]", "```"),
            (2, 0),
        )
        self.assertEqual(
            self.result("```json", "[1]", "```",
                        "```gcf encoded", "[2]", "```"),
            (1, 1),
        )
        self.assertEqual(
            self.result("```gcf", "[1]", "```",
                        "```json decoded", "[ 1 ]", "```"),
            (2, 0),
        )
        self.assertEqual(
            self.result("```gcf", "[1]", "```",
                        "```json decoded", "[1.0, 2]", "```"),
            (1, 1),
        )
        self.assertEqual(self.result("```gcf", "bad", "```"), (0, 1))
        self.assertEqual(self.result("```gcf fragment", "bad", "```"), (0, 0))

    def test_wants_the_named_error(self):
        self.assertEqual(
            self.result("```gcf error=invalid_line", "bad", "```"), (1, 0)
        )
        self.assertEqual(
            self.result("```gcf error=invalid_count", "bad", "```"), (0, 1)
        )
        self.assertEqual(
            self.result("```gcf error=invalid_line", "good", "```"), (0, 1)
        )

    def test_refuses_unknown_words_and_open_blocks(self):
        self.assertEqual(self.result("```cpp rum", "int x;", "```"), (0, 1))
        self.assertEqual(self.result("```json x=1", "1", "```"), (0, 1))
        self.assertEqual(self.result("```json", "1"), (0, 1))
        self.assertEqual(self.result("```sh", "rm -r x", "```"), (0, 0))


if __name__ == "__main__":
    unittest.main()
