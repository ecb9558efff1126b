# SPDX-License-Identifier: MIT
"""pith proxy --config: what is wrong with its words and its file."""

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


class ProxyConfig(Command):
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
