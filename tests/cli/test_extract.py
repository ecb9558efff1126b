# SPDX-License-Identifier: MIT
"""extract and primer."""

import json

from harness import BAD_INPUT, OK, ORDERS_GCF, USAGE, Command


class Extract(Command):
    ANSWER = "Sure!\n```gcf\n" + ORDERS_GCF + "```\nAnything else?\n"

    def test_takes_the_payload(self):
        self.expect("extract", stdin=self.ANSWER, out=ORDERS_GCF)
        self.expect("extract", stdin="Here: [{}] ok?", out="[{}]\n")
        self.expect("extract", "--explain", stdin=self.ANSWER, out=ORDERS_GCF)

    def test_says_where_it_was(self):
        done = self.run_pith("extract", "--json", stdin=self.ANSWER)
        self.assertEqual(
            json.loads(done.stdout),
            {"format": "gcf", "offset": 13, "line": 3, "column": 1,
             "payload": ORDERS_GCF},
        )

    def test_nothing_there(self):
        self.expect("extract", stdin="I cannot do that.", status=BAD_INPUT,
                    err="<stdin>: error: no GCF, TOON, TRON or JSON found\n")

    def test_explains_to_the_model(self):
        done = self.run_pith("extract", "--explain",
                             stdin=self.ANSWER.replace("[2]", "[3]"))
        self.assertEqual((done.returncode, done.stderr), (BAD_INPUT, b""))
        self.assertRegex(done.stdout.decode(),
                         r"^Line \d+, column \d+: .*count_mismatch.*\n$")


class Formats(Command):
    def test_what_primer_teaches_is_extracted(self):
        toon = "items[2]{a,b}:\n  1,2\n  3,4\n"
        tron = "class A: a,b\n\n[A(1,2),A(3,4)]\n"
        for name, text in [("toon", toon), ("tron", tron)]:
            self.expect("extract", stdin=f"```{name}\n{text}```\n", out=text)
            self.expect("extract", stdin=f"Here:\n```\n{text}```\nDone.\n",
                        out=text)
            self.expect("extract", stdin=text, out=text)
            self.expect("extract", stdin=f"Here it is:\n\n{text}\nThat is all"
                        "\n", out=text)
            done = self.run_pith("extract", "--json", stdin=text)
            self.assertEqual(json.loads(done.stdout)["format"], name)

    def test_bad_toon_is_explained(self):
        done = self.run_pith("extract", "--explain",
                             stdin="```toon\nitems[3]{a}:\n  1\n```\n")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b"count_mismatch", done.stdout)

    def test_footnotes_are_not_toon(self):
        self.expect("extract", stdin='See\n[1]: https://x.org\n\n{"a":[1]}\n',
                    out='{"a":[1]}\n')
        self.expect("extract", stdin='[1]: https://x.org\n\n{"a":[1]}\n',
                    out='{"a":[1]}\n')

    def test_json_is_still_json(self):
        self.expect("extract", stdin='Take ```json\n{"a":[1]}\n``` now',
                    out='{"a":[1]}\n')


class Primer(Command):
    def test_says_what_it_costs(self):
        for name in ("gcf", "gcf-graph", "toon", "tron"):
            with self.subTest(name=name):
                done = self.run_pith("primer", name)
                self.assertEqual(done.returncode, OK)
                counted = self.run_pith("tokens", stdin=done.stdout).stdout
                self.assertEqual(
                    done.stderr.decode(),
                    f"pith: {int(counted.split()[0])} tokens of o200k_base\n",
                )
        self.expect("primer", out=self.run_pith("primer", "gcf").stdout,
                    err=self.run_pith("primer", "gcf").stderr)

    def test_no_primer(self):
        self.expect("primer", "xml", status=USAGE,
                    err="pith: no primer for 'xml'; choose one of gcf, "
                        "gcf-graph, toon, tron\nTry 'pith primer --help'.\n")
