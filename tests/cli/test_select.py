# SPDX-License-Identifier: MIT
"""--path and --fields."""

import json

from harness import BAD_INPUT, OK, USAGE, Command

ANSWER = json.dumps({
    "result": {
        "page": 1,
        "rows": [
            {"id": 1, "name": "Alice", "user": {"city": "Oslo"}},
            {"id": 2, "user": {"city": "Rome"}},
        ],
    },
})


class Select(Command):
    def setUp(self):
        super().setUp()
        self.file("answer.json", ANSWER)

    def test_both_forms_of_a_path(self):
        for path in (".result.rows", "/result/rows", '.["result"]."rows"'):
            self.expect("encode", "--path", path, "--fields", ".user.city,id",
                        "answer.json", out='GCF profile=generic\n'
                        '## [2]{"user.city",id}\nOslo|1\nRome|2\n')
        self.expect("decode", "-f", "json", "--path", ".result.rows[-1].id",
                    "answer.json", out="2\n")

    def test_what_is_missing_is_said_exactly(self):
        self.expect(
            "encode", "--path", ".result.row", "answer.json", status=BAD_INPUT,
            err="answer.json: error: --path .result.row: '.result' has page "
                "and rows, but no 'row'; did you mean 'rows'?\n")
        self.expect(
            "view", "--path", ".result.rows", "--fields", "nmae",
            "answer.json", status=BAD_INPUT,
            err="answer.json: error: --fields: no row has 'nmae'; the first "
                "row has id, name and user; did you mean 'name'?\n")
        self.expect(
            "root", "--path", "rows", status=USAGE,
            err="pith: --path 'rows': a path begins with '.' (as "
                ".result.rows) or with '/' (a JSON Pointer, as /result/rows); "
                "did you mean '.rows'?\nTry 'pith root --help'.\n")
        self.expect(
            "compare", "--fields", "a,,b", status=USAGE,
            err="pith: --fields: a field is empty; write them as id,name\n"
                "Try 'pith compare --help'.\n")

    def test_every_command_that_reads_rows(self):
        words = ("--path", ".result.rows", "--fields", "id")
        done = self.run_pith("compare", "--json", *words, "answer.json")
        formats = json.loads(done.stdout)["files"][0]["formats"]
        self.assertEqual(formats[1]["bytes"], len('[{"id":1},{"id":2}]'))
        done = self.run_pith("tokens", "--json", *words, "answer.json")
        self.assertEqual(json.loads(done.stdout)["files"][0]["bytes"],
                         len('[{"id":1},{"id":2}]\n'))
        self.expect("check", *words, "answer.json",
                    out="answer.json: good json\n")
        whole = self.run_pith("root", *words, "answer.json").stdout
        self.file("rows.json", '[{"id":2},{"id":1}]')
        self.expect("root", "rows.json", out=whole)
        self.file("next.json", ANSWER.replace("Rome", "Paris"))
        self.expect("diff", *words, "-u", "answer.json", "next.json")
        self.expect("diff", "--path", ".result.rows", "--fields",
                    "id,.user.city", "-u", "answer.json", "next.json",
                    status=BAD_INPUT,
                    out='~ 2: user.city "Rome" -> "Paris"\n')
        self.assertIn("Oslo", self.run_pith(
            "view", "--path", "/result/rows/0/user",
            "answer.json").stdout.decode())
        self.expect("convert", "-t", "csv", "--path", ".result.rows",
                    "--fields", "id,.user.city", "answer.json",
                    out="id,user.city\n1,Oslo\n2,Rome\n")

    def test_from_of_tokens_needs_a_selection(self):
        done = self.run_pith("tokens", "--from", "csv", "answer.json")
        self.assertEqual(done.returncode, USAGE)
        self.assertIn(b"--path", done.stderr)

    def test_check_says_what_is_not_there(self):
        self.file("other.json", '{"result":{}}')
        self.expect("check", "--path", ".result.page", "answer.json",
                    "other.json", status=BAD_INPUT,
                    out="answer.json: good json\n",
                    err="other.json: error: --path .result.page: '.result' is "
                        "an empty object\n")
        done = self.run_pith("check", "--json", "--path", ".x", "answer.json")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertEqual(json.loads(done.stdout), [{
            "file": "answer.json", "format": "json", "ok": False,
            "code": "missing_member",
            "message": "--path .x: the document has result, but no 'x'",
        }])


