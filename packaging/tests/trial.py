# SPDX-License-Identifier: MIT
"""An empty home, what somebody types there, and how long it takes until the
first answer of a wrapped server is smaller."""

import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import time

import mcp_session

# The promise: from nothing to the first saving.
MAX_SECONDS = 30


class Trial:
    """One way to install pith. Use it as a context; it removes its home."""

    def __init__(self, name):
        self.name = name
        self.typed = []
        self.seconds = 0.0
        self.scratch = tempfile.TemporaryDirectory(prefix="pith-trial-")
        self.home = pathlib.Path(self.scratch.name)
        self.graph = self.home / "memory.jsonl"
        mcp_session.write_graph(self.graph)
        node = str(mcp_session.NODE.parent)
        self.env = {"HOME": str(self.home), "LANG": "C.UTF-8",
                    "PATH": f"{node}:/usr/local/bin:/usr/bin:/bin:/usr/sbin",
                    "MEMORY_FILE_PATH": str(self.graph)}
        self.last_row = "svc-59"
        self.before = None
        self.after = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.scratch.cleanup()

    def type(self, line):
        """Runs a line that somebody types."""
        self.type_words(["bash", "-c", line], line)

    def type_words(self, words, shown):
        """The same for a line that runs elsewhere."""
        done = self.timed(lambda: subprocess.run(
            words, env=self.env, cwd=self.home, text=True,
            capture_output=True, check=False, timeout=300), shown)
        if done.returncode != 0:
            raise RuntimeError(f"{self.name}: {shown}: exit code "
                               f"{done.returncode}\n{done.stdout}{done.stderr}")

    def timed(self, step, shown):
        """What the step returns; its time counts."""
        self.typed.append(shown)
        begin = time.monotonic()
        done = step()
        self.seconds += time.monotonic() - begin
        return done

    def save(self, pith, run_in=None, server=None):
        """The words `pith` (up to and without `proxy`) wrap the memory server;
        the first answer must be smaller, and tell the same. `run_in` makes
        words that run elsewhere."""
        run_in = run_in or self.located
        server = server or ["node", str(mcp_session.MEMORY)]
        words = [*pith, "proxy", "--summary", "--pass-env", "MEMORY_FILE_PATH",
                 "--", *server]
        answer = self.timed(
            lambda: mcp_session.call(run_in(words), self.env, cwd=self.home),
            shlex.join([*pith, "proxy", "--", "SERVER"]))
        plain = mcp_session.call(run_in(server), self.env, cwd=self.home)
        self.judge(plain, answer)

    def located(self, words):
        """The first word as the PATH of the trial has it."""
        for folder in self.env["PATH"].split(os.pathsep):
            path = pathlib.Path(folder, words[0])
            if os.access(path, os.X_OK):
                return [str(path), *words[1:]]
        raise RuntimeError(f"{self.name}: no {words[0]} in the PATH")

    def judge(self, plain, answer):
        """The answer is smaller by characters and by tokens, and whole."""
        summary = re.search(r"([\d,]+) tokens before, ([\d,]+) after",
                            answer.errors)
        if not summary:
            raise RuntimeError(f"{self.name}: no summary: {answer.errors}")
        self.before, self.after = (int(one.replace(",", ""))
                                   for one in summary.groups())
        if answer.size >= plain.size or self.after >= self.before:
            raise RuntimeError(
                f"{self.name}: nothing saved: {plain.size} characters without "
                f"pith, {answer.size} with it\n{answer.errors}")
        if self.last_row not in str(answer.result):
            raise RuntimeError(f"{self.name}: the answer lacks the last row")

    @property
    def is_slow(self):
        return self.seconds >= MAX_SECONDS

    def row(self):
        lines = "<br>".join(f"`{one}`" for one in self.typed)
        return (f"| {self.name} | {lines} | {self.seconds:.1f} | "
                f"{self.before:,} | {self.after:,} |")
