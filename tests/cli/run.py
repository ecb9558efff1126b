#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the pith command as its users do. usage: run.py PITH [TEST...]"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

PITH = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "pith"

ORDERS = '[{"id":1,"name":"Alice"},{"id":2,"name":"Bob"}]'
ORDERS_GCF = (
    "GCF profile=generic\n"
    "## [2]{id,name}\n"
    "1|Alice\n"
    "2|Bob\n"
)

OK, BAD_INPUT, USAGE, IO = 0, 1, 2, 3


class Command(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="pith-cli-")
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def file(self, name, content):
        path = self.directory / name
        path.write_bytes(
            content if isinstance(content, bytes) else content.encode()
        )
        return name

    def run_pith(self, *words, stdin=b"", **settings):
        settings.setdefault("stdout", subprocess.PIPE)
        if isinstance(stdin, (bytes, str)):
            settings["input"] = (
                stdin.encode() if isinstance(stdin, str) else stdin
            )
        else:
            settings["stdin"] = stdin
        return subprocess.run(
            [PITH, *words],
            check=False,
            cwd=self.directory,
            stderr=subprocess.PIPE,
            timeout=120,
            **settings,
        )

    def expect(self, *words, status=OK, out=b"", err=b"", **settings):
        done = self.run_pith(*words, **settings)
        out, err = (t.encode() if isinstance(t, str) else t for t in (out, err))
        self.assertEqual((done.returncode, done.stderr), (status, err))
        got = done.stdout or b""
        # assertEqual would take minutes to show how megabytes differ.
        if got != out:
            self.fail(f"stdout: {got[:400]!r}\nexpected: {out[:400]!r}")


class Conversions(Command):
    def test_encode_reads_a_file(self):
        self.file("orders.json", ORDERS)
        self.expect("encode", "orders.json", out=ORDERS_GCF)

    def test_decode_reads_a_file(self):
        self.file("orders.gcf", ORDERS_GCF)
        self.expect("decode", "orders.gcf", out=ORDERS + "\n")

    def test_standard_input_is_the_default_and_has_the_name_dash(self):
        self.expect("encode", stdin=ORDERS, out=ORDERS_GCF)
        self.expect("encode", "-", stdin=ORDERS, out=ORDERS_GCF)
        self.expect("decode", "-", stdin=ORDERS_GCF, out=ORDERS + "\n")

    def test_a_file_may_begin_with_a_dash(self):
        self.file("-x", ORDERS)
        self.expect("encode", "--", "-x", out=ORDERS_GCF)
        self.expect("encode", "./-x", out=ORDERS_GCF)

    def test_a_slow_pipe_is_read_to_its_end(self):
        reader, writer = os.pipe()

        def feed():
            for byte in ORDERS.encode():
                os.write(writer, bytes([byte]))
            os.close(writer)

        thread = threading.Thread(target=feed)
        thread.start()
        try:
            self.expect("encode", stdin=reader, out=ORDERS_GCF)
        finally:
            os.close(reader)
            thread.join()

    def test_a_pipe_that_does_not_block_is_waited_for(self):
        reader, writer = os.pipe()
        os.set_blocking(reader, False)
        timer = threading.Timer(
            0.2,
            lambda: (os.write(writer, ORDERS.encode()), os.close(writer)),
        )
        timer.start()
        try:
            self.expect("encode", stdin=reader, out=ORDERS_GCF)
        finally:
            timer.join()
            os.close(reader)

    def test_large_documents_go_both_ways(self):
        rows = [
            {"id": i, "name": f"name {i}", "tags": ["x", str(i)]}
            for i in range(100_000)
        ]
        text = json.dumps(rows, separators=(",", ":"))
        self.file("rows.json", text)
        wire = self.run_pith("encode", "rows.json")
        self.assertEqual((wire.returncode, wire.stderr), (OK, b""))
        self.assertLess(len(wire.stdout), len(text))
        self.expect("decode", stdin=wire.stdout, out=text + "\n")

    def test_every_kind_of_value_survives(self):
        for text in ["null", "true", "0", "-9223372036854775808", "1.5",
                     '""', '"\\u0000\\n"', '"\u00e4\u4e2d\U0001f600"', "[]",
                     "{}", "[[]]", '{"a":{"b":[1,null,{"c":[]}]}}']:
            with self.subTest(text=text):
                wire = self.run_pith("encode", stdin=text)
                self.assertEqual(wire.returncode, OK)
                self.expect("decode", stdin=wire.stdout, out=text + "\n")


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
                "counts of o200k_base, an estimate\n",
        )

    def test_what_cannot_be_counted(self):
        self.expect(
            "tokens", "--tokenizer", "nonsense", stdin="x", status=USAGE,
            err="nonsense: error: unknown_tokenizer: neither the name of a "
                "tokenizer nor a path\n",
        )
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


