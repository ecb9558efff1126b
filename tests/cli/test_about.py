# SPDX-License-Identifier: MIT
"""codecs, man pages and completions."""

import json
import pathlib
import subprocess

from harness import Command


class About(Command):
    def test_codecs_are_listed(self):
        text = self.run_pith("codecs").stdout.decode()
        listed = json.loads(self.run_pith("codecs", "--json").stdout)
        for codec in listed:
            self.assertIn(f"\n{codec['name']}: ", "\n" + text)
        self.assertLessEqual(
            {"gcf", "toon", "tron", "json", "gcb", "goon", "xml", "markdown"},
            {codec["name"] for codec in listed},
        )

    def test_the_reference_is_up_to_date(self):
        page = pathlib.Path(__file__).parents[2] / "docs/cli-reference.md"
        self.assertEqual(
            page.read_text().split("\n\n", 2)[2],
            self.run_pith("help", "--markdown").stdout.decode(),
        )

    def test_manual_pages_have_no_warnings(self):
        names = [None] + [line.split()[0] for line in self.run_pith(
            "--help").stdout.decode().split("Commands:\n")[1]
            .split("\n\n")[0].splitlines()]
        for name in names:
            with self.subTest(name=name):
                page = self.run_pith("help", "--man", *([name] if name else []))
                done = subprocess.run(
                    ["mandoc", "-T", "lint", "-W", "warning"], check=False,
                    input=page.stdout, stdout=subprocess.PIPE,
                )
                # A date would make two builds differ.
                faults = [line for line in done.stdout.decode().splitlines()
                          if "missing date" not in line]
                self.assertEqual(faults, [])

    def test_completions_are_scripts(self):
        for shell in ("bash", "zsh", "fish"):
            with self.subTest(shell=shell):
                script = self.run_pith("completions", shell).stdout
                done = subprocess.run([shell, "-n"], check=False, input=script,
                                      capture_output=True)
                self.assertEqual((done.returncode, done.stderr), (0, b""))

    def complete(self, *words):
        """What bash would offer for the last word."""
        script = self.run_pith("completions", "bash").stdout.decode()
        array = " ".join(f"'{w}'" for w in ("pith", *words))
        script += (f"COMP_WORDS=({array}); COMP_CWORD={len(words)}; _pith; "
                   'printf "%s\\n" "${COMPREPLY[@]}"\n')
        done = subprocess.run(["bash"], check=True, cwd=self.directory,
                              input=script.encode(), stdout=subprocess.PIPE)
        return done.stdout.decode().splitlines()

    def test_bash_completes(self):
        self.assertEqual(self.complete("enc"), ["encode"])
        self.assertEqual(self.complete("encode", "--budget-"), ["--budget-note"])
        self.assertEqual(self.complete("encode", "--to", "too"),
                         ["toon", "toon-tab"])
        self.assertEqual(self.complete("tokens", "--tokenizer", "o200"),
                         ["o200k_base", "o200k_harmony"])
        self.assertEqual(self.complete("completions", "f"), ["fish"])
        self.assertEqual(self.complete("encode", "--to", "au"), ["auto"])
        self.file("orders of may.json", "1")
        self.assertEqual(self.complete("encode", "ord"),
                         ["orders of may.json"])

    def test_bash_completes_what_is_possible(self):
        # bash makes three words of --to=t.
        self.assertEqual(self.complete("encode", "--to", "=", "tr"), ["tron"])
        self.assertIn("tron", self.complete("encode", "--to", "="))
        self.assertEqual(self.complete("primer", "gcf-"), ["gcf-graph"])
        self.assertEqual(self.complete("encode", "-O", "deli"), ["delimiter="])
        self.assertEqual(self.complete("view", "--color", "al"), ["always"])

    def test_other_shells_complete_what_is_possible(self):
        zsh = self.run_pith("completions", "zsh").stdout.decode()
        self.assertIn("a model'\\''s answer", zsh)
        self.assertIn("'*:[FORMAT]:(gcf gcf-graph toon tron)'", zsh)
        fish = self.run_pith("completions", "fish").stdout.decode()
        self.assertIn("a model\\'s answer", fish)
        self.assertRegex(fish, r"-l to -s t -x -a 'auto ")
        self.assertRegex(fish, r"from primer' -a 'gcf gcf-graph toon tron'")
        self.assertRegex(fish, r"-l output -s o -r -F -d")

    def test_codecs_say_what_they_take(self):
        text = self.run_pith("codecs").stdout.decode()
        self.assertIn("  files         .ndjson, .jsonl\n", text)
        self.assertIn("  variant       toon-tab\n", text)
        self.assertRegex(text, r"(?s)\ncsv: .*?\n  takes         rows of scalars")
        self.assertRegex(text, r"(?s)\ntoml: .*?\n  takes         an object")
        self.assertIn("\nauto: ", text)