class SelectRecords(Command):
    """A path begins at each record, whether the file is held or not."""

    LINES = '{"a":{"b":1}}\n{"a":{"b":2,"c":3}}\n'

    def test_each_record(self):
        self.file("lines.ndjson", self.LINES)
        self.expect("convert", "-t", "ndjson", "--path", ".a", "lines.ndjson",
                    out='{"b":1}\n{"b":2,"c":3}\n')
        self.expect("encode", "--path", ".a", "--fields", "c,b",
                    "lines.ndjson",
                    out="GCF profile=generic\n## [2]{b,c}\n1|~\n2|3\n")
        self.expect("encode", "--path", ".a", stdin=self.LINES, out=self
                    .run_pith("encode", "--path", ".a", "lines.ndjson").stdout)

    def test_the_record_at_fault_is_named(self):
        words = "'.a' has b, but no 'cc'"
        self.file("lines.ndjson", self.LINES)
        self.expect("convert", "-t", "ndjson", "--path", ".a.cc",
                    "lines.ndjson", status=BAD_INPUT,
                    err=f"lines.ndjson:1: error: --path .a.cc: {words}\n")
        self.expect("encode", "--path", ".a.cc", "lines.ndjson",
                    status=BAD_INPUT,
                    err=f"lines.ndjson: error: row 1: --path .a.cc: {words}\n")
        self.expect("convert", "-f", "ndjson", "-t", "ndjson", "--path",
                    ".a.c", stdin=self.LINES.replace('"b":1', '"c":1') +
                    '{"a":{"b":1}}\n', status=BAD_INPUT,
                    err="<stdin>:3: error: --path .a.c: '.a' has b, but no "
                        "'c'\n")
        self.expect("convert", "-t", "ndjson", "--fields", "x",
                    "lines.ndjson", status=BAD_INPUT,
                    err="lines.ndjson: error: --fields: no row has 'x'; the "
                        "first row has a\n")
        self.expect("convert", "-t", "ndjson", "--fields", "x", "-o", "new",
                    "lines.ndjson", status=BAD_INPUT,
                    err="lines.ndjson: error: --fields: no row has 'x'; the "
                        "first row has a\n")
        self.assertFalse((self.directory / "new").exists())

    def test_columns_of_csv(self):
        self.expect("convert", "-f", "csv", "-t", "csv", "--fields", "c,a",
                    stdin="a,b,c\n1,2,3\n", out="c,a\n3,1\n")
        self.expect("convert", "-f", "csv", "-t", "csv", "--fields", "c,a",
                    stdin="a,b,c\n", out="c,a\n")

    def test_long_files_as_short_ones(self):
        lines = [json.dumps({"n": {"id": i, "pad": "x" * 90}, "m": i})
                 for i in range(100_000)]
        self.file("long.ndjson", "\n".join(lines) + "\n")
        done = self.run_pith("encode", "--path", ".n", "--fields", "id",
                             "long.ndjson")
        self.assertEqual((done.returncode, done.stderr), (OK, b""))
        rows = done.stdout.decode().splitlines()
        self.assertEqual(rows[1], "## [?]{id}")
        self.assertEqual(rows[2:100_002], [str(i) for i in range(100_000)])
        self.expect("check", "--path", ".n.id", "long.ndjson",
                    out="long.ndjson: good ndjson\n")
        lines[70_000] = '{"m":1}'
        self.file("long.ndjson", "\n".join(lines) + "\n")
        self.expect("check", "--path", ".n.id", "long.ndjson",
                    status=BAD_INPUT,
                    err="long.ndjson:70001: error: --path .n.id: the document "
                        "has m, but no 'n'\n")