class Compare(Command):
    def test_shows_what_each_format_costs_and_marks_the_cheapest(self):
        self.file("orders.json", ORDERS)
        self.file("one.json", "[1]")
        done = self.run_pith("compare", "orders.json", "one.json")
        self.assertEqual(done.returncode, OK)
        lines = [line.split() for line in done.stdout.decode().splitlines()]
        columns = lines[0][2:]
        self.assertEqual(columns[:3], ["json-pretty", "json", "gcf"])
        self.assertEqual(columns[-1], "auto")
        one = dict(zip(columns, lines[2][1:]))
        self.assertEqual(one["json"], "*3")
        self.assertEqual(one["auto"], "3")
        total = dict(zip(columns, lines[3][1:]))
        orders = dict(zip(columns, lines[1][1:]))
        self.assertEqual(int(total["json"].strip("*")),
                         int(orders["json"].strip("*")) + 3)
        self.assertEqual(lines[4][:2], ["against", "json"])
        self.assertEqual(dict(zip(columns, lines[4][2:]))["json"], "+0.0%")

    def test_counts_as_tokens_does(self):
        self.file("orders.json", ORDERS)
        for tokenizer in ("o200k_base", "r50k_base"):
            done = self.run_pith("compare", "--json", "--tokenizer", tokenizer,
                                 "orders.json")
            table = json.loads(done.stdout)
            formats = {f["format"]: f for f in table["files"][0]["formats"]}
            counted = self.run_pith("tokens", "--json", "--tokenizer",
                                    tokenizer, stdin=ORDERS_GCF)
            self.assertEqual(formats["gcf"]["tokens"],
                             json.loads(counted.stdout)["total"])
            self.assertEqual(formats["gcf"]["bytes"], len(ORDERS_GCF))
            self.assertEqual(table["tokenizer"], tokenizer)
            self.assertEqual(table["total"]["formats"],
                             table["files"][0]["formats"])

    def test_refuses_what_is_no_json(self):
        self.file("bad.json", "[1,")
        done = self.run_pith("compare", "bad.json")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertEqual(done.stdout, b"")
        self.assertIn(b"bad.json:1:4: error: unexpected_end", done.stderr)
        self.expect("compare", "--tokenizer", "nonsense", stdin="1",
                    status=USAGE, err=self.run_pith(
                        "tokens", "--tokenizer", "nonsense").stderr)


