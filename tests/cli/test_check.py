# SPDX-License-Identifier: MIT
"""check and fmt."""

import json
import resource
import subprocess

from harness import (BAD_INPUT, Command, IO, OK, ORDERS, ORDERS_GCF, PITH,
                     USAGE, takes_memory_itself)


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

    def test_json_names_what_cannot_be_read(self):
        done = self.run_pith("check", "--json", "none.json")
        self.assertEqual(done.returncode, IO)
        self.assertEqual(json.loads(done.stdout),
                         [{"file": "none.json", "ok": False,
                           "code": "read_failed",
                           "message": "the file cannot be read"}])

    def test_options_that_are_wrong_are_no_fault_of_the_file(self):
        self.file("a.json", "1")
        for words in ([], ["--json"]):
            done = self.run_pith("check", "a.json", "--from-option", "x=1",
                                 *words)
            self.assertEqual((done.returncode, done.stdout), (USAGE, b""))

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


class Large(Command):
    """Files that are read row by row."""

    def rows(self, last):
        row = json.dumps({"id": 1, "text": "x" * 500}) + "\n"
        return row * 20_000 + last

    def test_rows_are_checked_in_constant_memory(self):
        if takes_memory_itself():
            self.skipTest("a sanitizer or an emulator takes memory for itself")
        self.file("big.ndjson", self.rows("") * 4)
        # The text alone is 42 MB.
        most = 32 << 20
        done = subprocess.run(
            [PITH, "check", "big.ndjson"], check=False, cwd=self.directory,
            capture_output=True, timeout=120,
            preexec_fn=lambda: resource.setrlimit(
                resource.RLIMIT_DATA, (most, most)))
        self.assertEqual((done.returncode, done.stderr, done.stdout),
                         (OK, b"", b"big.ndjson: good ndjson\n"))

    def test_the_fault_of_a_row_is_shown(self):
        self.file("big.ndjson", self.rows('{"a":1}\n{"a":\n'))
        done = self.run_pith("check", "big.ndjson")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertRegex(
            done.stderr.decode(),
            r"^big\.ndjson:20002:\d+: error: unexpected_end.*\n")
        listed = json.loads(
            self.run_pith("check", "--json", "big.ndjson").stdout)
        self.assertEqual((listed[0]["line"], listed[0]["code"]),
                         (20002, "unexpected_end"))
        self.assertEqual(
            listed[0]["offset"],
            (self.directory / "big.ndjson").stat().st_size - 1)

    def test_numbers_of_rows(self):
        self.file("big.ndjson", self.rows("[1e-400]\n"))
        done = self.run_pith("check", "big.ndjson")
        self.assertEqual(done.returncode, OK)
        self.assertRegex(done.stderr, rb"^pith: big\.ndjson:20001:2: this ")
        done = self.run_pith("check", "--exact", "big.ndjson")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertRegex(done.stderr,
                         rb"^big\.ndjson:20001:2: error: out_of_range")


class Binary(Command):
    def test_faults_of_bytes_have_no_line(self):
        self.file("k.cbor", b"\xa1\x01\x02")
        for words in [("decode",), ("check",)]:
            done = self.run_pith(*words, "k.cbor")
            self.assertEqual(done.returncode, BAD_INPUT)
            self.assertRegex(done.stderr, rb"^k\.cbor: byte 1: error: .*\n$")


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

    def test_a_graph_stays_a_graph(self):
        graph = ("GCF profile=graph symbols=1\n## targets\n"
                 "@0 fn a.A 0.90 lsp\n")
        self.file("g.gcf", graph)
        self.expect("fmt", "--check", "g.gcf")
        self.expect("fmt", "g.gcf", out=graph)

    def test_comments_are_not_lost_in_place(self):
        self.file("a.toml", "# why\na = 1\n")
        self.expect("fmt", "-i", "a.toml", status=BAD_INPUT,
                    err="a.toml: error: --in-place would lose its comments; "
                        "use --output to write another file\n")
        self.assertEqual((self.directory / "a.toml").read_text(),
                         "# why\na = 1\n")
        self.expect("fmt", "a.toml", out="a = 1\n")
