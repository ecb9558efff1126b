# SPDX-License-Identifier: MIT
"""compare."""

import json

from harness import BAD_INPUT, Command, OK, ORDERS, ORDERS_GCF, USAGE


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