class BadInput(Command):
    def test_the_message_has_place_code_and_caret(self):
        self.file(
            "orders.gcf",
            "GCF profile=generic\n## [2]{id,name,city}\n1|Alice\n2|Bob|Rome\n",
        )
        done = self.run_pith("decode", "orders.gcf")
        self.assertEqual((done.returncode, done.stdout), (BAD_INPUT, b""))
        head, line, caret = done.stderr.decode().splitlines()
        self.assertRegex(
            head, r"^orders\.gcf:3:\d+: error: row_width_mismatch: [a-z].*[^.]$"
        )
        self.assertEqual(line, "    1|Alice")
        self.assertRegex(caret, r"^ {4,11}\^$")
        self.assertEqual(int(head.split(":")[2]), len(caret) - 4)

    def check_caret(self, text, column, shown, caret, verb="encode"):
        """Of the only error in a text."""
        done = self.run_pith(verb, stdin=text)
        self.assertEqual((done.returncode, done.stdout), (BAD_INPUT, b""))
        head, line, mark = done.stderr.decode().split("\n")[:3]
        self.assertRegex(head, r"^<stdin>:\d+:\d+: error: ")
        self.assertEqual(head.split(":")[2], str(column))
        self.assertEqual(line, "    " + shown)
        self.assertEqual(mark, "    " + " " * caret + "^")

    def test_the_caret_is_under_the_column(self):
        self.check_caret("[1,2,;]", 6, "[1,2,;]", 5)

    def test_code_points_count_as_one_column(self):
        text = '["\u00e4\u4e2d\U0001f600",;]'
        self.check_caret(text, 8, text, 7)

    def test_tabs_are_blanks_and_controls_are_question_marks(self):
        self.check_caret("[\t1,\x1b]", 5, "[ 1,?]", 4)

    def test_marks_that_reorder_lines_are_not_shown(self):
        self.check_caret('["\u202e\u2066\u0085",;]', 8, '["???",;]', 7)

    def test_bytes_that_are_no_utf8_are_question_marks(self):
        done = self.run_pith("encode", stdin=b'["a\xff\xc3"]')
        self.assertEqual(done.returncode, BAD_INPUT)
        head, line, mark = done.stderr.decode().split("\n")[:3]
        self.assertIn("<stdin>:1:4: error: invalid_utf8: ", head)
        self.assertEqual(line, '    ["a??"]')
        self.assertEqual(mark, "       ^")

    def test_a_long_line_is_cut_around_the_caret(self):
        numbers = "1," * 5000
        self.check_caret(
            "[" + numbers + ";," + numbers + "1]",
            10002,
            "..." + "1," * 18 + ";," + "1," * 17 + "...",
            39,
        )

    def test_a_long_line_of_wide_text_is_cut_at_code_points(self):
        wide = "\u4e2d" * 1000
        self.check_caret(
            f'["{wide}";"{wide}"]',
            1004,
            "..." + "\u4e2d" * 35 + '";"' + "\u4e2d" * 34 + "...",
            39,
        )

    def test_a_single_line_of_many_megabytes_is_no_burden(self):
        text = "[" + "1," * 10_000_000 + ";]"
        done = self.run_pith("encode", stdin=text)
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertLess(len(done.stderr), 400)

    def test_the_line_ends_before_its_line_break(self):
        done = self.run_pith("encode", stdin="[1,\r\n;\r\n]")
        self.assertTrue(
            done.stderr.decode().endswith("\n    ;\n    ^\n"), done.stderr
        )

    def test_an_empty_line_has_no_picture(self):
        for verb in ["encode", "decode"]:
            done = self.run_pith(verb, stdin="")
            self.assertEqual(done.returncode, BAD_INPUT)
            self.assertRegex(
                done.stderr.decode(), r"^<stdin>:1:1: error: [a-z_]+: [^\n]+\n$"
            )

    def test_an_end_too_early_is_shown_behind_the_last_byte(self):
        self.check_caret("[1,", 4, "[1,", 3)

    def test_a_name_cannot_steer_the_terminal(self):
        self.file("a\x1b[2Jb.json", "[")
        done = self.run_pith("encode", "a\x1b[2Jb.json")
        self.assertTrue(
            done.stderr.startswith(b"a?[2Jb.json:1:"), done.stderr
        )

    def test_depth_is_a_limit_and_not_a_crash(self):
        done = self.run_pith("encode", stdin="[" * 1_000_000)
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b": error: depth_limit: ", done.stderr)

    def test_numbers_are_not_rounded_silently(self):
        done = self.run_pith("encode", stdin="[9223372036854775808]")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b"<stdin>:1:2: error: out_of_range: ", done.stderr)


