# SPDX-License-Identifier: MIT
"""diff, apply and root."""

import json
import os
import re

from harness import BAD_INPUT, OK, USAGE, Command

DIFFERENT, TROUBLE = 1, 2  # as diff(1) has it


class Deltas(Command):
    OLD = '{"v":1,"orders":[{"id":1,"t":5},{"id":2,"t":6}]}'
    NEW = '{"v":1,"orders":[{"id":1,"t":7},{"id":3,"t":9,"n":"x"}]}'
    GRAPH = ("GCF profile=graph symbols=2 edges=1\n## targets\n"
             "@0 fn a.A 0.90 lsp\n## related\n@1 fn b.B 0.50 lsp\n"
             "## edges [1]\n@0<@1 calls\n")

    def setUp(self):
        super().setUp()
        self.file("old.json", self.OLD)
        self.file("new.json", self.NEW)

    def test_what_diff_says_apply_does(self):
        self.expect("diff", "old.json", "new.json", "-o", "d.gcf",
                    status=DIFFERENT)
        self.expect("apply", "old.json", "d.gcf", out=self.NEW + "\n")
        delta = (self.directory / "d.gcf").read_text()
        self.assertRegex(
            delta,
            r"^GCF profile=generic delta=true base_root=sha256:\w{64} "
            r"new_root=sha256:\w{64} key=id\n"
            r"## added \[1\]\{@id,t,n\}\n3\|9\|x\n"
            r"## changed \[1\]\{@id,t,n\}\n1\|7\|~\n"
            r"## removed \[1\]\{@id\}\n2\n$",
        )
        for file, name in [("old.json", "base"), ("new.json", "new")]:
            root = self.run_pith("root", file).stdout.decode().strip()
            self.assertIn(f"{name}_root={root} ", delta)

    def test_for_people(self):
        self.expect("diff", "--human", "old.json", "new.json",
                    status=DIFFERENT,
                    out='- 2 {"id":2,"t":6}\n~ 1: t 5 -> 7\n'
                        '+ 3 {"id":3,"t":9,"n":"x"}\n')
        self.expect("diff", "-u", "old.json", "old.json")

    def test_identities_that_look_alike_are_told_apart(self):
        # Both are shown as a question mark.
        self.file("a.json", '[{"id":"\u202d","n":1},{"id":"\u202e","n":1}]')
        self.file("b.json", '[{"id":"\u202d","n":1}]')
        self.expect("diff", "-u", "a.json", "b.json",
                    status=DIFFERENT,
                    out='- "?" {"id":"?","n":1}\n')

    def test_maps_for_people(self):
        self.file("a.json", '{"x":{"n":1,"m":1},"y":{"n":1,"m":1}}')
        self.file("b.json", '{"x":{"n":2,"m":1},"z":{"n":1,"m":1}}')
        self.expect("diff", "-u", "a.json", "b.json",
                    status=DIFFERENT,
                    out='- "y" {"n":1,"m":1}\n~ "x": n 1 -> 2\n'
                        '+ "z" {"n":1,"m":1}\n')

    def test_a_delta_is_not_applied_to_something_else(self):
        self.expect("diff", "old.json", "new.json", "-o", "d.gcf",
                    status=DIFFERENT)
        done = self.run_pith("apply", "new.json", "d.gcf")
        self.assertEqual((done.returncode, done.stdout), (BAD_INPUT, b""))
        self.assertIn(b"new.json: error: base_mismatch: ", done.stderr)
        self.file("bad.gcf", (self.directory / "d.gcf").read_text() + "9\n")
        done = self.run_pith("apply", "old.json", "bad.gcf")
        self.assertEqual((done.returncode, done.stdout), (BAD_INPUT, b""))
        self.assertRegex(done.stderr, rb"^bad\.gcf:\d+:\d+: error: ")

    def test_force_applies_what_fits(self):
        self.file("d.gcf",
                  "GCF profile=generic delta=true key=id\n## added [1]{@id,t}\n"
                  "9|1\n")
        done = self.run_pith("apply", "old.json", "d.gcf")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.expect("apply", "--force", "old.json", "d.gcf",
                    out=self.OLD.replace("}]}", '},{"id":9,"t":1}]}') + "\n")

    def test_nothing_changed(self):
        self.expect("diff", "old.json", "old.json", "-o", "d.gcf")
        self.assertRegex((self.directory / "d.gcf").read_text(),
                         r"^GCF profile=generic unchanged=true ")
        self.expect("apply", "old.json", "d.gcf", out=self.OLD + "\n")
        done = self.run_pith("apply", "new.json", "d.gcf")
        self.assertEqual(done.returncode, BAD_INPUT)

    def test_another_key_and_another_format(self):
        self.file("a.json", '[{"k":"x","n":1}]')
        self.file("b.json", '[{"k":"x","n":2}]')
        self.expect("diff", "-k", "k", "a.json", "b.json", "-o", "d.gcf",
                    status=DIFFERENT)
        self.expect("apply", "a.json", "d.gcf", "--to", "gcf",
                    out="GCF profile=generic\n## [1]{k,n}\nx|2\n")
        done = self.run_pith("diff", "a.json", "b.json")
        self.assertEqual(done.returncode, TROUBLE)
        self.assertIn(b"invalid_identity", done.stderr)

    def test_maps_are_sets_too(self):
        self.file("a.json", '{"x":{"n":1,"m":1},"y":{"n":1,"m":1}}')
        self.file("b.json", '{"x":{"n":2,"m":1},"y":{"n":1,"m":1}}')
        self.expect("diff", "a.json", "b.json", "-o", "d.gcf",
                    status=DIFFERENT)
        self.expect("apply", "a.json", "d.gcf",
                    out='{"x":{"n":2,"m":1},"y":{"n":1,"m":1}}\n')

    def test_graphs(self):
        self.file("a.gcf", self.GRAPH)
        self.file("b.gcf", self.GRAPH.replace("calls", "imports"))
        self.expect("diff", "--human", "a.gcf", "b.gcf",
                    status=DIFFERENT,
                    out="- b.B calls a.A\n+ b.B imports a.A\n")
        self.expect("diff", "a.gcf", "b.gcf", "-o", "d.gcf",
                    status=DIFFERENT)
        done = self.run_pith("apply", "a.gcf", "d.gcf", "--to", "json")
        self.assertEqual(done.returncode, OK)
        self.assertEqual(
            json.loads(done.stdout)["edges"][0]["edgeType"], "imports"
        )
        self.assertRegex(self.run_pith("root", "a.gcf").stdout.decode(),
                         r"^sha256:\w{64}\n$")

    def test_an_applied_graph_stays_a_graph(self):
        self.file("a.gcf", self.GRAPH)
        changed = self.GRAPH.replace("calls", "imports")
        self.file("b.gcf", changed)
        self.expect("diff", "a.gcf", "b.gcf", "-o", "d.gcf",
                    status=DIFFERENT)
        done = self.run_pith("apply", "a.gcf", "d.gcf")
        self.assertRegex(done.stdout.decode(), r"^GCF profile=graph .*\n")
        self.assertTrue(done.stdout.endswith(b"@0<@1 imports\n"), done.stdout)

    def test_what_a_delta_does_not_say_is_said(self):
        self.file("other.json", self.OLD.replace('"v":1', '"v":2'))
        done = self.run_pith("diff", "old.json", "other.json")
        self.assertEqual(done.returncode, DIFFERENT)
        self.assertEqual(
            done.stderr, b"pith: the files also differ outside their rows; a "
            b"delta does not carry that\n",
        )
        self.expect("diff", "-u", "old.json", "other.json", status=DIFFERENT,
                    out="~ v: 1 -> 2\n")

    def test_trouble_is_not_a_difference(self):
        self.file("bad.json", "{")
        self.assertEqual(
            self.run_pith("diff", "bad.json", "new.json").returncode, TROUBLE)
        self.assertEqual(
            self.run_pith("diff", "old.json", "none.json").returncode, TROUBLE)
        done = self.run_pith("diff", "-", "-", stdin=self.OLD)
        self.assertEqual(done.returncode, TROUBLE)
        self.assertIn(b"only one of the two", done.stderr)

    def test_check_knows_deltas(self):
        self.file("a.json", '[{"id":1,"v":1}]')
        self.file("b.json", '[{"id":1,"v":2}]')
        self.file("a.gcf", self.GRAPH)
        self.file("b.gcf", self.GRAPH.replace("calls", "imports"))
        for old, new in [("a.json", "b.json"), ("a.json", "a.json"),
                         ("a.gcf", "b.gcf"), ("a.gcf", "a.gcf")]:
            self.run_pith("diff", old, new, "-o", "d.gcf")
            self.expect("check", "d.gcf", out="d.gcf: good gcf delta\n")
        self.run_pith("diff", "a.json", "b.json", "-o", "d.gcf")
        self.file("bad.gcf", (self.directory / "d.gcf").read_text() + "9\n")
        self.assertEqual(self.run_pith("check", "bad.gcf").returncode,
                         BAD_INPUT)
        done = self.run_pith("view", "d.gcf")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b"pith apply", done.stderr)

    def test_colours_when_they_are_asked_for(self):
        words = ("diff", "-u", "old.json", "new.json")
        plain = self.run_pith(*words).stdout
        self.assertNotIn(b"\x1b", plain)
        for more, settings in [
            (["--color", "always"], {}),
            (["--color=always"], {"NO_COLOR": "1"}),
            ([], {"CLICOLOR_FORCE": "1"}), ([], {"FORCE_COLOR": "1"}),
        ]:
            done = self.run_pith(*words, *more,
                                 env={"PATH": os.environ["PATH"], **settings})
            self.assertIn(b"\x1b[32m+ 3", done.stdout, (more, settings))
        for more, settings in [
            (["--color", "never"], {"FORCE_COLOR": "1"}),
            ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}),
            ([], {"FORCE_COLOR": "0"}), (["--color", "auto"], {}),
        ]:
            done = self.run_pith(*words, *more,
                                 env={"PATH": os.environ["PATH"], **settings})
            self.assertEqual(done.stdout, plain, (more, settings))

    def test_the_identity_field_is_named(self):
        self.file("upper.json", '[{"ID":1}]')
        for words in (["root", "upper.json"],
                      ["diff", "upper.json", "upper.json"]):
            done = self.run_pith(*words)
            self.assertIn(b"pith: the key of the rows is 'id'; use --key to "
                          b"name another field\n", done.stderr)
        self.assertEqual(
            self.run_pith("root", "--key", "ID", "upper.json").returncode, OK)

    def test_a_delta_without_roots_needs_force(self):
        self.run_pith("diff", "old.json", "new.json", "-o", "d.gcf")
        text = (self.directory / "d.gcf").read_text()
        self.file("bare.gcf", re.sub(r" (base|new)_root=\S+", "", text))
        done = self.run_pith("apply", "old.json", "bare.gcf")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b"pith: --force applies a delta without roots",
                      done.stderr)
        self.expect("apply", "--force", "old.json", "bare.gcf",
                    out=self.NEW + "\n")

    def test_maps_show_their_members_as_they_are(self):
        self.file("m1.json", '{"a":{"x":1},"b":{"x":2}}')
        self.file("m2.json", '{"a":{"x":1},"c":{"x":2}}')
        self.expect("diff", "-u", "m1.json", "m2.json", status=DIFFERENT,
                    out='- "b" {"x":2}\n+ "c" {"x":2}\n')

    def test_the_file_that_is_wrong_is_named(self):
        self.file("twice.json", '[{"id":1},{"id":1}]')
        done = self.run_pith("diff", "twice.json", "new.json")
        self.assertEqual(done.returncode, TROUBLE)
        self.assertTrue(done.stderr.startswith(b"twice.json: error: "),
                        done.stderr)

    def test_what_is_no_set(self):
        self.file("x.json", "[1,2]")
        for status, *words in ((TROUBLE, "diff", "x.json", "old.json"),
                               (BAD_INPUT, "root", "x.json")):
            self.expect(*words, status=status,
                        err="x.json: error: invalid_identity: there must be "
                            "one array of objects, or a map of objects\n")
        self.expect("diff", "x.json", status=USAGE,
                    err="pith: missing operand: usage: pith diff OLD NEW\n"
                        "Try 'pith diff --help'.\n")
