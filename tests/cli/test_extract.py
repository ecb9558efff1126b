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
                    err="<stdin>: error: there is no GCF or JSON in it\n")

    def test_explains_to_the_model(self):
        done = self.run_pith("extract", "--explain",
                             stdin=self.ANSWER.replace("[2]", "[3]"))
        self.assertEqual((done.returncode, done.stderr), (BAD_INPUT, b""))
        self.assertRegex(done.stdout.decode(),
                         r"^Line \d+, column \d+: .*count_mismatch.*\n$")


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
                    err="pith: no primer for 'xml'; there are gcf, gcf-graph, "
                        "toon, tron\nTry 'pith primer --help'.\n")