class Usage(Command):
    def test_help_goes_to_standard_output(self):
        for words in [["--help"], ["-h"], ["encode", "--help"],
                      ["decode", "-h"]]:
            done = self.run_pith(*words)
            self.assertEqual((done.returncode, done.stderr), (OK, b""))
            self.assertTrue(done.stdout.startswith(b"Usage: pith"))
            self.assertLessEqual(
                max(map(len, done.stdout.splitlines())), 80
            )

    def test_version(self):
        done = self.run_pith("--version")
        self.assertEqual((done.returncode, done.stderr), (OK, b""))
        self.assertRegex(done.stdout, rb"^pith \d+\.\d+\.\d+\n$")

    def test_no_command_shows_the_help_as_an_error(self):
        done = self.run_pith()
        self.assertEqual((done.returncode, done.stdout), (USAGE, b""))
        self.assertTrue(done.stderr.startswith(b"Usage: pith"))

    def test_mistakes_are_named(self):
        for words, mistake in [
            (["--frob"], "unknown option '--frob'"),
            (["frob"], "unknown command 'frob'"),
            (["encdoe"], "unknown command 'encdoe'; did you mean 'encode'?"),
            (["Tokens"], "unknown command 'Tokens'; did you mean 'tokens'?"),
            ([""], "unknown command ''"),
            (["-"], "unknown command '-'"),
            (["help", "comparre"],
             "unknown command 'comparre'; did you mean 'compare'?"),
        ]:
            with self.subTest(words=words):
                self.expect(
                    *words,
                    status=USAGE,
                    err=f"pith: {mistake}\nTry 'pith --help'.\n",
                )

    def test_mistakes_behind_a_command_name_it(self):
        for command, words, mistake in [
            ("encode", ["--zzz"], "unknown option '--zzz'"),
            ("encode", ["--tokeniser", "x"],
             "unknown option '--tokeniser'; did you mean '--tokenizer'?"),
            ("encode", ["-x", "a"], "unknown option '-x'"),
            ("decode", ["a", "--zzz=1"], "unknown option '--zzz'"),
            ("encode", ["a", "b"], "one file at a time: 'a', then 'b'"),
            ("encode", ["a\x1bb", "c"],
             "one file at a time: 'a?b', then 'c'"),
            ("encode", ["--pretty=2"], "'--pretty' takes no value"),
            ("encode", ["--budget", "many"],
             "--budget takes a number, not 'many'"),
            ("encode", ["--budget", "-1"],
             "--budget takes a number, not '-1'"),
            ("encode", ["-o"], "-o needs a value"),
            ("convert", [], "which format? Give --to or --output"),
            ("completions", [], "usage: pith completions bash|zsh|fish"),
            ("completions", ["csh"], "unknown shell 'csh'"),
            ("version", ["1"], "one word too many: '1'"),
            ("fmt", ["a", "b"], "several files need --in-place or --check"),
            ("fmt", ["-i"], "standard input has no place to write to"),
        ]:
            with self.subTest(command=command, words=words):
                self.expect(
                    command, *words,
                    status=USAGE,
                    err=f"pith: {mistake}\nTry 'pith {command} --help'.\n",
                )

    def test_unknown_formats_and_their_options(self):
        for words, mistake in [
            (["--to", "gfc"], "unknown format 'gfc'; did you mean 'gcf'?"),
            (["--from", "zzzz"], "unknown format 'zzzz'"),
            (["-O", "indent"],
             "an option of a format is NAME=VALUE, not 'indent'"),
        ]:
            with self.subTest(words=words):
                self.expect(
                    "encode", *words, stdin="1", status=USAGE,
                    err=f"pith: {mistake}\nTry 'pith codecs'.\n",
                )
        done = self.run_pith("encode", "-O", "zzz=1", stdin="1")
        self.assertEqual(done.returncode, USAGE)
        self.assertRegex(done.stderr, rb"^pith: unknown_option: ")

    def test_every_command_has_help_with_an_example(self):
        names = self.commands()
        self.assertIn("encode", names)
        for name in names:
            with self.subTest(name=name):
                done = self.run_pith(name, "--help")
                self.assertEqual((done.returncode, done.stderr), (OK, b""))
                self.assertTrue(
                    done.stdout.startswith(f"Usage: pith {name}".encode())
                )
                self.assertLessEqual(
                    max(map(len, done.stdout.splitlines())), 80
                )
                self.assertIn(f"pith {name}".encode(),
                              done.stdout.split(b"\nExample")[1])
                self.expect("help", name, out=done.stdout)

    def commands(self):
        text = self.run_pith("--help").stdout.decode()
        listed = text.split("Commands:\n")[1].split("\n\n")[0]
        return [line.split()[0] for line in listed.splitlines()
                if not line.startswith("   ")]


