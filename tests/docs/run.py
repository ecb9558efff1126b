#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the snippets of a Markdown page. HACKING.md says how to write them.

All snippets of a page share one empty directory and run in order.
"""

import argparse
import dataclasses
import difflib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TIMEOUT_SECONDS = 120
FENCE = re.compile(r"^( {0,3})(`{3,})\s*([^`]*)$")

# The words that may follow a language.
WORDS = {
    "c": {"run", "fragment"},
    "cpp": {"run", "fragment"},
    "console": set(),
    "text": set(),
    "json": {"fragment", "decoded"},
    "gcf": {"fragment", "encoded"},
}

# How programs are compiled. The compiler for C++ reads C as well, and links
# what the library needs.
PROGRAMS = {
    "c": ["-x", "c", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"],
    "cpp": ["-std=c++20", "-Wall", "-Wextra"],
}

PROLOGUE = """\
#include <pith/pith.hpp>
#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>
"""


@dataclasses.dataclass
class Block:
    line: int  # of the first line inside the fence, from 1
    language: str
    words: set
    file: str
    error: str
    text: str


class Failure(Exception):
    pass


def read_blocks(page):
    """The fenced blocks of a page, in order."""
    blocks = []
    fence = None
    lines = []
    for number, line in enumerate(page.split("\n"), start=1):
        match = FENCE.match(line)
        if fence is None:
            if match:
                fence, start, lines = match, number + 1, []
            continue
        is_end = (
            match and len(match[2]) >= len(fence[2]) and not match[3].strip()
        )
        if not is_end:
            lines.append(line.removeprefix(fence[1]))
            continue
        words = fence[3].split()
        options = dict(w.split("=", 1) for w in words[1:] if "=" in w)
        blocks.append(
            Block(
                line=start,
                language=words[0] if words else "",
                words={w for w in words[1:] if "=" not in w},
                file=options.pop("file", ""),
                error=options.pop("error", ""),
                text="".join(f"{text}\n" for text in lines),
            )
        )
        blocks[-1].words |= set(options)
        fence = None
    if fence is not None:
        raise Failure(f"line {start - 1}: the block has no end")
    return blocks


def check_words(block):
    if block.language not in WORDS:
        return
    unknown = block.words - WORDS[block.language]
    if unknown:
        raise Failure(f"unknown word after ```{block.language}: "
                      + " ".join(sorted(unknown)))
    if block.language in PROGRAMS and not block.words:
        raise Failure(f"write ```{block.language} run, or "
                      f"```{block.language} fragment for code that is only "
                      "shown")
    if block.error and block.language not in {"json", "gcf"}:
        raise Failure("error= is for json and gcf")


def difference(expected, got):
    lines = difflib.unified_diff(
        expected.splitlines(keepends=True),
        got.splitlines(keepends=True),
        "on the page",
        "in truth",
    )
    return "".join(
        line if line.endswith("\n") else line + "\n(no newline)\n"
        for line in lines
    )


def read_commands(text):
    """Yields (command, expected output) of a console block."""
    command = None
    output = []
    for line in text.splitlines(keepends=True):
        if line.startswith("$ "):
            if command is not None:
                yield command, "".join(output)
            command, output = line[2:].rstrip("\n"), []
        elif command is None:
            raise Failure("a console block begins with '$ '")
        elif line.startswith("> ") and not output:
            command += "\n" + line[2:].rstrip("\n")
        else:
            output.append(line)
    if command is None:
        raise Failure("a console block without a command")
    yield command, "".join(output)


def whole_program(block, name):
    """A block without main() is the inside of one."""
    if re.search(r"\bint main\(", block.text):
        return f'#line {block.line} "{name}"\n{block.text}'
    head = "".join(
        line if line.startswith("#include") else "\n"
        for line in block.text.splitlines(keepends=True)
    )
    body = "".join(
        "\n" if line.startswith("#include") else line
        for line in block.text.splitlines(keepends=True)
    )
    return (
        f'{PROLOGUE}#line {block.line} "{name}"\n{head}'
        f'int main() {{\n#line {block.line} "{name}"\n{body}}}\n'
    )


def parsed(text):
    """JSON with the order of members kept."""
    return json.loads(text, object_pairs_hook=lambda pairs: ("object", pairs))


class Runner:
    def __init__(self, options, page_name, directory):
        self.options = options
        self.page_name = page_name
        self.directory = directory
        self.previous = None
        self.last = {}  # language: last complete block of it
        self.output = None  # of the last program
        self.status = 0  # of the last command
        pith = pathlib.Path(options.pith).resolve()
        self.pith = str(pith)
        self.environment = {
            # What the person who runs the tests has set must not change them.
            **{name: value for name, value in os.environ.items()
               if name not in ("PITH_CONFIG", "XDG_CONFIG_HOME")},
            "HOME": str(directory),
            "LC_ALL": "C",
            "PATH": f"{pith.parent}{os.pathsep}{os.environ['PATH']}",
        }

    def call(self, command, **settings):
        return subprocess.run(
            command,
            check=False,
            cwd=self.directory,
            env=self.environment,
            timeout=TIMEOUT_SECONDS,
            **settings,
        )

    def run(self, block):
        """Returns whether the block is a snippet; raises Failure."""
        check_words(block)
        if block.file:
            (self.directory / block.file).write_text(
                block.text, encoding="utf-8"
            )
        if "fragment" in block.words:
            return False
        if block.language in PROGRAMS:
            self.run_program(block)
        elif block.language == "console":
            self.run_console(block)
        elif block.language == "text":
            return self.compare_output(block)
        elif block.language == "json":
            self.read_json(block)
        elif block.language == "gcf":
            self.read_gcf(block)
        else:
            return False
        return True

    def run_program(self, block):
        source = self.directory / f"snippet_{block.line}.{block.language}"
        program = self.directory / f"snippet_{block.line}"
        source.write_text(
            whole_program(block, self.page_name), encoding="utf-8"
        )
        command = [self.options.cxx, *PROGRAMS[block.language]]
        command += self.options.flag
        command += [f"-I{path}" for path in self.options.include]
        command += [str(source), "-x", "none", "-o", str(program), "-pthread"]
        for library in self.options.library:
            command += [library, f"-Wl,-rpath,{os.path.dirname(library)}"]
        built = self.call(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if built.returncode != 0:
            raise Failure("does not compile:\n" + built.stdout)
        done = self.call([str(program)], capture_output=True, text=True)
        if done.returncode != 0:
            raise Failure(
                f"ends with {done.returncode}:\n{done.stdout}{done.stderr}"
            )
        self.output = done.stdout

    def compare_output(self, block):
        """A text block next after a program is what the program prints."""
        if self.previous is None or self.previous.language not in PROGRAMS:
            return False
        if "run" not in self.previous.words or self.output is None:
            return False
        if block.text != self.output:
            raise Failure("prints something else:\n"
                          + difference(block.text, self.output))
        return True

    def run_console(self, block):
        commands = list(read_commands(block.text))
        for index, (command, expected) in enumerate(commands):
            done = self.call(
                ["bash", "-c", f"(exit {self.status})\n{command}"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            got = done.stdout.decode("utf-8", errors="replace")
            self.status = done.returncode
            if got != expected:
                raise Failure(f"$ {command}\n" + difference(expected, got))
            is_asked = (
                index + 1 < len(commands) and "$?" in commands[index + 1][0]
            )
            if self.status != 0 and not is_asked:
                raise Failure(
                    f"$ {command}\nends with {self.status}; follow it with "
                    "'$ echo $?' when it should"
                )

    def convert(self, verb, text):
        done = self.call(
            [self.pith, verb, "-"],
            input=text.encode(),
            capture_output=True,
        )
        return (
            done.returncode,
            done.stdout.decode("utf-8", errors="replace"),
            done.stderr.decode("utf-8", errors="replace"),
        )

    def must_convert(self, verb, text):
        status, out, words = self.convert(verb, text)
        if status != 0:
            raise Failure(words)
        return out

    def must_fail(self, verb, block):
        status, _, words = self.convert(verb, block.text)
        if status == 0:
            raise Failure(f"is accepted, {block.error} was expected")
        if f"error: {block.error}:" not in words:
            raise Failure(f"{block.error} was expected, but:\n{words}")

    def read_json(self, block):
        if block.error:
            return self.must_fail("encode", block)
        self.must_convert("encode", block.text)
        self.last["json"] = block
        if "decoded" not in block.words:
            return None
        if "gcf" not in self.last:
            raise Failure("there is no gcf block above")
        out = self.must_convert("decode", self.last["gcf"].text)
        if parsed(out) != parsed(block.text):
            raise Failure("the gcf block above is something else:\n"
                          + difference(block.text, out))
        return None

    def read_gcf(self, block):
        if block.error:
            return self.must_fail("decode", block)
        back = self.must_convert("decode", block.text)
        self.last["gcf"] = block
        if "encoded" not in block.words:
            return None
        if "json" not in self.last:
            raise Failure("there is no json block above")
        source = self.last["json"].text
        out = self.must_convert("encode", source)
        if out != block.text:
            raise Failure("the json block above is written differently:\n"
                          + difference(block.text, out))
        if json.loads(back) != json.loads(source):
            raise Failure("decodes to something else:\n" + back)
        return None


def run_page(options, path):
    """Prints what fails; returns (passed, failed)."""
    passed, failed = 0, 0
    text = pathlib.Path(path).read_text(encoding="utf-8")
    name = os.path.basename(path)
    with tempfile.TemporaryDirectory(prefix="pith-docs-") as directory:
        runner = Runner(options, name, pathlib.Path(directory))
        try:
            blocks = read_blocks(text)
        except Failure as problem:
            print(f"{name}: {problem}")
            return 0, 1
        for block in blocks:
            try:
                passed += runner.run(block)
            except (Failure, subprocess.TimeoutExpired, OSError,
                    ValueError) as problem:
                failed += 1
                print(f"{name}:{block.line}: {block.language}: {problem}")
            runner.previous = block
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pith", required=True, help="the pith command")
    parser.add_argument("--cxx", required=True, help="the compiler")
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--library", action="append", default=[])
    parser.add_argument("--flag", action="append", default=[])
    parser.add_argument("page", nargs="+")
    options = parser.parse_args()
    failures = 0
    for path in options.page:
        passed, failed = run_page(options, path)
        failures += failed
        print(f"{os.path.basename(path)}: {passed} passed, {failed} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
