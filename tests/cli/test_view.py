# SPDX-License-Identifier: MIT
"""view."""

import json
import unicodedata

from harness import BAD_INPUT, OK, ORDERS_GCF, USAGE, Command

PEOPLE = [
    {"id": i, "name": f"Person {i}", "email": f"person.{i}@example.com",
     "score": i / 8, "active": i % 3 == 0, "tags": ["a", "b"][: i % 3],
     "note": None if i % 2 else "line\nbreak", "home": {"city": "Rome",
                                                        "zip": str(i)}}
    for i in range(1, 101)
]

GRAPH = {
    "tool": "context_for_task", "tokenBudget": 5000, "tokensUsed": 1847,
    "symbols": [
        {"qualifiedName": "auth.Login", "kind": "function", "score": 0.978,
         "provenance": "lsp_resolved", "distance": 0},
        {"qualifiedName": 'op "\\N" <T> & Co', "kind": "interface",
         "score": 0.5, "provenance": "ast", "distance": 1},
        {"qualifiedName": "db.Query", "kind": "method", "score": 0.8123,
         "provenance": "lsp_resolved", "distance": 1},
        {"qualifiedName": "db.Query", "kind": "type", "score": 0.1,
         "provenance": "lsp_resolved", "distance": 2},
    ],
    "edges": [
        {"source": "auth.Login", "target": "db.Query", "targetKind": "method",
         "edgeType": "calls"},
        {"source": "auth.Login", "target": "fmt.Println", "edgeType": "calls",
         "status": "added"},
        {"source": "db.Query", "sourceKind": "type",
         "target": 'op "\\N" <T> & Co', "edgeType": "implements",
         "status": "removed"},
    ],
}

CONFIG = {
    "name": "pith", "ports": [80, 443], "empty": {}, "nothing": None,
    "limits": {"depth": 512, "inner": {"a": {"b": {"c": {"d": 1}}}}},
    "servers": [["a", {"up": True}], ["b", {"up": False}]],
    "long": "x" * 200,
}


def columns(line):
    """As a terminal counts them."""
    return sum(
        0 if unicodedata.combining(c) else
        2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line
    )


class View(Command):
    def view(self, data, *words, **settings):
        text = data if isinstance(data, str) else json.dumps(data)
        done = self.run_pith("view", *words, stdin=text, **settings)
        self.assertEqual((done.returncode, done.stderr), (OK, b""))
        return done.stdout.decode()

    def test_rows_are_a_table(self):
        self.expect_golden("view_table.txt", self.view(PEOPLE, "--rows", "6"))
        self.expect_golden("view_table_200.txt",
                           self.view(PEOPLE, "--rows", "6", "--width", "200"))
        self.expect_golden("view_table_ascii.txt",
                           self.view(PEOPLE[:2], "--ascii"))

    def test_every_format_is_shown_alike(self):
        shown = self.view(ORDERS_GCF)
        self.assertEqual(shown, self.view("id,name\n1,Alice\n2,Bob\n",
                                          "--from", "csv"))
        self.assertTrue(shown.endswith("\n2 rows, 2 columns\n"))

    def test_every_line_fits_the_width(self):
        for width in range(20, 130, 7):
            for ascii_only in ([], ["--ascii"]):
                text = self.view(PEOPLE, "--width", str(width), *ascii_only)
                frame = [columns(line) for line in text.splitlines()[:-1]]
                self.assertEqual(len(set(frame)), 1)
                self.assertLessEqual(frame[0], width)
                self.assertEqual(text.isascii(), bool(ascii_only))
            for line in self.view(CONFIG, "--width", str(width)).splitlines():
                self.assertLessEqual(columns(line), max(width, 34))

    def test_any_width_is_taken(self):
        for width, used in [("0", 20), ("18446744073709551615", None)]:
            lines = self.view(PEOPLE, "--width", width).splitlines()
            if used:
                self.assertLessEqual(columns(lines[0]), used)
            else:
                self.assertNotIn("\u2026", "".join(lines))

    def test_rows_can_be_counted_or_all(self):
        for words, rows in [(["--rows", "all"], 100), (["--rows", "7"], 8),
                            (["--rows", "1"], 2), ([], 41),
                            (["--rows", "100"], 100)]:
            lines = self.view(PEOPLE, *words).splitlines()
            self.assertEqual(len(lines) - 6, rows, words)
        for bad in ("0", "many", "-1", ""):
            self.expect("view", f"--rows={bad}", status=USAGE,
                        err="pith: --rows takes a number above 0, or all\n"
                            "Try 'pith view --help'.\n")

    def test_rows_in_a_member_stand_below_the_rest(self):
        self.expect_golden("view_member.txt", self.view(
            {"page": 2, "rows": PEOPLE[:2], "next": {"page": 3}},
            "--width", "60"))

    def test_anything_else_is_a_tree(self):
        self.expect_golden("view_tree.txt", self.view(CONFIG))
        self.expect_golden("view_tree_ascii.txt",
                           self.view(CONFIG, "--ascii", "--depth", "2"))
        for text, shown in [("[]", "[]"), ("{}", "{}"), ("1.5", "1.5"),
                            ('"a\\nb"', '"a\\nb"'), ("[1,[2]]", "0: 1\n1: [2]"),
                            ("[{}]", "0: {}")]:
            self.assertEqual(self.view(text), shown + "\n")
        self.assertEqual(self.view(CONFIG, "--depth", "0"), "{7 members}\n")
        many = self.view(list(range(1000)), "--rows", "3")
        self.assertEqual(many, "0: 0\n1: 1\n2: 2\n\u2026 997 more\n")

    def test_deep_and_broad_data_is_no_burden(self):
        deep = "[" * 500 + "]" * 500
        self.assertIn("499", str(self.view(deep, "--depth", "600").count("0:")))
        broad = [{f"k{i}.{j}": 1 for j in range(200)} for i in range(200)]
        self.assertIn("200 rows, 40,000 columns (40 rows, ",
                      self.view(broad))

    def test_nothing_steers_the_terminal(self):
        evil = "\x1b[2J\u202e\x07\u0085\u061c\x7f"
        for data in ([{evil: evil, "b": [evil]}], {evil: evil},
                     {"symbols": [{"qualifiedName": evil, "kind": evil}],
                      "edges": [{"source": evil, "target": evil,
                                 "edgeType": evil}]}):
            for words in ([], ["--dot"] if "symbols" in data else []):
                text = self.view(data, *words)
                for c in "\x1b\u202e\x07\u0085\u061c\x7f":
                    self.assertNotIn(c, text)

    def test_wide_characters_take_two_columns(self):
        text = self.view([{"a": "\u4e2d\u6587", "b": 1},
                          {"a": "e\u0301\U0001f600", "b": 2},
                          {"a": "\u4e2d" * 60, "b": 2}], "--width", "40")
        self.assertEqual(
            len({columns(line) for line in text.splitlines()[:-1]}), 1)

    def test_a_graph_has_symbols_and_edges(self):
        self.expect_golden("view_graph.txt", self.view(GRAPH))
        shown = self.view(GRAPH, "--rows", "1")
        self.assertIn("\u2026 2 more\n", shown)
        # GCF and GCB have no names with blanks.
        plain = {**GRAPH, "symbols": GRAPH["symbols"][::2],
                 "edges": GRAPH["edges"][:1]}
        for to in (["gcf", "-O", "profile=graph"], ["gcb"]):
            self.file("graph.json", json.dumps(plain))
            name = "graph." + to[0]
            self.expect("encode", "graph.json", "-o", name, "--to", *to)
            shown = self.run_pith("view", name).stdout.decode()
            self.assertIn("\n  auth.Login calls db.Query", shown)
            self.assertIn("\ndistance 1 (1)\n  method    db.Query", shown)
        # Symbols alone are rows as any others.
        self.assertIn("qualifiedName",
                      self.view({"symbols": GRAPH["symbols"]}))

    def test_dot(self):
        self.expect_golden("view_graph.dot", self.view(GRAPH, "--dot"))
        self.expect("view", "--dot", stdin="[1]", status=BAD_INPUT,
                    err="<stdin>: error: invalid_payload: a graph has symbols "
                        "and edges\n")
        done = self.run_pith("view", "--dot",
                             stdin='{"symbols":[{"kind":1}],"edges":[]}')
        self.assertEqual((done.returncode, done.stdout), (BAD_INPUT, b""))
        self.assertIn(b"<stdin>: error: invalid_payload: ", done.stderr)

    def test_output_to_a_file_has_no_colour(self):
        code, shown = self.on_terminal("view", "-o", "x", self.file("a", "[1]"))
        self.assertEqual((code, shown), (OK, ""))
        self.assertEqual((self.directory / "x").read_text(), "0: 1\n")


