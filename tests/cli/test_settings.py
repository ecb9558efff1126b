# SPDX-License-Identifier: MIT
"""Defaults by the environment and the configuration file."""

import json
import os

from harness import IO, OK, ORDERS, ORDERS_GCF, USAGE, Command


class Settings(Command):
    def setUp(self):
        super().setUp()
        self.file("a.json", ORDERS)
        self.environment = {
            name: value for name, value in os.environ.items()
            if not name.startswith("PITH_") and name != "XDG_CONFIG_HOME"
        }
        self.environment["HOME"] = str(self.directory)

    def with_file(self, text, name=".config/pith/config.toml"):
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return str(path)

    def origins(self, **more):
        done = self.run_pith("config", "--json",
                             env={**self.environment, **more})
        self.assertEqual((done.returncode, done.stderr), (OK, b""))
        got = json.loads(done.stdout)
        return got["file"], {one["name"]: (one["value"], one["origin"])
                             for one in got["settings"]}

    def test_built_in_values_are_those_of_the_commands(self):
        file, got = self.origins()
        self.assertIsNone(file)
        self.assertEqual(got["tokenizer"], ("o200k_base", "built in"))
        self.assertEqual(got["to"], ("gcf", "built in"))
        self.assertEqual({origin for _, origin in got.values()}, {"built in"})

    def test_option_environment_file_built_in(self):
        count = ["tokens", "--json", "a.json"]

        def tokenizer(*words, **more):
            done = self.run_pith(*count, *words,
                                 env={**self.environment, **more})
            self.assertEqual(done.returncode, OK, done.stderr)
            return json.loads(done.stdout)["tokenizer"]

        self.assertEqual(tokenizer(), "o200k_base")
        path = self.with_file('tokenizer = "r50k_base"\n')
        self.assertEqual(tokenizer(), "r50k_base")
        self.assertEqual(tokenizer(PITH_TOKENIZER="cl100k_base"),
                         "cl100k_base")
        self.assertEqual(tokenizer(PITH_TOKENIZER=""), "r50k_base")
        self.assertEqual(
            tokenizer("--tokenizer", "p50k_base",
                      PITH_TOKENIZER="cl100k_base"), "p50k_base")
        self.assertEqual(tokenizer(PITH_CONFIG=""), "o200k_base")
        self.assertEqual(self.origins()[1]["tokenizer"],
                         ("r50k_base", f"{path}:1"))
        self.assertEqual(self.origins(PITH_TOKENIZER="gpt-4o")[1]["tokenizer"],
                         ("gpt-4o", "PITH_TOKENIZER"))

    def test_the_place_of_the_file(self):
        self.with_file('tokenizer = "r50k_base"\n')
        other = self.with_file('color = "never"\n', "x/pith/config.toml")
        file, got = self.origins(XDG_CONFIG_HOME=str(self.directory / "x"))
        self.assertEqual((file, got["color"]), (other, ("never", f"{other}:1")))
        # The XDG specification: a relative path counts as none.
        self.assertTrue(self.origins(XDG_CONFIG_HOME="x")[0]
                        .endswith("/.config/pith/config.toml"))
        named = self.with_file("exact = true\n", "named.toml")
        self.assertEqual(self.origins(PITH_CONFIG=named)[1]["exact"],
                         ("true", f"{named}:1"))
        self.expect("config", status=IO, env={**self.environment,
                                              "PITH_CONFIG": "none.toml"},
                    err="pith: cannot read the configuration file none.toml: "
                        "No such file or directory\n")

    def test_the_output_format_of_encode(self):
        self.with_file('to = "json"\n')
        self.expect("encode", "a.json", env=self.environment, out=ORDERS + "\n")
        self.expect("encode", "-t", "gcf", "a.json", env=self.environment,
                    out=ORDERS_GCF)
        # What the extension says is said now, what the file says long ago.
        self.expect("encode", "a.json", "-o", "a.gcf", env=self.environment)
        self.assertEqual((self.directory / "a.gcf").read_text(), ORDERS_GCF)
        self.expect("decode", "a.gcf", env=self.environment,
                    out=ORDERS + "\n")
        self.with_file('to = "auto"\n')
        self.expect("encode", "a.json", "-o", "b.gcf", env=self.environment)
        self.with_file('to = "frob"\n')
        self.expect("encode", "a.json", env=self.environment, status=USAGE,
                    err="pith: unknown format 'frob'\nTry 'pith codecs'.\n")

    def test_switches(self):
        number = "1.00000000000000000001"
        exact = {**self.environment, "PITH_EXACT": "1"}
        self.assertEqual(
            self.run_pith("encode", stdin=number, env=exact).returncode, 1)
        self.with_file("exact = true\n")
        self.assertEqual(
            self.run_pith("encode", stdin=number,
                          env=self.environment).returncode, 1)
        exact["PITH_EXACT"] = "0"
        self.assertEqual(
            self.run_pith("encode", stdin=number, env=exact).returncode, OK)

    def test_mistakes(self):
        path = self.with_file('\ntokeniser = "x"\ncolor = 3\n')
        wrong = (f"{path}:2: error: unknown key 'tokeniser'; did you mean "
                 f"'tokenizer'?\n{path}:3: error: color takes a string\n")
        for words in (["config"], ["encode", "a.json"], ["tokens", "a.json"]):
            self.expect(*words, env=self.environment, status=USAGE, err=wrong)
        # Those that nothing can be set for, and help, work all the same.
        for words in (["version"], ["encode", "--help"], ["codecs"],
                      ["completions", "bash"]):
            done = self.run_pith(*words, env=self.environment)
            self.assertEqual((done.returncode, done.stderr), (OK, b""))
        self.expect("encode", "--zzz", env=self.environment, status=USAGE,
                    err="pith: unknown option '--zzz'\n"
                        "Try 'pith encode --help'.\n")
        self.with_file("")
        for name, value, mistake in (
            ("PITH_COLOR", "pink", "takes one of auto|always|never, not "
                                   "'pink'"),
            ("PITH_EXACT", "perhaps", "takes true or false, not 'perhaps'"),
        ):
            self.expect("encode", "a.json", status=USAGE,
                        env={**self.environment, name: value},
                        err=f"pith: the environment variable {name} "
                            f"{mistake}\n")
        self.with_file('color = "a')
        done = self.run_pith("config", env=self.environment)
        self.assertEqual(done.returncode, USAGE)
        self.assertRegex(done.stderr, rb"config\.toml:1: error: ")

    def test_servers_take_none(self):
        self.with_file("frob = 1\n")
        done = self.run_pith("proxy", "--", "true", env=self.environment)
        self.assertNotIn(b"frob", done.stderr)

    def test_as_text(self):
        self.with_file('color = "never"\n')
        done = self.run_pith("config", env=self.environment)
        self.assertRegex(
            done.stdout.decode(),
            r"^file: /.*/config\.toml\n\n(?:.*\n)*"
            r"color +never +/.*/config\.toml:1\n")
