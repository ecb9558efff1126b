# SPDX-License-Identifier: MIT
"""tokens."""

import json

from harness import Command, IO, OK, ORDERS, ORDERS_GCF, USAGE


class Tokens(Command):
    # Counts of the original tokenizers.
    def test_counts_files_and_their_sum(self):
        self.file("orders.json", ORDERS)
        self.file("orders.gcf", ORDERS_GCF)
        self.expect(
            "tokens", "orders.json", "orders.gcf",
            out="19  orders.json\n21  orders.gcf\n40  total\n",
        )
        self.expect("tokens", "orders.json", out="19  orders.json\n")
        self.expect("tokens", stdin="Hello world", out="2  -\n")
        self.expect("tokens", stdin="", out="0  -\n")

    def test_the_tokenizer_can_be_chosen(self):
        for name, count in [("o200k_base", 4), ("cl100k_base", 5),
                            ("p50k_base", 7), ("r50k_base", 7)]:
            for words in [("--tokenizer", name), (f"--tokenizer={name}",)]:
                with self.subTest(words=words):
                    self.expect("tokens", *words, stdin="1234567 \u4e2d\u6587",
                                out=f"{count}  -\n")

    def test_json_for_machines(self):
        self.file("a", "Hello world")
        self.expect(
            "tokens", "--json", "a",
            out='{"tokenizer":"o200k_base","estimate":false,"files":'
                '[{"file":"a","tokens":2,"bytes":11}],"total":2}\n',
        )

    def test_an_estimate_says_so(self):
        self.expect(
            "tokens", "--tokenizer", "claude", stdin="Hello world",
            out="2  -\n",
            err="pith: the tokenizer of claude is not public; these are "
                "counts of o200k_base, an estimate. The provider's own "
                "counting API is exact\n",
        )

    def test_models_are_named_as_the_field_names_them(self):
        for name in ["gpt-4o-mini", "gpt-4.1-mini", "gpt-5-mini", "gpt-5.1",
                     "gpt-5-codex", "o3-mini", "gpt-4-turbo", "GPT-4o",
                     "gpt-4o-2024-08-06", "gpt-3.5-turbo-0613", "gpt-oss-120b",
                     "chatgpt-4o-latest", "text-embedding-ada-002",
                     "o200k_harmony", "openai/gpt-4o", "ft:gpt-4o:us::x"]:
            self.expect("tokens", "--tokenizer", name, stdin="Hello world",
                        out="2  -\n")
        for name in ["claude-sonnet-4-5", "claude-3-5-sonnet",
                     "gemini-2.5-pro", "grok-4", "anthropic/claude-3-opus"]:
            done = self.run_pith("tokens", "--tokenizer", name, stdin="Hello")
            self.assertEqual(done.returncode, OK)
            self.assertIn(f"the tokenizer of {name} is not public".encode(),
                          done.stderr)

    def test_gpt_4_and_gpt_4o_are_told_apart(self):
        for name, encoding in [("gpt-4-0613", "cl100k_base"),
                               ("gpt-4o-mini", "o200k_base"),
                               ("gpt-4.1-nano", "o200k_base"),
                               ("gpt-3.5-turbo-16k", "cl100k_base")]:
            done = self.run_pith("tokens", "--json", "--tokenizer", name,
                                 stdin="x")
            self.assertIn(f'"tokenizer":"{encoding}"'.encode(), done.stdout)

    def test_a_file_that_is_missing_does_not_hide_the_others(self):
        self.file("a", "Hello world")
        self.expect("tokens", "none", "a", status=IO, out="2  a\n",
                    err="pith: cannot read none: "
                        "No such file or directory\n")

    def test_json_names_what_cannot_be_read(self):
        self.file("a", "Hello world")
        done = self.run_pith("tokens", "--json", "a", "none")
        self.assertEqual(done.returncode, IO)
        counted = json.loads(done.stdout)
        self.assertEqual(counted["files"][1],
                         {"file": "none", "error": "the file cannot be read"})
        self.assertEqual(counted["total"], 2)
        self.file("new\nline", "x")
        done = self.run_pith("tokens", "--json", "new\nline")
        self.assertEqual(json.loads(done.stdout)["files"][0]["file"],
                         "new\nline")

    def test_what_cannot_be_counted(self):
        for name in ["nonsense", "gpt-9.9"]:
            done = self.run_pith("tokens", "--tokenizer", name, stdin="x")
            self.assertEqual(done.returncode, USAGE)
            self.assertTrue(done.stderr.decode().startswith(
                f"{name}: error: unknown_tokenizer: neither the path of a "
                "tokenizer nor one of o200k_base, "), done.stderr)
        self.expect(
            "tokens", "--tokenizer", "./none", stdin="x", status=IO,
            err="./none: error: read_failed: the file cannot be read, or is "
                "empty\n",
        )
        self.expect(
            "tokens", "--tokenizer", status=USAGE,
            err="pith: --tokenizer needs a value\nTry 'pith tokens --help'.\n",
        )
        self.expect("tokens", "missing", status=IO,
                    err="pith: cannot read missing: "
                        "No such file or directory\n")
