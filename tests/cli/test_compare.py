# SPDX-License-Identifier: MIT
"""compare."""

import csv
import io
import json
import re
from xml.etree import ElementTree

from harness import (
    BAD_INPUT, IO, OK, ORDERS, ORDERS_GCF, USAGE, Command,
)


class Compare(Command):
    def test_shows_what_each_format_costs_and_marks_the_cheapest(self):
        self.file("orders.json", ORDERS)
        self.file("one.json", "[1]")
        done = self.run_pith("compare", "orders.json", "one.json")
        self.assertEqual(done.returncode, OK)
        lines = [line.split() for line in done.stdout.decode().splitlines()]
        columns = lines[0][2:]
        self.assertEqual(columns[:3], ["json-pretty", "json", "gcf"])
        self.assertEqual(columns[-2:], ["auto", "saving"])
        one = dict(zip(columns, lines[2][1:]))
        self.assertEqual(one["json"], "*3")
        self.assertEqual(one["auto"], "3")
        total = dict(zip(columns, lines[3][1:]))
        orders = dict(zip(columns, lines[1][1:]))
        self.assertEqual(int(total["json"].strip("*")),
                         int(orders["json"].strip("*")) + 3)
        self.assertEqual(lines[4][:2], ["against", "json"])
        self.assertEqual(dict(zip(columns, lines[4][2:]))["json"], "+0.0%")
        self.assertEqual(lines[5][:2], ["against", "json-pretty"])
        self.assertEqual(dict(zip(columns, lines[5][2:]))["json-pretty"],
                         "+0.0%")

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
            least = min(f["tokens"] for name, f in formats.items()
                        if name not in ("json-pretty", "auto"))
            cheapest = table["files"][0]["cheapest"]
            self.assertEqual(formats[cheapest]["tokens"], least)

    def test_refuses_what_is_no_json(self):
        self.file("bad.json", "[1,")
        done = self.run_pith("compare", "bad.json")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertEqual(done.stdout, b"")
        self.assertIn(b"bad.json:1:4: error: unexpected_end", done.stderr)
        self.expect("compare", "--tokenizer", "nonsense", stdin="1",
                    status=USAGE, err=self.run_pith(
                        "tokens", "--tokenizer", "nonsense").stderr)


class CompareRivals(Command):
    GRAPH = {
        "tool": "t", "symbols": [
            {"qualified_name": f"m.f{i}", "kind": "function", "score": 0.5,
             "provenance": "lsp", "distance": 0} for i in range(6)],
        "edges": [{"source": "m.f0", "target": f"m.f{i}",
                   "edge_type": "calls"} for i in range(1, 6)],
    }

    def rivals_of(self, *files):
        done = self.run_pith("compare", "--json", *files)
        self.assertEqual(done.returncode, OK, done.stderr)
        return [{r["format"]: r for r in file["rivals"]}
                for file in json.loads(done.stdout)["files"]]

    def test_flat_rows(self):
        self.file("orders.json", ORDERS)
        rivals = self.rivals_of("orders.json")[0]
        for name, lossless in (("csv", True), ("yaml", True),
                               ("markdown", False)):
            text = self.run_pith("convert", "-t", name, "orders.json").stdout
            counted = self.run_pith("tokens", "--json", stdin=text)
            self.assertEqual(rivals[name], {
                "format": name, "lossless": lossless, "bytes": len(text),
                "tokens": json.loads(counted.stdout)["total"]})
        self.assertEqual(rivals["gcf-graph"], {
            "format": "gcf-graph", "reason": "not a graph"})

    def test_what_cannot_be_written_has_a_dash_and_a_note(self):
        self.file("tree.json", '[{"a":{"b":1}}]')
        self.file("orders.json", ORDERS)
        shown = self.run_pith("compare", "tree.json",
                              "orders.json").stdout.decode()
        table = shown.split("\n\n")[1].splitlines()
        self.assertEqual(table[0].split(),
                         ["not", "for", "auto", "csv", "yaml", "markdown"])
        self.assertEqual(table[1].split()[:2], ["tree.json", "-"])
        self.assertRegex(table[2].split()[3], r"^~[0-9]+$")
        self.assertEqual(table[3].split()[:2], ["total", "-"])
        self.assertEqual(table[4].split()[:3], ["against", "json", "-"])
        self.assertTrue(table[5].startswith("~ loses types or members"))
        self.assertTrue(table[6].startswith("- csv of tree.json: "), table[6])
        self.assertNotIn("gcf-graph", shown)

    def test_csv_that_loses_what_it_had(self):
        # A column that a row does not have is not a column without a value.
        self.file("rows.json", '[{"a":1,"b":null},{"a":2,"b":""}]')
        rivals = self.rivals_of("rows.json")[0]
        text = self.run_pith("convert", "-t", "csv", "rows.json").stdout
        back = self.run_pith("convert", "-f", "csv", "-t", "json", stdin=text)
        self.assertEqual(
            rivals["csv"]["lossless"],
            json.loads(back.stdout) == [{"a": 1, "b": None},
                                        {"a": 2, "b": ""}])

    def test_a_graph_in_its_own_profile(self):
        self.file("graph.json", json.dumps(self.GRAPH))
        text = self.run_pith("encode", "-O", "profile=graph",
                             "graph.json").stdout
        self.file("graph.gcf", text)
        both = self.rivals_of("graph.json", "graph.gcf")
        counted = self.run_pith("tokens", "--json", stdin=text)
        for rivals in both:
            self.assertEqual(rivals["gcf-graph"]["tokens"],
                             json.loads(counted.stdout)["total"])
        self.assertIn("gcf-graph", self.run_pith(
            "compare", "graph.gcf").stdout.decode())

    def test_fits_the_terminal(self):
        self.file("a" * 60 + ".json", '[{"a":{"b":1}}]')
        for columns in (40, 60, 100):
            _, shown = self.on_terminal("compare", "a" * 60 + ".json",
                                        columns=columns, streams=("out",),
                                        NO_COLOR="1")
            self.assertLessEqual(max(map(len, shown.splitlines())), columns)


