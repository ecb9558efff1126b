# SPDX-License-Identifier: MIT
"""What the tests of the command share."""

import fcntl
import http.server
import os
import pathlib
import pty
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import unittest

# What the person who runs the tests has set must not change them.
os.environ["PITH_CONFIG"] = ""

# Set by run.py.
PITH = os.environ.get("PITH_UNDER_TEST", "pith")
# What runs: another file than PITH if that is a script that starts an emulator
# (tests/static/wrap.sh).
PITH_FILE = os.environ.get("PITH_FILE", PITH)


# Where programs of the desktop keep their settings, below the home directory.
SETTINGS = (".config" if sys.platform != "darwin"
            else "Library/Application Support")


def takes_memory_itself():
    """A sanitizer or an emulator is counted with the command, and macOS keeps
    no such limit."""
    return (sys.platform == "darwin" or PITH_FILE != PITH or
            b"__asan_init" in pathlib.Path(PITH).read_bytes())


ORDERS = '[{"id":1,"name":"Alice"},{"id":2,"name":"Bob"}]'
ORDERS_GCF = (
    "GCF profile=generic\n"
    "## [2]{id,name}\n"
    "1|Alice\n"
    "2|Bob\n"
)

OK, BAD_INPUT, USAGE, IO = 0, 1, 2, 3

GOLDEN = pathlib.Path(__file__).resolve().parent / "golden"


class Terminal:
    """A pseudo-terminal of this size; reads what is written to it."""

    def __init__(self, columns=80, lines=24):
        self.master, self.slave = pty.openpty()
        size = struct.pack("HHHH", lines, columns, 0, 0)
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, size)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close_slave()
        os.close(self.master)

    def close_slave(self):
        """Once the command has it; otherwise read() would not end."""
        if self.slave is not None:
            os.close(self.slave)
            self.slave = None

    def read(self):
        self.close_slave()
        out = b""
        while True:
            try:
                part = os.read(self.master, 65536)
            except OSError:  # EIO: nobody has the other side any more
                part = b""
            if not part:
                return out.replace(b"\r\n", b"\n").decode()
            out += part


class HttpServer:
    """Answers every request in the same way, and keeps their heads."""

    def __init__(self, status, body, kind="application/json"):
        self.heads = []
        heads = self.heads

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                heads.append(self.headers)
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_DELETE = answer

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


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

    def expect_golden(self, name, text):
        """UPDATE_GOLDEN=1 writes instead; look at what it wrote."""
        path = GOLDEN / name
        if os.environ.get("UPDATE_GOLDEN"):
            path.write_text(text, encoding="utf-8")
        self.maxDiff = None
        self.assertEqual(text, path.read_text(encoding="utf-8"))

    def on_terminal(self, *words, columns=80, lines=24, streams=("out", "err"),
                    stdin=subprocess.DEVNULL, **environment):
        """Runs in a terminal; returns the exit code, and what it shows.

        Those of the streams that are not named go to /dev/null.
        """
        base = {"PATH": os.environ["PATH"], "TERM": "xterm",
                "LC_ALL": "C.UTF-8", **environment}
        with Terminal(columns, lines) as terminal:
            where = {s: terminal.slave if s in streams else subprocess.DEVNULL
                     for s in ("out", "err")}
            with subprocess.Popen(
                [PITH, *words], cwd=self.directory, stdin=stdin, env=base,
                stdout=where["out"], stderr=where["err"],
            ) as process:
                shown = terminal.read()
                return process.wait(timeout=60), shown
