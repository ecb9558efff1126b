# SPDX-License-Identifier: MIT
"""diff, apply and root."""

import json

from harness import BAD_INPUT, OK, USAGE, Command


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
        self.expect("diff", "old.json", "new.json", "-o", "d.gcf")
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
                    out='- 2 {"id":2,"t":6}\n~ 1: t 5 -> 7\n'
                        '+ 3 {"id":3,"t":9,"n":"x"}\n')
        self.expect("diff", "-u", "old.json", "old.json")

    def test_identities_that_look_alike_are_told_apart(self):
        # Both are shown as a question mark.
        self.file("a.json", '[{"id":"\u202d","n":1},{"id":"\u202e","n":1}]')
        self.file("b.json", '[{"id":"\u202d","n":1}]')
        self.expect("diff", "-u", "a.json", "b.json",
                    out='- "?" {"id":"?","n":1}\n')

    def test_maps_for_people(self):
        self.file("a.json", '{"x":{"n":1,"m":1},"y":{"n":1,"m":1}}')
        self.file("b.json", '{"x":{"n":2,"m":1},"z":{"n":1,"m":1}}')
        self.expect("diff", "-u", "a.json", "b.json",
                    out='- "y" {"n":1,"m":1}\n~ "x": n 1 -> 2\n'
                        '+ "z" {"id":"z","n":1,"m":1}\n')

    def test_a_delta_is_not_applied_to_something_else(self):
        self.expect("diff", "old.json", "new.json", "-o", "d.gcf")
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
        self.expect("diff", "-k", "k", "a.json", "b.json", "-o", "d.gcf")
        self.expect("apply", "a.json", "d.gcf", "--to", "gcf",
                    out="GCF profile=generic\n## [1]{k,n}\nx|2\n")
        done = self.run_pith("diff", "a.json", "b.json")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b"invalid_identity", done.stderr)

    def test_maps_are_sets_too(self):
        self.file("a.json", '{"x":{"n":1,"m":1},"y":{"n":1,"m":1}}')
        self.file("b.json", '{"x":{"n":2,"m":1},"y":{"n":1,"m":1}}')
        self.expect("diff", "a.json", "b.json", "-o", "d.gcf")
        self.expect("apply", "a.json", "d.gcf",
                    out='{"x":{"n":2,"m":1},"y":{"n":1,"m":1}}\n')

    def test_graphs(self):
        self.file("a.gcf", self.GRAPH)
        self.file("b.gcf", self.GRAPH.replace("calls", "imports"))
        self.expect("diff", "--human", "a.gcf", "b.gcf",
                    out="- b.B calls a.A\n+ b.B imports a.A\n")
        self.expect("diff", "a.gcf", "b.gcf", "-o", "d.gcf")
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
        self.expect("diff", "a.gcf", "b.gcf", "-o", "d.gcf")
        done = self.run_pith("apply", "a.gcf", "d.gcf")
        self.assertRegex(done.stdout.decode(), r"^GCF profile=graph .*\n")
        self.assertTrue(done.stdout.endswith(b"@0<@1 imports\n"), done.stdout)

    def test_what_a_delta_does_not_say_is_said(self):
        self.file("other.json", self.OLD.replace('"v":1', '"v":2'))
        done = self.run_pith("diff", "old.json", "other.json")
        self.assertEqual(done.returncode, OK)
        self.assertEqual(
            done.stderr, b"pith: the files differ beside their rows; a delta "
            b"does not say how\n",
        )

    def test_the_file_that_is_wrong_is_named(self):
        self.file("twice.json", '[{"id":1},{"id":1}]')
        done = self.run_pith("diff", "twice.json", "new.json")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertTrue(done.stderr.startswith(b"twice.json: error: "),
                        done.stderr)

    def test_what_is_no_set(self):
        self.file("x.json", "[1,2]")
        for words in (["diff", "x.json", "old.json"], ["root", "x.json"]):
            self.expect(*words, status=BAD_INPUT,
                        err="x.json: error: invalid_identity: there must be "
                            "one array of objects, or a map of objects\n")
        self.expect("diff", "x.json", status=USAGE,
                    err="pith: more is needed: usage: pith diff OLD NEW\n"
                        "Try 'pith diff --help'.\n")