class Conversion(Command):
    """encode, decode and convert beyond JSON and GCF."""

    def test_the_extension_names_the_format(self):
        self.file("orders.gcf", ORDERS_GCF)
        self.file("orders.toon", "[2]{id,name}:\n  1,Alice\n  2,Bob\n")
        self.expect("encode", "orders.toon", out=ORDERS_GCF)
        self.expect("decode", "orders.toon", out=ORDERS + "\n")
        self.expect("encode", "-t", "json", "orders.gcf", out=ORDERS + "\n")

    def test_the_text_names_the_format_where_nothing_else_does(self):
        self.expect("decode", stdin=ORDERS, out=ORDERS + "\n")
        self.expect("encode", stdin=ORDERS_GCF, out=ORDERS_GCF)
        self.expect("convert", "--to", "json", stdin=ORDERS_GCF,
                    out=ORDERS + "\n")

    def test_a_flag_is_above_the_extension(self):
        self.file("orders.json", ORDERS_GCF)
        self.expect("decode", "--from", "gcf", "orders.json",
                    out=ORDERS + "\n")
        self.assertEqual(
            self.run_pith("decode", "orders.json").returncode, BAD_INPUT
        )

    def test_options_of_formats(self):
        self.expect("decode", "--pretty", stdin="GCF profile=generic\na=1\n",
                    out='{\n  "a": 1\n}\n')
        self.expect("convert", "-t", "json", "-O", "indent=1", stdin='{"a":1}',
                    out='{\n "a": 1\n}\n')
        self.expect("convert", "-ttoon", "-Odelimiter=tab", stdin=ORDERS,
                    out="[2\t]{id\tname}:\n  1\tAlice\n  2\tBob\n")

    def test_the_output_file_names_the_format_and_changes_as_a_whole(self):
        self.file("orders.json", ORDERS)
        self.expect("convert", "orders.json", "-o", "new.gcf")
        self.assertEqual((self.directory / "new.gcf").read_text(), ORDERS_GCF)
        self.file("bad.json", "[1,")
        done = self.run_pith("encode", "bad.json", "-o", "new.gcf")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertEqual((self.directory / "new.gcf").read_text(), ORDERS_GCF)
        self.assertEqual(
            sorted(p.name for p in self.directory.iterdir()),
            ["bad.json", "new.gcf", "orders.json"],
        )

    def test_the_output_file_keeps_its_rights_and_its_links(self):
        self.file("a.gcf", "old")
        (self.directory / "a.gcf").chmod(0o640)
        (self.directory / "link.gcf").symlink_to("a.gcf")
        self.expect("encode", "-o", "link.gcf", stdin=ORDERS)
        self.assertTrue((self.directory / "link.gcf").is_symlink())
        self.assertEqual((self.directory / "a.gcf").read_text(), ORDERS_GCF)
        self.assertEqual(
            (self.directory / "a.gcf").stat().st_mode & 0o7777, 0o640
        )

    def test_an_output_that_cannot_be_written(self):
        self.expect(
            "encode", "-o", "none/x", stdin="1", status=IO,
            err="pith: cannot write to none/x: No such file or directory\n",
        )
        self.expect("encode", "-o", "/dev/null", stdin=ORDERS)

    def test_auto_takes_the_cheapest_and_says_so(self):
        self.expect("encode", "--to", "auto", stdin="[1]", out="[1]\n",
                    err="pith: json, 3 tokens; compact JSON: 3\n")
        rows = json.dumps([{"id": i, "name": f"n{i}"} for i in range(50)])
        done = self.run_pith("encode", "--to", "auto", stdin=rows)
        self.assertRegex(
            done.stderr.decode(),
            r"^pith: (gcf|toon|tron)\S*, [\d,]+ tokens; compact JSON: ",
        )
        self.expect("decode", stdin=done.stdout,
                    out=rows.replace(" ", "") + "\n")


