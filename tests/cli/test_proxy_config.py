# SPDX-License-Identifier: MIT
"""pith proxy --config: what is wrong with its words and its file."""

import json
import sys
import unittest

from harness import BAD_INPUT, IO, USAGE, Command

CONFIG = """\
[server.a]
command = ["true"]
[server.b]
command = ["true"]
[endpoint.desk]
servers = ["a", "b"]
"""


# A server with one tool, which says whose it is.
SERVER = """\
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if "id" not in m:
        continue
    if m["method"] == "initialize":
        result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                  "serverInfo": {"name": "x", "version": "1"}}
    elif m["method"] == "tools/list":
        result = {"tools": [{"name": "who", "inputSchema": {"type": "object"}}]}
    else:
        result = {"content": [{"type": "text", "text": sys.argv[1]}]}
    print(json.dumps({"jsonrpc": "2.0", "id": m["id"], "result": result}),
          flush=True)
"""


class ProxyConfig(Command):
    def talk(self, *words, requests):
        """The answers to requests, by id, of the servers as one."""
        opening = [
            {"id": 0, "method": "initialize", "params": {
                "protocolVersion": "2025-11-25", "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"}}},
            {"method": "notifications/initialized"}]
        text = "".join(json.dumps({"jsonrpc": "2.0", **m}) + "\n"
                       for m in opening + requests)
        done = self.run_pith("proxy", *words, stdin=text.encode())
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        return {m["id"]: m for m in answers if "id" in m}

    def test_several_servers_are_one(self):
        self.file("server.py", SERVER)
        server = self.directory / "server.py"
        lines = [f"[server.{name}]\ncommand = "
                 + json.dumps([sys.executable, str(server), name])
                 for name in ("a", "b", "c")]
        self.file("pith.toml", "\n".join(
            [*lines, '[endpoint.desk]', 'servers = ["a", "b"]']))
        call = {"method": "tools/call", "params": {"arguments": {}}}
        requests = [{"id": 1, "method": "tools/list"},
                    {**call, "id": 2, "params": {"name": "a__who"}},
                    {**call, "id": 3, "params": {"name": "b__who"}},
                    {**call, "id": 4, "params": {"name": "c__who"}}]
        found = self.talk("-c", "pith.toml", "--endpoint", "desk",
                          requests=requests)
        self.assertEqual([t["name"] for t in found[1]["result"]["tools"]],
                         ["a__who", "b__who"])
        for number, name in ((2, "a"), (3, "b")):
            self.assertEqual(found[number]["result"]["content"][0]["text"],
                             name)
        self.assertIn("Unknown tool: c__who", found[4]["error"]["message"])
        found = self.talk("-c", "pith.toml", requests=requests)
        self.assertEqual(found[4]["result"]["content"][0]["text"], "c")

    def fails(self, *words, status=USAGE):
        done = self.run_pith("proxy", *words)
        self.assertEqual(done.returncode, status, done.stderr.decode())
        self.assertEqual(done.stdout, b"")
        return done.stderr.decode()

    def test_what_cannot_be_combined(self):
        self.file("pith.toml", CONFIG)
        config = ["--config", "pith.toml"]
        self.assertIn("--config and a command cannot be combined",
                      self.fails(*config, "--", "true"))
        self.assertIn("--config and --url cannot be combined",
                      self.fails(*config, "--url", "http://127.0.0.1:1/"))
        self.assertIn("--header needs --url",
                      self.fails(*config, "--header", "a: b"))
        for words in [["--mode", "passthrough"], ["--format", "gcf"],
                      ["--tokenizer", "o200k_base"], ["--min-tokens", "1"],
                      ["--pass", "x"], ["--allow", "x"], ["--deny", "x"],
                      ["--slim"], ["--more"], ["--pass-env", "X"]]:
            self.assertIn(f"{words[0]} and --config cannot be combined; set it "
                          "in [rewrite] or [server.NAME]",
                          self.fails(*config, *words))
        self.assertIn("--endpoint needs --config",
                      self.fails("--endpoint", "desk", "--", "true"))

    def test_endpoints(self):
        self.file("pith.toml", CONFIG)
        self.assertIn(
            "there is no [endpoint.dsek] in the configuration; did you mean "
            "'desk'?",
            self.fails("-c", "pith.toml", "--endpoint", "dsek"))
        # A server is none.
        self.assertIn("there is no [endpoint.a]",
                      self.fails("-c", "pith.toml", "--endpoint", "a"))

    def test_files(self):
        self.assertIn("none.toml", self.fails("-c", "none.toml", status=IO))
        self.file("pith.toml", CONFIG.replace('"b"', '"c"'))
        self.assertIn(
            "pith.toml:6:17: error: endpoint.desk.servers: there is no server "
            "'c'", self.fails("-c", "pith.toml", status=BAD_INPUT))


if __name__ == "__main__":
    unittest.main()
