# SPDX-License-Identifier: MIT
"""What is said about a text that is wrong."""

from harness import BAD_INPUT, Command


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

    def test_an_end_too_early_is_shown_after_the_last_byte(self):
        self.check_caret("[1,", 4, "[1,", 3)

    def test_a_name_cannot_steer_the_terminal(self):
        self.file("a\x1b[2Jb.json", "[")
        done = self.run_pith("encode", "a\x1b[2Jb.json")
        self.assertTrue(
            done.stderr.startswith(b"a?[2Jb.json:1:"), done.stderr
        )

    def test_depth_is_a_limit_and_not_a_crash(self):
        done = self.run_pith("encode", stdin="[" * 1_000_000)
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b": error: depth_limit: ", done.stderr)

    def test_numbers_are_not_rounded_silently(self):
        done = self.run_pith("encode", stdin="[9223372036854775808]")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b"<stdin>:1:2: error: out_of_range: ", done.stderr)
