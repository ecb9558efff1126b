# SPDX-License-Identifier: MIT
"""encode, decode, convert and budgets."""

import json
import re
import os
import subprocess
import threading

from harness import (BAD_INPUT, Command, IO, OK, ORDERS, ORDERS_GCF, PITH,
                     USAGE)


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


class Hints(Command):
    def test_what_grows_is_said(self):
        rows = [{f"k{(i * j) % 97 + k}": 1 for k in range(5)}
                for i in range(20) for j in range(20)]
        text = json.dumps(rows, separators=(",", ":"))
        done = self.run_pith("encode", stdin=text)
        self.assertEqual(done.returncode, OK)
        self.assertRegex(
            done.stderr.decode(),
            r"^pith: larger than compact JSON \([\d,]+ against [\d,]+ tokens\); "
            r"try --to auto\n$")
        counts = re.findall(r"[\d,]+(?= against| tokens)", done.stderr.decode())
        for count, counted in zip(counts, (done.stdout, text.encode())):
            self.assertEqual(
                count.replace(",", ""),
                self.run_pith("tokens", stdin=counted).stdout.split()[0]
                .decode())
        self.expect("encode", "-q", stdin=text, out=done.stdout)
        # A tokenizer that nobody needs is not missed.
        other = self.run_pith("encode", "--tokenizer", "./none.json",
                              stdin=text)
        self.assertRegex(other.stderr.decode(),
                         r"against [\d,]+ bytes\); try --to auto\n$")
        self.assertEqual(other.returncode, OK)
        # Above a mebibyte bytes are counted.
        done = self.run_pith("encode", stdin=json.dumps(rows * 20))
        self.assertRegex(done.stderr.decode(), r"against [\d,]+ bytes\); try")
        done = self.run_pith("decode", stdin=done.stdout)
        self.assertEqual(done.stderr, b"")
        table = json.dumps([{"id": i, "name": "x"} for i in range(500)])
        self.assertEqual(self.run_pith("encode", stdin=table).stderr, b"")

    def test_markdown_says_what_it_takes(self):
        done = self.run_pith("encode", "--to", "md",
                             stdin='{"employees":[{"id":1}]}')
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b"an array of objects or a graph with symbols", done.stderr)
        done = self.run_pith("encode", "--to", "md", stdin='{"symbols":1}')
        self.assertNotIn(b"a table of an array", done.stderr)

    def test_a_person_is_told_that_the_command_waits(self):
        master, slave = os.openpty()
        with subprocess.Popen(
            [PITH, "encode"], stdin=slave, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            os.write(master, b"[1]\n\x04\x04")
            out, err = process.communicate(timeout=60)
        os.close(master)
        os.close(slave)
        self.assertEqual(
            err, b"pith: reading standard input; press Ctrl-D to end it\n")
        self.assertEqual(out, b"GCF profile=generic\n## [1]: 1\n")


class Detection(Command):
    def test_what_merely_looks_like_something_is_not_read_so(self):
        yaml = "port: 8080 # web\nmask: 0x1F\nnone: ~\n"
        done = self.run_pith("encode", stdin=yaml)
        self.assertEqual((done.returncode, done.stdout), (BAD_INPUT, b""))
        self.assertTrue(done.stderr.endswith(
            b"\npith: if the format is not json, name it with --from; pith "
            b"codecs lists the formats\n"
        ), done.stderr)
        self.expect("encode", "-f", "yaml", stdin=yaml,
                    out="GCF profile=generic\nport=8080\nmask=31\nnone=-\n")

    def test_lines_of_json_are_seen(self):
        self.expect("encode", "-t", "json", stdin='{"a":1}\n{"a":2}\n',
                    out='[{"a":1},{"a":2}]\n')
        self.expect("decode", stdin='{"a":1}\n', out='{"a":1}\n')

    def test_a_value_that_cannot_be_written_has_no_place(self):
        self.expect(
            "convert", "-t", "csv", stdin='[{"a":1},{"a":1,"b":2}]',
            status=BAD_INPUT,
            err="<stdin>: error: misplaced_value: all rows of a table must "
                "have the same members\n"
                "pith: to write it, use --csv-fill\n",
        )

    def test_auto_has_no_options(self):
        self.expect("encode", "-t", "auto", "-O", "indent=2", stdin="1",
                    status=USAGE, err="pith: auto has no options\n"
                    "Try 'pith encode --help'.\n")


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
                    if to == "auto":
                        said = re.search(r"(\w+)\S*, (\d+) tokens", words)
                        self.assertIn(int(said[2]), {
                            self.tokens(done.stdout),
                            self.tokens(done.stdout.rstrip()),
                        })
                    if "--skip" not in words:
                        break
                    line = words.splitlines()[0]
                    self.assertRegex(
                        line,
                        r"^pith: \d+ of \d+ rows fit into 200 tokens "
                        r"\(\d+ used\); \d+ left out, continue with --skip \d+$",
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
        more += f"# {99 - kept} more rows left out\n".encode()
        self.assertGreater(self.tokens(more), 200)

    def test_the_longest_member_gives_way(self):
        text = json.dumps({"page": [1, 2], "rows": self.ROWS})
        done = self.run_pith("encode", "--to", "json", "--budget", "300",
                             stdin=text)
        kept = json.loads(done.stdout)
        self.assertEqual(kept["page"], [1, 2])
        self.assertEqual(kept["rows"], self.ROWS[:len(kept["rows"])])

    def test_the_line_break_at_the_end_counts(self):
        text = json.dumps(self.ROWS[:3])
        for budget in range(20, 60):
            done = self.run_pith("encode", "--to", "toon", "--budget",
                                 str(budget), stdin=text)
            if done.returncode == OK:
                self.assertLessEqual(self.tokens(done.stdout), budget)

    def test_the_same_rows_give_way_when_some_are_skipped(self):
        document = {"a": self.ROWS[:5], "b": self.ROWS[:4]}
        seen, skip = [], 0
        while True:
            done = self.run_pith("encode", "--to", "json", "--budget", "90",
                                 "--skip", str(skip),
                                 stdin=json.dumps(document))
            self.assertEqual(done.returncode, OK)
            part = json.loads(done.stdout)
            self.assertEqual(part["b"], document["b"])
            seen += part["a"]
            if not done.stderr:
                break
            skip = int(done.stderr.split()[-1])
        self.assertEqual(seen, document["a"])

    def test_the_output_says_what_is_left_out(self):
        text = json.dumps(self.ROWS)
        for to in ("gcf", "toon", "tron", "yaml", "auto"):
            with self.subTest(to=to):
                done = self.run_pith("encode", "-t", to, "--budget", "150",
                                     stdin=text)
                self.assertEqual(done.returncode, OK, done.stderr)
                kept = json.loads(self.run_pith(
                    "decode", *(["-f", to] if to != "auto" else []),
                    stdin=done.stdout).stdout)
                self.assertEqual(kept, self.ROWS[:len(kept)])
                self.assertTrue(done.stdout.decode().endswith(
                    f"\n# {100 - len(kept)} more rows left out\n"))
                self.assertLessEqual(self.tokens(done.stdout), 150)
                self.assertIn(f"({self.tokens(done.stdout)} used)",
                              done.stderr.decode())
        # What fits has nothing to say.
        done = self.run_pith("encode", "--budget", "5000", stdin=text)
        self.assertNotIn(b"left out", done.stdout + done.stderr)

    def test_formats_without_comments_say_it_in_a_member(self):
        text = json.dumps(self.ROWS)
        budget = ["encode", "-t", "json", "--budget", "150"]
        done = self.run_pith(*budget, stdin=text)
        self.assertIsInstance(json.loads(done.stdout), list)
        done = self.run_pith(*budget, "--budget-note=member", stdin=text)
        got = json.loads(done.stdout)
        self.assertEqual(list(got), ["rows", "left_out"])
        self.assertEqual(got["rows"], self.ROWS[:100 - got["left_out"]])
        self.assertLessEqual(self.tokens(done.stdout), 150)
        wrapped = json.dumps({"page": 1, "items": self.ROWS})
        done = self.run_pith(*budget, "--budget-note=member", stdin=wrapped)
        got = json.loads(done.stdout)
        self.assertEqual(list(got), ["page", "items", "left_out"])
        self.assertEqual(len(got["items"]) + got["left_out"], 100)
        done = self.run_pith("encode", "--budget", "150", "--budget-note=none",
                             stdin=text)
        self.assertNotIn(b"left out", done.stdout)

    def test_mistakes_in_the_note(self):
        self.expect("encode", "-t", "json", "--budget", "9",
                    "--budget-note=comment", stdin="[]", status=USAGE,
                    err="pith: json has no comments; use "
                        "--budget-note=member\nTry 'pith encode --help'.\n")
        self.expect("encode", "-t", "auto", "--budget", "9",
                    "--budget-note=comment", stdin="[]", status=USAGE,
                    err="pith: auto may choose a format that has no comments; "
                        "use --budget-note=member\n"
                        "Try 'pith encode --help'.\n")
        done = self.run_pith(
            "encode", "-t", "json", "--budget", "150", "--budget-note=member",
            stdin=json.dumps({"left_out": 1, "items": self.ROWS}))
        self.assertEqual((done.returncode, done.stdout), (BAD_INPUT, b""))
        self.assertIn(b"duplicate_key", done.stderr)

    def test_maps_of_objects_give_way_too(self):
        users = {f"user{i}": {"id": i, "name": f"name {i}"}
                 for i in range(100)}
        for document, member in ((users, None),
                                 ({"page": [1], "users": users}, "users")):
            with self.subTest(member=member):
                back, skip = {}, 0
                while True:
                    done = self.run_pith("encode", "--budget", "300", "--skip",
                                         str(skip), stdin=json.dumps(document))
                    self.assertEqual(done.returncode, OK, done.stderr)
                    self.assertLessEqual(self.tokens(done.stdout), 300)
                    part = json.loads(
                        self.run_pith("decode", stdin=done.stdout).stdout)
                    if member:
                        self.assertEqual(part["page"], [1])
                        part = part[member]
                    back |= part
                    if not done.stderr:
                        break
                    left = 100 - skip - len(part)
                    self.assertTrue(done.stdout.decode().endswith(
                        f"\n# {left} more member{'s' * (left != 1)} "
                        "left out\n"))
                    skip = int(done.stderr.split()[-1])
                self.assertEqual(list(back.items()), list(users.items()))

    def test_a_budget_below_one_row_is_an_error(self):
        done = self.run_pith("encode", "-f", "ndjson", "--budget", "19",
                             stdin="1\n2\n3\n4\n5\n")
        self.assertEqual((done.returncode, done.stdout), (BAD_INPUT, b""))
        self.assertIn(b"above the budget of 19 even with one row",
                      done.stderr)

    def test_what_cannot_be_fitted(self):
        for text, least, why in [
            ('{"a":"long enough"}', '{"a":"long enough"}',
             ", and there are no rows to leave out"),
            ("[1,2,3,4,5]", "[]", " even without rows"),
        ]:
            out = self.run_pith("encode", stdin=least).stdout
            if least == "[]":
                out += b"# 5 more rows left out\n"
            cost = self.tokens(out)
            self.expect("encode", "--budget", "3", stdin=text,
                        status=BAD_INPUT,
                        err=f"<stdin>: error: {cost} tokens, above the budget "
                            f"of 3{why}\n")
        self.expect("encode", "--skip", "3", stdin="1", status=BAD_INPUT,
                    err="<stdin>: error: there are no rows to skip\n")
