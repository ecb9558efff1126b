# SPDX-License-Identifier: MIT
"""Numbers, tables and options that must not change on their way."""

import json

from harness import BAD_INPUT, OK, USAGE, Command

MANY_DIGITS = ('{"price":0.1234567890123456789012345,"z":-0.0,"t":1e-400,'
               '"id":9007199254740993.0,"n":1.5}')


class Numbers(Command):
    def test_rounding_is_said_once(self):
        self.file("p.json", MANY_DIGITS)
        done = self.run_pith("encode", "p.json")
        self.assertEqual(done.returncode, OK)
        self.assertEqual(
            done.stderr.decode(),
            "pith: p.json:1:10: this and 3 more numbers are rounded to the "
            "nearest double; --exact refuses them\n")
        self.file("q.json", MANY_DIGITS)
        done = self.run_pith("compare", "p.json", "q.json")
        self.assertEqual(done.stderr.count(b"rounded"), 1)
        done = self.run_pith("encode", stdin="\ufeff[\n1e-400]")
        self.assertEqual(
            done.stderr, b"pith: <stdin>:2:1: this number is rounded to the "
            b"nearest double; --exact refuses it\n")

    def test_texts_are_not_numbers(self):
        for name, text in [("a.json", '["1e-400","a\\",-0.0,\\"b"]'),
                           ("a.csv", "a,b\n1e-400,-0.0\n"),
                           ("a.yaml", "a: '1e-400'\n1e-400: x,1e-400\n"),
                           ("a.toml", 'a = "1e-400"\n'),
                           ("a.toon", "a: x -0.0\n"),
                           ("a.gcf", "GCF profile=generic\na=x 1e-400\n")]:
            self.file(name, text)
            done = self.run_pith("convert", "-t", "json", "--exact", name)
            self.assertEqual((done.returncode, done.stderr), (OK, b""), name)

    def test_exact_refuses_rounding(self):
        self.file("p.json", MANY_DIGITS)
        for words in [("encode",), ("check",), ("convert", "-t", "yaml"),
                      ("fmt",), ("view",), ("compare",), ("root",)]:
            done = self.run_pith(*words, "--exact", "p.json")
            self.assertEqual(done.returncode, BAD_INPUT, words)
            self.assertIn(b"p.json:1:10: error: out_of_range", done.stderr)
        self.expect("encode", "--exact", stdin='[0.1,1.10,1e2,-1]',
                    out="GCF profile=generic\n## [4]: 0.1,1.1,100,-1\n")
        for name, text in [("toon", "a: -0.0\n"), ("yaml", "a: 1e-400\n"),
                           ("toml", "a = 1e-400\n"), ("tron", "[1e-400]"),
                           ("gcf", "GCF profile=generic\n## [1]{a}\n1e-400\n"),
                           ("ndjson", "1\n1e-400\n")]:
            for target in ["json", "ndjson"]:
                done = self.run_pith("convert", "--exact", "-f", name, "-t",
                                     target, stdin=text)
                self.assertEqual(done.returncode, BAD_INPUT, name)
                self.assertIn(b"out_of_range", done.stderr)

    def test_rows_that_stream_are_watched_too(self):
        rows = '{"a":1}\n{"a":0.1234567890123456789}\n{"a":-0.0}\n'
        done = self.run_pith("convert", "-f", "ndjson", "-t", "csv",
                             stdin=rows)
        self.assertEqual((done.returncode, done.stdout),
                         (OK, b"a\n1\n0.12345678901234568\n0\n"))
        self.assertEqual(
            done.stderr.decode(),
            "pith: <stdin>:2:6: this and 1 more number are rounded to the "
            "nearest double; --exact refuses them\n")
        done = self.run_pith("convert", "-f", "ndjson", "-t", "csv", "--exact",
                             stdin=rows)
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b"<stdin>:2:6: error: out_of_range", done.stderr)
        table = "GCF profile=generic\n## [2]{a}\n1\n1e-400\n"
        done = self.run_pith("convert", "-f", "gcf", "-t", "ndjson",
                             stdin=table)
        self.assertIn(b"pith: <stdin>:4:1: this number", done.stderr)
        done = self.run_pith("convert", "-f", "gcf", "-t", "ndjson", "--exact",
                             stdin=table)
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b"<stdin>:4:1: error: out_of_range", done.stderr)

    def test_fmt_keeps_the_spelling(self):
        self.file("p.json", MANY_DIGITS.replace(",", " , "))
        self.expect("fmt", "-i", "p.json")
        self.assertEqual((self.directory / "p.json").read_text(),
                         MANY_DIGITS + "\n")
        self.file("p.ndjson", '[1e-400 , "-0.0"]\n{"a": -0}\n')
        self.expect("fmt", "p.ndjson", out='[1e-400,"-0.0"]\n{"a":-0}\n')
        self.file("p.yaml", "a: 0.1234567890123456789\n")
        done = self.run_pith("fmt", "-i", "p.yaml")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertEqual((self.directory / "p.yaml").read_text(),
                         "a: 0.1234567890123456789\n")

    def test_line_breaks_of_old_yaml_are_refused(self):
        for text in [b'a: "x\xc2\x85y"\n', b'a: "x \xe2\x80\xa8 y"\n']:
            done = self.run_pith("decode", "-f", "yaml", stdin=text)
            self.assertEqual((done.returncode, done.stdout), (BAD_INPUT, b""))
        self.expect("decode", "-f", "yaml", stdin='a: "x\\u0085y"\n',
                    out='{"a":"x\u0085y"}\n')


