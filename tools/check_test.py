#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A check that cannot fail is no check: each must find a planted fault."""

import pathlib
import unittest

import check_arrows
import check_sources
import check_symbols

SRC = pathlib.PurePosixPath("/r/src/gcf")
PUBLIC = pathlib.PurePosixPath("/r/include/pith")


class Arrows(unittest.TestCase):
    def test_finds_a_wrong_direction(self):
        for module, opening, target in [
            ("document", '"', "text/utf8.hpp"),
            ("text", '"', "gcf/encoder.hpp"),
            ("json", '"', "gcf/encoder.hpp"),
            ("gcf", '"', "json/parser.hpp"),
            ("document", "<", "pith/sink.hpp"),
            ("gcf", "<", "pith/json.hpp"),
            ("gcf", "<", "pith/pith.hpp"),
            ("gcf", "<", "simdjson.h"),
            ("gcf", "<", "unistd.h"),
            ("gcf", "<", "boost/json.hpp"),
            ("gcf", "<", "iostream"),
            ("gcf", '"', "encoder.hpp"),
            ("codec", '"', "interchange/csv.hpp"),
            ("codec", "<", "yaml.h"),
        ]:
            with self.subTest(module=module, target=target):
                self.assertIsNotNone(
                    check_arrows.complaint(module, opening, target, SRC)
                )

    def test_allows_the_right_ones(self):
        for module, opening, target in [
            ("gcf", '"', "text/utf8.hpp"),
            ("gcf", '"', "document/tape.hpp"),
            ("text", '"', "document/tape.hpp"),
            ("json", "<", "simdjson.h"),
            ("interchange", "<", "yaml.h"),
            ("interchange", '"', "codec/options.hpp"),
            ("gcf", "<", "pith/sink.hpp"),
            ("document", "<", "vector"),
        ]:
            with self.subTest(module=module, target=target):
                self.assertIsNone(
                    check_arrows.complaint(module, opening, target, SRC)
                )

    def test_keeps_third_party_headers_out_of_public_ones(self):
        self.assertIsNotNone(
            check_arrows.complaint("json", "<", "simdjson.h", PUBLIC)
        )


class Sources(unittest.TestCase):
    GOOD = b"// SPDX-License-Identifier: MIT\nint x;\n"

    def found(self, name, data):
        return [words for _, words in check_sources.complaints(name, data)]

    def test_accepts_a_good_file(self):
        self.assertEqual(self.found("src/gcf/a.cpp", self.GOOD), [])

    def test_finds_faults(self):
        for data in [
            b"int x;\n",
            self.GOOD + b"\n",
            self.GOOD[:-1],
            self.GOOD + b"// \xc3\xa4\n",
            self.GOOD + b"\tint y;\n",
            self.GOOD + b"int y; \n",
            self.GOOD + b"int y;\r\n",
            self.GOOD + b"// " + b"x" * 80 + b"\n",
            self.GOOD + b"#include <map>\n" * 2,
        ]:
            with self.subTest(data=data):
                self.assertNotEqual(self.found("src/gcf/a.cpp", data), [])

    def test_names_guards_after_the_path(self):
        for name, guard in [
            ("include/pith/gcf.hpp", "PITH_GCF_HPP"),
            ("src/gcf/encoder.hpp", "PITH_GCF_ENCODER_HPP"),
            ("apps/pith/io.hpp", "PITH_APPS_PITH_IO_HPP"),
            ("tests/support/random.hpp", "PITH_TESTS_SUPPORT_RANDOM_HPP"),
        ]:
            self.assertEqual(check_sources.guard_of(name), guard)

    def test_finds_files_that_are_not_built(self):
        lists = "set(x\n    gcf/a.cpp\n    gcf/b.cpp)\ninclude/pith/x.hpp\n"
        names = ["src/gcf/a.cpp", "src/gcf/b.cpp", "src/f/a.cpp",
                 "include/pith/x.hpp", "include/pith/y.hpp"]
        self.assertEqual(
            list(check_sources.unlisted(names, lists)),
            ["src/f/a.cpp", "include/pith/y.hpp"],
        )

    def test_knows_sources_from_data(self):
        self.assertTrue(check_sources.is_source("src/gcf/a.cpp"))
        self.assertTrue(check_sources.is_source(".ci/run"))
        self.assertTrue(check_sources.is_source("cmake/version.hpp.in"))
        self.assertFalse(check_sources.is_source("fuzz/seeds/json_parse/a.py"))
        self.assertFalse(check_sources.is_source("README.md"))


class Symbols(unittest.TestCase):
    def test_finds_calls_that_print_or_exit(self):
        for name in ["abort", "exit", "_exit", "printf", "vfprintf", "puts",
                     "__printf_chk", "snprintf", "__snprintf_chk", "fwrite",
                     "asprintf", "_ZSt4cout", "_ZSt4cerr", "stderr"]:
            self.assertEqual(check_symbols.calls([("U", name)]), [name])

    def test_lets_others_pass(self):
        for name in ["memcpy", "_ZSt9terminatev", "_Znwm", "malloc",
                     "_ZNSt8ios_base4InitC1Ev", "__cxa_atexit"]:
            self.assertEqual(check_symbols.calls([("U", name)]), [])

    def test_finds_foreign_exports(self):
        self.assertEqual(
            check_symbols.foreign(
                [
                    ("T", "_ZN4pith2v03gcf6encodeE"),
                    ("V", "_ZTIN4pith2v04sinkE"),
                    ("W", "_ZNSt6vectorIiSaIiEED1Ev"),
                    ("u", "_ZZNSt8__detail5tableEvE1x"),
                    ("T", "_ZNSt6vectorIiSaIiEED1Ev"),
                    ("T", "helper"),
                    ("W", "_ZN8simdjson3dom6parserC1Ev"),
                ]
            ),
            ["_ZN8simdjson3dom6parserC1Ev", "_ZNSt6vectorIiSaIiEED1Ev",
             "helper"],
        )


if __name__ == "__main__":
    unittest.main()
