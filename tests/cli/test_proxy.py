# SPDX-License-Identifier: MIT
"""pith proxy: its own words; what it does with messages is in tests/mcp."""

import json
import os

from harness import Command, HttpServer, OK, USAGE

CALL = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
ANSWER = {"jsonrpc": "2.0", "id": 1, "result": {}}


class Header(Command):
    def proxy(self, url, *fields, **variables):
        words = [word for field in fields for word in ("--header", field)]
        return self.run_pith(
            "proxy", "--url", url, *words, stdin=json.dumps(CALL) + "\n",
            env={"PATH": os.environ["PATH"], **variables},
        )

    def test_variables_as_in_a_configuration(self):
        with HttpServer(200, json.dumps(ANSWER).encode()) as server:
            done = self.proxy(
                server.url + "/mcp", "X-Key: env:KEY",
                "Authorization: Bearer env:TOKEN", "X-Late: a b env:KEY",
                "X-In: anenv:KEY", KEY="k-1", TOKEN="t-2",
            )
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(json.loads(done.stdout), ANSWER)
        sent = server.heads[0]
        self.assertEqual(sent["X-Key"], "k-1")
        self.assertEqual(sent["Authorization"], "Bearer t-2")
        # Neither the whole nor all that follows the first word.
        self.assertEqual(sent["X-Late"], "a b env:KEY")
        self.assertEqual(sent["X-In"], "anenv:KEY")

    def test_a_variable_that_is_not_set(self):
        for field in ["X: env:UNSET", "X: Bearer env:UNSET", "X:env:UNSET"]:
            for variables in [{}, {"UNSET": ""}]:
                with self.subTest(field=field, variables=variables):
                    with HttpServer(200, b"{}") as server:
                        done = self.proxy(server.url, field, "Y: z",
                                          **variables)
                    self.assertEqual(done.returncode, USAGE)
                    self.assertEqual(
                        done.stderr.decode(),
                        "pith: --header: the environment variable 'UNSET' is "
                        "not set, or is empty; set it before you start "
                        "pith\nTry 'pith proxy --help'.\n",
                    )
                    self.assertEqual(server.heads, [])

    def test_fields_that_would_break_the_protocol(self):
        for field, value, what in [
            ("X: env:LINES", "a\r\nEvil: 1", "'X' is not a valid header value"),
            ("Mcp-Session-Id: x", "", "that pith sets itself"),
            ("a b: x", "", "is not a valid header name"),
        ]:
            with self.subTest(field=field):
                done = self.proxy("http://127.0.0.1:1/", field, LINES=value)
                self.assertEqual(done.returncode, USAGE)
                self.assertIn(what, done.stderr.decode())

    def test_what_is_no_field(self):
        for field in ["X", ": x", ""]:
            with self.subTest(field=field):
                done = self.proxy("http://127.0.0.1:1/", field)
                self.assertEqual(done.returncode, USAGE)
                self.assertIn(b"--header takes 'NAME: VALUE'", done.stderr)


class Misuse(Command):
    def test_options_of_another_use_are_refused(self):
        for words, what in [
            (["--dry-run", "--", "true"], "--dry-run works only with install"),
            (["--undo", "--", "true"], "--undo works only with install"),
            (["--header", "X: y", "--", "true"], "--header needs --url"),
            (["--url", "http://127.0.0.1:1/", "--pass-env", "X"],
             "--pass-env works only with a command"),
        ]:
            with self.subTest(words=words):
                done = self.run_pith("proxy", *words, stdin="")
                self.assertEqual(done.returncode, USAGE)
                self.assertIn(what, done.stderr.decode())