class Tables(Command):
    def test_a_header_alone_survives(self):
        for name, text in [("h.csv", "id,name\n"), ("h.tsv", "id\tname\n")]:
            self.file(name, text)
            self.expect("fmt", "-i", name)
            self.assertEqual((self.directory / name).read_text(), text)
            self.expect("fmt", "--check", name)
        self.expect("convert", "-f", "csv", "-t", "csv", stdin="id,name\n",
                    out="id,name\n")
        self.expect("convert", "-f", "csv", "-t", "tsv", stdin="id,name\n",
                    out="id\tname\n")

    def test_fmt_reads_and_writes_with_the_same_options(self):
        text = "a;b;c\n1;2;3\n"
        self.file("s.csv", text)
        self.expect("fmt", "-i", "-O", "delimiter=semicolon", "s.csv")
        self.assertEqual((self.directory / "s.csv").read_text(), text)
        self.expect("fmt", "--from-option", "delimiter=semicolon", "s.csv",
                    out=text)
        self.expect("fmt", "--from-option", "delimiter=semicolon", "-O",
                    "delimiter=comma", "s.csv", out="a,b,c\n1,2,3\n")
        data = '{"r":[{"x":1,"y":2},{"x":3,"y":4}]}'
        self.run_pith("encode", "-t", "toon", "-O", "indent=4", "-o",
                      "i4.toon", stdin=data)
        self.expect("fmt", "-O", "indent=4", "i4.toon",
                    out="r[2]{x,y}:\n    1,2\n    3,4\n")

    def test_options_of_the_input_wherever_a_file_is_read(self):
        self.file("s.csv", "id;v\n1;2\n")
        self.file("t.csv", "id;v\n1;3\n")
        with_semicolons = ("--from-option", "delimiter=semicolon")
        done = self.run_pith("compare", "--json", *with_semicolons, "s.csv")
        self.assertEqual(done.returncode, OK)
        json.loads(done.stdout)
        self.expect("diff", "-u", *with_semicolons, "s.csv", "t.csv", status=1,
                    out="~ 1: v 2 -> 3\n")
        self.assertEqual(
            self.run_pith("root", *with_semicolons, "s.csv").returncode, OK)
        done = self.run_pith("apply", "--from-option", "x", "s.csv", "t.csv")
        self.assertEqual(done.returncode, USAGE)