class ViewOnTerminal(Command):
    def setUp(self):
        super().setUp()
        self.file("people.json", json.dumps(PEOPLE))

    def test_the_width_and_the_colours_are_the_terminals(self):
        for width in (80, 200):
            code, shown = self.on_terminal("view", "--rows", "6", "people.json",
                                           columns=width, NO_COLOR="1")
            self.assertEqual(code, OK)
            name = "view_table.txt" if width == 80 else "view_table_200.txt"
            self.expect_golden(name, shown)
            _, coloured = self.on_terminal("view", "--rows", "6", "people.json",
                                           columns=width)
            self.assertIn("\x1b[1m", coloured)
            plain = coloured
            for code in ("\x1b[0m", "\x1b[1m", "\x1b[2m"):
                plain = plain.replace(code, "")
            self.assertEqual(plain, shown)

    def test_lines_are_ascii_where_the_locale_is(self):
        _, shown = self.on_terminal("view", "people.json", LC_ALL="C",
                                    TERM="dumb", PAGER="")
        self.assertTrue(shown.isascii())

    def test_what_is_long_goes_through_the_pager(self):
        marked = "sed s/^/PAGED/"  # no shell is needed
        for pager in (marked, "exec sed 's/^/PAGED/'"):
            code, shown = self.on_terminal("view", "people.json", PAGER=pager)
            self.assertEqual(code, OK)
            self.assertTrue(all(line.startswith("PAGED")
                                for line in shown.splitlines()))
            self.assertEqual(shown.count("\n"), 47)
        _, plain = self.on_terminal("view", "people.json", PAGER="cat")
        for words, settings in [(["--no-pager"], {"PAGER": marked}),
                                ([], {"PAGER": marked, "lines": 100}),
                                ([], {"PAGER": ""}), ([], {"PAGER": " "}),
                                ([], {"PAGER": "no-such-pager -x"}),
                                ([], {"PAGER": "no-such-pager '$x' 2>&-"})]:
            with self.subTest(words=words, settings=settings):
                code, shown = self.on_terminal("view", *words, "people.json",
                                               **settings)
                self.assertEqual((code, shown), (OK, plain))

    def test_a_pager_that_is_left_early_is_no_news(self):
        rows = [{"id": i, "text": "x" * 60} for i in range(20_000)]
        self.file("rows.json", json.dumps(rows))
        for pager in ("head -1", "true", "false"):
            code, shown = self.on_terminal("view", "--rows", "all",
                                           "rows.json", PAGER=pager)
            self.assertEqual(code, OK)
            self.assertLessEqual(shown.count("\n"), 1)