class Budget(Command):
    ROWS = [{"id": i, "name": f"name {i}"} for i in range(100)]

    def tokens(self, text):
        return int(self.run_pith("tokens", stdin=text).stdout.split()[0])

    def test_keeps_as_many_rows_as_fit_and_says_how_to_get_the_rest(self):
        text = json.dumps(self.ROWS)
        for to in ("gcf", "json", "toon", "auto"):
            with self.subTest(to=to):
                back, skip, rounds = [], 0, 0
                while True:
                    done = self.run_pith("encode", "--to", to, "--budget",
                                         "200", "--skip", str(skip), stdin=text)
                    self.assertEqual(done.returncode, OK)
                    # The line break at the end is the shell's.
                    self.assertLessEqual(self.tokens(done.stdout.rstrip()), 200)
                    rows = json.loads(self.run_pith(
                        "decode", stdin=done.stdout).stdout)
                    back += rows
                    rounds += 1
                    words = done.stderr.decode()
                    if "--skip" not in words:
                        break
                    line = words.splitlines()[0]
                    self.assertRegex(
                        line,
                        r"^pith: \d+ of \d+ rows fit into 200 tokens "
                        r"\(\d+ used\); the other \d+: --skip \d+$",
                    )
                    skip = int(line.split()[-1])
                self.assertEqual(back, self.ROWS)
                self.assertGreater(rounds, 2)

    def test_one_more_row_would_be_too_much(self):
        done = self.run_pith("encode", "--budget", "200",
                             stdin=json.dumps(self.ROWS))
        kept = len(json.loads(
            self.run_pith("decode", stdin=done.stdout).stdout))
        more = self.run_pith("encode",
                             stdin=json.dumps(self.ROWS[:kept + 1])).stdout
        self.assertGreater(self.tokens(more), 200)

    def test_the_longest_member_gives_way(self):
        text = json.dumps({"page": [1, 2], "rows": self.ROWS})
        done = self.run_pith("encode", "--to", "json", "--budget", "300",
                             stdin=text)
        kept = json.loads(done.stdout)
        self.assertEqual(kept["page"], [1, 2])
        self.assertEqual(kept["rows"], self.ROWS[:len(kept["rows"])])

    def test_what_cannot_be_fitted(self):
        for text, why in [
            ('{"a":"long enough"}', ", and there are no rows to leave out"),
            ("[1,2,3,4,5]", " even without rows"),
        ]:
            cost = self.tokens(self.run_pith("encode", stdin=text).stdout)
            self.expect("encode", "--budget", "3", stdin=text,
                        status=BAD_INPUT,
                        err=f"<stdin>: error: {cost} tokens, above the budget "
                            f"of 3{why}\n")
        self.expect("encode", "--skip", "3", stdin="1", status=BAD_INPUT,
                    err="<stdin>: error: there are no rows to skip\n")