class ComparePictures(Command):
    ROWS = json.dumps([{"id": i, "name": f"name {i}", "ok": i % 2 == 0}
                       for i in range(40)])
    TREE = json.dumps({"a": {"b": {"c": [1, {"d": "x"}]}}, "e": [[1], [2]]})

    def setUp(self):
        super().setUp()
        self.file("rows.json", self.ROWS)
        self.file("tree.json", self.TREE)

    def compare(self, *words):
        done = self.run_pith("compare", *words)
        self.assertEqual((done.returncode, done.stderr), (OK, b""))
        return done.stdout.decode()

    def test_table(self):
        self.expect_golden("compare_table.txt", self.compare(
            "--bytes", "rows.json", "tree.json"))

    def test_csv_has_the_numbers_of_json(self):
        text = self.compare("--csv", "rows.json", "tree.json")
        self.expect_golden("compare.csv", text)
        lines = list(csv.DictReader(io.StringIO(text)))
        table = json.loads(self.compare("--json", "rows.json", "tree.json"))
        told = [(file["file"], f["format"], str(f["tokens"]), str(f["bytes"]))
                for file in table["files"] for f in file["formats"]]
        self.assertEqual(
            [(x["file"], x["format"], x["tokens"], x["bytes"]) for x in lines],
            told,
        )
        pretty = int(lines[0]["tokens"])
        for line in lines[:4]:
            self.assertAlmostEqual(
                float(line["saving_vs_json_pretty"]),
                100 - 100 * int(line["tokens"]) / pretty, delta=0.051,
            )
        self.file('a,"b".json', "1")
        self.assertIn('\n"a,""b"".json",json,1,',
                      self.compare("--csv", 'a,"b".json'))
        self.expect("compare", "--csv", "--json", status=USAGE,
                    err="pith: --json and --csv cannot be combined\n"
                        "Try 'pith compare --help'.\n")

    def chart(self, *files):
        self.compare("--svg", "chart.svg", *files)
        text = (self.directory / "chart.svg").read_text(encoding="utf-8")
        ElementTree.fromstring(text)
        return text

    def test_svg_of_one_file_and_of_several(self):
        self.expect_golden("compare_one.svg", self.chart("rows.json"))
        self.expect_golden("compare_two.svg",
                           self.chart("rows.json", "tree.json"))
        self.expect_golden("compare_total.svg",
                           self.chart(*["rows.json", "tree.json"] * 4))

    def test_svg_escapes_names(self):
        self.file("<a>&'\"\x1b\u202e.json", "[1]")
        text = self.chart("<a>&'\"\x1b\u202e.json", "tree.json")
        self.assertIn(">&lt;a&gt;&amp;'&quot;??.json</text>", text)

    def test_svg_beside_the_table_or_instead_of_it(self):
        table = self.compare("rows.json")
        self.assertEqual(self.compare("rows.json", "--svg", "x.svg"), table)
        chart = (self.directory / "x.svg").read_text(encoding="utf-8")
        self.assertEqual(self.compare("rows.json", "--svg", "-"), chart)
        self.expect(
            "compare", "rows.json", "--svg", "none/x.svg", status=IO,
            err="pith: cannot write to none/x.svg: "
                "No such file or directory\n",
        )

    def test_a_terminal_gets_bars(self):
        for width, words in [(80, []), (80, ["--bytes"]), (200, ["--bytes"]),
                             (60, [])]:
            with self.subTest(width=width, words=words):
                code, shown = self.on_terminal(
                    "compare", *words, "rows.json", "tree.json",
                    columns=width, NO_COLOR="1",
                )
                self.assertEqual(code, OK)
                name = f"compare_{width}{'_bytes' if words else ''}.txt"
                self.expect_golden(name, shown)
                self.assertLessEqual(max(map(len, shown.splitlines())), width)

    def test_a_narrow_terminal_is_not_exceeded(self):
        self.file("large.json", json.dumps([{"id": i} for i in range(3000)]))
        for width in (30, 35, 40, 45):
            for name in ("rows.json", "large.json"):
                code, shown = self.on_terminal("compare", name, columns=width,
                                               NO_COLOR="1")
                self.assertEqual(code, OK)
                lines = shown.splitlines()[1:]
                self.assertLessEqual(max(map(len, lines)), width, shown)

    def test_colours_mark_the_winner_and_the_losses(self):
        _, plain = self.on_terminal("compare", "tree.json", NO_COLOR="1")
        code, shown = self.on_terminal("compare", "tree.json")
        self.assertEqual(code, OK)
        self.assertIn("\x1b[32m\u2588", shown)
        self.assertRegex(shown, r"\x1b\[33m +\+\d+\.\d%\x1b\[0m")
        self.assertEqual(re.sub(r"\x1b\[\d+m", "", shown), plain)
        _, typed = self.on_terminal("compare", "tree.json", LC_ALL="C")
        self.assertTrue(typed.isascii())
        self.assertIn("####", typed)
