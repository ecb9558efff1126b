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
            err="pith: --tokenizer needs a value\nTry 'pith --help'.\n",
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

    def test_json_is_not_gcf_and_gcf_is_not_json(self):
        done = self.run_pith("decode", stdin=ORDERS)
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b"<stdin>:1:1: error: missing_header: ", done.stderr)
        done = self.run_pith("encode", stdin=ORDERS_GCF)
        self.assertEqual(done.returncode, BAD_INPUT)

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
            (["encode", "--frob"], "unknown option '--frob'"),
            (["encode", "-x", "a"], "unknown option '-x'"),
            (["decode", "a", "--frob"], "unknown option '--frob'"),
            (["frob"], "unknown command 'frob'"),
            ([""], "unknown command ''"),
            (["-"], "unknown command '-'"),
            (["encode", "a", "b"], "one file at a time: 'a', then 'b'"),
            (["encode", "a\x1bb", "c"], "one file at a time: 'a?b', then 'c'"),
        ]:
            with self.subTest(words=words):
                self.expect(
                    *words,
                    status=USAGE,
                    err=f"pith: {mistake}\nTry 'pith --help'.\n",
                )


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