class Check(Command):
    def test_good_and_bad_files(self):
        self.file("good.gcf", ORDERS_GCF)
        self.file("good.json", ORDERS)
        self.expect("check", "good.gcf", "good.json",
                    out="good.gcf: good gcf\ngood.json: good json\n")
        self.expect("check", "-q", "good.gcf")
        self.file("bad.json", "[1,\n;]")
        self.file("bad.gcf", "GCF profile=generic\n## [2]{a}\n1\n")
        done = self.run_pith("check", "bad.json", "good.gcf", "bad.gcf")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertEqual(done.stdout, b"good.gcf: good gcf\n")
        self.assertRegex(
            done.stderr.decode(),
            r"^bad\.json:2:1: error: unexpected_character: .*\n    ;\]\n    "
            r"\^\nbad\.gcf:\d+:\d+: error: count_mismatch: ",
        )

    def test_a_missing_file_is_not_the_end(self):
        self.file("good.json", "1")
        done = self.run_pith("check", "none.json", "good.json")
        self.assertEqual(done.returncode, IO)
        self.assertEqual(done.stdout, b"good.json: good json\n")

    def test_json_for_editors(self):
        self.file("good.json", "1")
        self.file("bad.gcf",
                  "GCF profile=generic\n## [2]{id,name}\n1|x\n2\n")
        done = self.run_pith("check", "--json", "good.json", "bad.gcf")
        self.assertEqual((done.returncode, done.stderr), (BAD_INPUT, b""))
        good, bad = json.loads(done.stdout)
        self.assertEqual(good,
                         {"file": "good.json", "format": "json", "ok": True})
        self.assertEqual(
            (bad["code"], bad["line"], bad["column"], bad["ok"]),
            ("row_width_mismatch", 4, 2, False),
        )
        self.assertEqual(bad["offset"], 41)
        self.assertGreater(len(bad["hint"]), 20)


class Fmt(Command):
    LOOSE = "GCF profile=generic\n## [?]{id}\n1\n2\n##! summary counts=2\n"
    TIGHT = "GCF profile=generic\n## [2]{id}\n1\n2\n"

    def test_writes_the_canonical_form(self):
        self.expect("fmt", stdin=self.LOOSE, out=self.TIGHT)
        self.file("a.json", '{ "a" : 1 }')
        self.expect("fmt", "a.json", out='{"a":1}\n')
        self.expect("fmt", "-O", "indent=2", "a.json",
                    out='{\n  "a": 1\n}\n')

    def test_check_names_what_would_change(self):
        self.file("a.gcf", self.LOOSE)
        self.file("b.gcf", self.TIGHT)
        self.expect("fmt", "--check", "a.gcf", "b.gcf", status=BAD_INPUT,
                    err="a.gcf: not in canonical form\n")
        self.expect("fmt", "--check", "b.gcf")

    def test_in_place(self):
        self.file("a.gcf", self.LOOSE)
        self.file("b.gcf", self.TIGHT)
        self.file("c.gcf", "nonsense")
        before = (self.directory / "b.gcf").stat().st_mtime_ns
        done = self.run_pith("fmt", "-i", "c.gcf", "a.gcf", "b.gcf")
        self.assertEqual((done.returncode, done.stdout), (BAD_INPUT, b""))
        self.assertEqual((self.directory / "a.gcf").read_text(), self.TIGHT)
        self.assertEqual((self.directory / "c.gcf").read_text(), "nonsense")
        self.assertEqual((self.directory / "b.gcf").stat().st_mtime_ns, before)


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
        return done.stdout.decode().split()

    def test_bash_completes(self):
        self.assertEqual(self.complete("enc"), ["encode"])
        self.assertEqual(self.complete("encode", "--bud"), ["--budget"])
        self.assertEqual(self.complete("encode", "--to", "to"), ["toon"])
        self.assertEqual(self.complete("tokens", "--tokenizer", "o200"),
                         ["o200k_base"])
        self.assertEqual(self.complete("completions", "f"), ["fish"])
        self.file("orders.json", "1")
        self.assertEqual(self.complete("encode", "ord"), ["orders.json"])


