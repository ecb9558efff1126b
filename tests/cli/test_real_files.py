# SPDX-License-Identifier: MIT
"""Switches for files that are not quite what their format says."""

import json

from harness import BAD_INPUT, OK, USAGE, Command

COMPOSE = """\
base: &base {image: app, restart: always}
web:
  <<: *base
  ports: [80]
"""
BIG = '{"id":18446744073709551615}'


class RealFiles(Command):
    def decoded(self, *words, **settings):
        done = self.run_pith("decode", *words, **settings)
        self.assertEqual((done.returncode, done.stderr), (OK, b""), words)
        return json.loads(done.stdout)

    def refused(self, hint, *words, **settings):
        done = self.run_pith("decode", *words, **settings)
        self.assertEqual((done.returncode, done.stdout), (BAD_INPUT, b""))
        last = done.stderr.decode().splitlines()[-1]
        self.assertEqual(last, f"pith: to read it, use {hint}")

    def test_what_is_refused_names_the_switch_that_reads_it(self):
        for name, content, switch, value in (
            ("big.json", BIG, "--big-integers=string",
             {"id": "18446744073709551615"}),
            ("big.ndjson", BIG + "\n" + BIG, "--big-integers=string",
             [{"id": "18446744073709551615"}] * 2),
            ("big.yaml", "id: 18446744073709551615", "--big-integers=string",
             {"id": "18446744073709551615"}),
            ("big.cbor", b"\x1b" + b"\xff" * 8, "--big-integers=string",
             "18446744073709551615"),
            ("big.msgpack", b"\xcf" + b"\xff" * 8, "--big-integers=string",
             "18446744073709551615"),
            ("half.json", r'["\ud800"]', "--lone-surrogates=replace",
             ["\ufffd"]),
            ("bytes.json", b'["\xed\xa0\x80"]', "--lone-surrogates=replace",
             ["\ufffd"]),
            ("comment.json", '// x\n{"a":1}', "--jsonc", {"a": 1}),
            ("comma.json", '{"a":[1,2,],\n}', "--jsonc", {"a": [1, 2]}),
            ("k8s.yaml", "a: 1\n---\nb: 2\n", "--yaml-documents=array",
             [{"a": 1}, {"b": 2}]),
            ("compose.yaml", COMPOSE, "--merge-keys",
             {"base": {"image": "app", "restart": "always"},
              "web": {"image": "app", "restart": "always", "ports": [80]}}),
            ("cfn.yaml", "Value: !Ref Name\n", "--yaml-tags=keep",
             {"Value": {"!Ref": "Name"}}),
            ("ragged.csv", "a,b\n1\n2,3\n", "--csv-fill",
             [{"a": 1, "b": None}, {"a": 2, "b": 3}]),
        ):
            with self.subTest(name=name):
                self.file(name, content)
                self.refused(switch, name)
                self.assertEqual(self.decoded(switch, name), value)
                self.assertEqual(
                    self.run_pith("check", switch, name).returncode, OK)

    def test_the_switches_are_options_of_the_formats(self):
        self.file("big.json", BIG)
        self.file("a.yaml", "a: 1\n---\nb: 2\n")
        self.assertEqual(
            self.decoded("--from-option", "big-integers=string", "big.json"),
            {"id": "18446744073709551615"})
        self.assertEqual(
            self.decoded("--from-option", "documents=first", "a.yaml"),
            {"a": 1})
        # What is said of the format counts more.
        self.refused("--big-integers=string", "--big-integers=string",
                     "--from-option", "big-integers=error", "big.json")
        self.expect("decode", "--big-integers=int", "big.json", status=USAGE,
                    err="pith: --big-integers takes one of "
                        "error|string|float, not 'int'\n"
                        "Try 'pith decode --help'.\n")
        self.expect("decode", "--from-option", "documents=some", "a.yaml",
                    status=USAGE,
                    err="pith: invalid_option: yaml does not know "
                        "documents='some'; documents: reading several "
                        "documents: error, array, first\n"
                        "Try 'pith codecs'.\n")

    def test_a_switch_for_another_format_says_nothing(self):
        self.assertEqual(
            self.decoded("--merge-keys", "--csv-fill", "--jsonc",
                         "--yaml-tags=drop", stdin="GCF profile=generic\na=1\n"),
            {"a": 1})
        self.assertEqual(
            self.decoded("--big-integers=string", "--jsonc", stdin=BIG),
            {"id": "18446744073709551615"})

    def test_they_can_be_set_once(self):
        self.file("big.json", BIG)
        self.file("c.toml", 'big-integers = "string"\njsonc = true\n')
        env = {"PATH": "/", "PITH_CONFIG": "c.toml"}
        self.assertEqual(self.decoded("big.json", env=env),
                         {"id": "18446744073709551615"})
        env["PITH_BIG_INTEGERS"] = "error"
        self.refused("--big-integers=string", "big.json", env=env)

    def test_rounding_is_said_and_exact_refuses_it(self):
        done = self.run_pith("decode", "--big-integers=float", stdin=BIG)
        self.assertEqual(done.stdout, b'{"id":1.8446744073709552e+19}\n')
        self.assertIn(b"<stdin>:1:7: this number is rounded", done.stderr)
        done = self.run_pith("decode", "--big-integers=float", "--exact",
                             stdin=BIG)
        self.assertEqual(done.returncode, BAD_INPUT)
        done = self.run_pith("decode", "--big-integers=float", "-q", stdin=BIG)
        self.assertEqual(done.stderr, b"")

    def test_errors_keep_their_place(self):
        done = self.run_pith("check", "--jsonc", "-",
                             stdin="/* x\n*/ [1,\n ;]")
        self.assertTrue(done.stderr.startswith(b"<stdin>:3:2: error: "),
                        done.stderr)
        done = self.run_pith("check", "--jsonc", "-", stdin="[1]\n /* x")
        self.assertTrue(done.stderr.startswith(
            b"<stdin>:2:2: error: unexpected_end: the comment has no end"),
            done.stderr)

    def test_merges_are_bounded(self):
        text = "a0: &a0 {x: [1, 2, 3, 4, 5, 6, 7, 8, 9]}\n"
        for i in range(1, 40):
            b = f"*a{i - 1}"
            text += f"a{i}: &a{i} {{p: {b}, q: {b}, <<: [{b}, {b}]}}\n"
        self.file("bomb.yaml", text)
        done = self.run_pith("check", "--merge-keys", "bomb.yaml")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b"expansion_limit", done.stderr)

    def test_rows_with_other_keys_as_csv(self):
        rows = '[{"a":1},{"b":2,"a":3}]'
        done = self.run_pith("convert", "-t", "csv", stdin=rows)
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b"--csv-fill", done.stderr)
        self.expect("convert", "-t", "csv", "--csv-fill", stdin=rows,
                    out="a,b\n1,\n3,2\n")
        self.expect("convert", "-f", "ndjson", "-t", "csv", "--csv-fill",
                    stdin='{"a":1}\n{"b":2}\n', out="a,b\n1,\n,2\n")

    def test_the_delimiter_is_found_and_said(self):
        self.file("s.csv", "a;b\n1;2\n")
        note = ("pith: s.csv: the delimiter is semicolon; --from-option "
                "delimiter=comma reads one column\n")
        rows = '[{"a":1,"b":2}]\n'
        self.expect("convert", "s.csv", "-t", "json", out=rows, err=note)
        self.expect("convert", "-q", "s.csv", "-t", "json", out=rows)
        self.expect("check", "s.csv", out="s.csv: good csv\n", err=note)
        self.expect("convert", "-f", "csv", "-t", "json", stdin="a|b\n1|2\n",
                    out=rows, err=note.replace("s.csv", "<stdin>")
                    .replace("semicolon", "pipe"))
        self.expect("convert", "s.csv", "-t", "json", "--from-option",
                    "delimiter=comma", out='[{"a;b":"1;2"}]\n')
        self.expect("encode", "s.csv", err=note,
                    out="GCF profile=generic\n## [1]{a,b}\n1|2\n")
        # fmt writes a file as it is.
        self.expect("fmt", "--check", "s.csv")
        self.expect("convert", "-f", "csv", "-t", "json",
                    stdin="text\nsome; more\n", out='[{"text":"some; more"}]\n')

    def test_the_delimiter_of_a_long_file(self):
        rows = 700_000
        self.file("long.csv", "a;b\n" + "10000;2\n" * rows + "1;2;3\n")
        done = self.run_pith("check", "long.csv")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b"the delimiter is semicolon", done.stderr)
        self.assertIn(f"long.csv:{rows + 2}:5: error: row_width".encode(),
                      done.stderr)
        done = self.run_pith("encode", "long.csv", "-o", "long.gcf")
        self.assertEqual(done.stderr.count(b"the delimiter is"), 1)
