# SPDX-License-Identifier: MIT
"""Rows that go through in constant memory."""

import json
import resource
import subprocess
import unittest

from harness import (BAD_INPUT, IO, OK, PITH, USAGE, Command,
                     takes_memory_itself)

LINES = '{"a":1,"b":"x"}\n{"a":2}\n{"a":3,"b":null}\n'
TABLE = "GCF profile=generic\n## [3]{a,b}\n1|x\n2|~\n3|-\n"


class Rows(Command):
    def test_lines_of_json_are_an_array(self):
        self.file("r.ndjson", LINES)
        self.expect("encode", "r.ndjson", out=TABLE)
        self.expect("encode", "--from", "jsonl", stdin=LINES, out=TABLE)
        self.expect("decode", "r.ndjson",
                    out="[" + LINES.strip().replace("\n", ",") + "]\n")
        self.file("t.gcf", TABLE)
        self.expect("convert", "t.gcf", "--to", "ndjson", out=LINES)
        self.expect("convert", "-f", "ndjson", "-t", "json", out="[]\n")

    def test_csv_and_tsv(self):
        csv = 'id,name\n1,Alice\n2,"Bo, b"\n'
        self.file("u.csv", csv)
        self.expect("convert", "u.csv", "--to", "tsv",
                    out="id\tname\n1\tAlice\n2\tBo, b\n")
        wire = "GCF profile=generic\n## [2]{id,name}\n1|Alice\n2|\"Bo, b\"\n"
        self.expect("encode", "u.csv", out=wire)
        self.expect("convert", "-f", "gcf", "-t", "csv", stdin=wire, out=csv)
        self.expect("convert", "u.csv", "-t", "json", "--from-option",
                    "types=text",
                    out='[{"id":"1","name":"Alice"},'
                        '{"id":"2","name":"Bo, b"}]\n')

    def test_options_of_csv(self):
        semicolons = "id;name\n1;007\n"
        self.expect("convert", "-f", "csv", "-t", "tsv", "--from-option",
                    "delimiter=semicolon", stdin=semicolons,
                    out="id\tname\n1\t007\n")
        self.expect("convert", "-f", "ndjson", "-t", "csv", "-O",
                    "delimiter=pipe", stdin='{"a":1,"b":2}\n',
                    out="a|b\n1|2\n")
        done = self.run_pith("convert", "-f", "csv", "-t", "json",
                             "--from-option", "delimiter=9", stdin="a\n")
        self.assertEqual(done.returncode, USAGE)
        self.assertRegex(done.stderr, rb"^pith: invalid_option: ")
        done = self.run_pith("convert", "-f", "csv", "-t", "json",
                             "--from-option", "x=1", stdin="a\n")
        self.assertEqual(done.returncode, USAGE)
        self.assertRegex(done.stderr, rb"^pith: unknown_option: ")

    def many(self, last):
        rows = [{"id": i, "name": f"name {i}"} for i in range(300_000)]
        return "".join(json.dumps(row) + "\n" for row in [*rows, last])

    def test_a_long_file_is_a_table_or_a_list(self):
        self.file("r.ndjson", self.many({"id": -1, "more": True}))
        done = self.run_pith("encode", "r.ndjson")
        self.assertEqual((done.returncode, done.stderr), (OK, b""))
        lines = done.stdout.splitlines()
        self.assertEqual(lines[1], b"## [?]{id,name,more}")
        self.assertEqual(lines[-2:], [b"-1|~|true",
                                      b"##! summary counts=300001"])
        self.file("n.ndjson", self.many({"id": -1, "more": [1]}))
        wire = self.run_pith("encode", "n.ndjson").stdout
        self.assertEqual(wire.splitlines()[1], b"## [?]")
        back = self.run_pith("decode", "--to", "ndjson", stdin=wire).stdout
        self.assertEqual([json.loads(line) for line in back.splitlines()],
                         [json.loads(line) for line in
                          (self.directory / "n.ndjson").read_text()
                          .splitlines()])

    def test_a_pipe_that_turns_out_to_be_no_table(self):
        text = self.many({"id": -1, "more": True})
        done = self.run_pith("encode", "-f", "ndjson", stdin=text)
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertRegex(
            done.stderr.decode(),
            r"^<stdin>:300001:1: error: misplaced_value: .*--rows list\n",
        )
        done = self.run_pith("encode", "-f", "ndjson", "--rows", "list",
                             stdin=text)
        self.assertEqual((done.returncode, done.stderr), (OK, b""))
        self.expect("encode", "--rows", "heap", stdin="1", status=USAGE,
                    err="pith: --rows takes one of auto|table|list, not "
                        "'heap'\nTry 'pith encode --help'.\n")

    def test_rows_of_a_list_are_written_as_they_come(self):
        with subprocess.Popen(
            [PITH, "encode", "-f", "ndjson", "--rows", "list"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        ) as process:
            for number in range(3):
                process.stdin.write(b'{"id":%d}\n' % number)
                process.stdin.flush()
                # Would wait for a row that is held back.
                lines = 4 if number == 0 else 2
                shown = [process.stdout.readline() for _ in range(lines)]
                self.assertEqual(shown[-1].strip(), b"id=%d" % number)
            process.stdin.close()
            self.assertEqual(process.stdout.read(),
                             b"##! summary counts=3\n")
            self.assertEqual(process.wait(), OK)

    def test_faults_are_shown_where_they_are(self):
        self.expect(
            "encode", "-f", "ndjson", stdin='{"a":1}\n{"a":2\n',
            status=BAD_INPUT,
            err="<stdin>:2:7: error: unexpected_end: the text ends before the "
                'value does\n    {"a":2\n          ^\n',
        )
        self.expect(
            "convert", "-f", "ndjson", "-t", "csv", stdin=LINES,
            status=BAD_INPUT,
            err="<stdin>:2:1: error: misplaced_value: all rows of a table "
                'must have the same members\n    {"a":2}\n    ^\n'
                "pith: to write it, use --csv-fill\n",
        )
        self.expect("encode", "none.ndjson", status=IO,
                    err="pith: cannot read none.ndjson: "
                        "No such file or directory\n")
        self.expect("encode", "-f", "csv", ".", status=IO,
                    err="pith: cannot read .: Is a directory\n")

    @unittest.skipIf(takes_memory_itself(),
                     "a sanitizer or an emulator takes memory for itself")
    def test_memory_stays_where_it_is(self):
        # The limit counts what the process takes, whoever started it.
        most = 64 << 20
        row = b'{"id":123456,"name":"a name of some length","ok":true}\n'
        block = row * 20_000
        with subprocess.Popen(
            [PITH, "encode", "-f", "ndjson", "-o", "/dev/null"],
            stdin=subprocess.PIPE,
            preexec_fn=lambda: resource.setrlimit(
                resource.RLIMIT_DATA, (most, most)
            ),
        ) as process:
            for _ in range(200):
                process.stdin.write(block)
            process.stdin.close()
            self.assertEqual(process.wait(), OK)