class InputAndOutput(Command):
    def test_a_missing_file(self):
        self.expect(
            "encode",
            "none.json",
            status=IO,
            err="pith: cannot read none.json: No such file or directory\n",
        )

    def test_a_directory(self):
        self.expect(
            "decode",
            ".",
            status=IO,
            err="pith: cannot read .: Is a directory\n",
        )

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_a_file_that_may_not_be_read(self):
        self.file("secret", "1")
        (self.directory / "secret").chmod(0)
        self.expect(
            "encode",
            "secret",
            status=IO,
            err="pith: cannot read secret: Permission denied\n",
        )

    def test_a_closed_standard_input(self):
        done = subprocess.run(
            ["bash", "-c", '"$0" encode <&-', PITH],
            check=False,
            capture_output=True,
        )
        self.assertEqual(done.returncode, IO)
        self.assertIn(b"pith: cannot read <stdin>: ", done.stderr)

    def test_a_closed_standard_output(self):
        self.file("orders.json", ORDERS)
        for words in ["encode orders.json", "--help"]:
            done = subprocess.run(
                ["bash", "-c", f'"$0" {words} >&-', PITH],
                check=False,
                cwd=self.directory,
                capture_output=True,
            )
            self.assertEqual(done.returncode, IO)
            self.assertIn(
                b"pith: cannot write to standard output: ", done.stderr
            )

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_a_full_disk(self):
        large = "[" + ",".join(["123456"] * 100_000) + "]"
        for words, stdin in [
            (["encode"], ORDERS),
            (["encode"], large),
            (["decode"], ORDERS_GCF),
            (["--help"], ""),
            (["--version"], ""),
        ]:
            with self.subTest(words=words), open("/dev/full", "wb") as full:
                self.expect(
                    *words,
                    stdin=stdin,
                    stdout=full,
                    status=IO,
                    err="pith: cannot write to standard output: "
                    "No space left on device\n",
                )

    def test_a_reader_that_leaves_is_no_news(self):
        rows = "[" + ",".join('{"id":%d}' % i for i in range(200_000)) + "]"
        self.file("rows.json", rows)
        done = subprocess.run(
            ["bash", "-c",
             '"$0" encode rows.json | head -1; echo "${PIPESTATUS[0]}"', PITH],
            check=False,
            cwd=self.directory,
            capture_output=True,
            # Python ignores SIGPIPE and would hand that down.
            preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_DFL),
        )
        self.assertEqual(done.stderr, b"")
        first, status = done.stdout.splitlines()
        self.assertEqual(first, b"GCF profile=generic")
        self.assertEqual(status, b"%d" % (128 + signal.SIGPIPE))

    def test_a_reader_that_leaves_is_no_news_without_the_signal(self):
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as closed:
            done = subprocess.run(
                [PITH, "encode"],
                check=False,
                input=ORDERS.encode(),
                stdout=closed,
                stderr=subprocess.PIPE,
                restore_signals=False,
            )
        self.assertEqual((done.returncode, done.stderr), (IO, b""))

    def test_a_closed_standard_error_changes_nothing_else(self):
        done = subprocess.run(
            ["bash", "-c", '"$0" encode 2>&-', PITH],
            check=False,
            input=b"[",
            stdout=subprocess.PIPE,
        )
        self.assertEqual((done.returncode, done.stdout), (BAD_INPUT, b""))

    def test_a_slow_reader_of_a_pipe_that_does_not_block(self):
        rows = json.dumps(list(range(100_000)))
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        with subprocess.Popen(
            [PITH, "encode"], stdin=subprocess.PIPE, stdout=writer
        ) as process:
            os.close(writer)
            process.stdin.write(rows.encode())
            process.stdin.close()
            with os.fdopen(reader, "rb") as stream:
                wire = stream.read()
            self.assertEqual(process.wait(), OK)
        self.expect(
            "decode", stdin=wire, out=rows.replace(" ", "") + "\n"
        )


if __name__ == "__main__":
    unittest.main()
