#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A check that cannot fail is not a check: each must find a planted fault."""

import hashlib
import pathlib
import shutil
import struct
import subprocess
import tempfile
import unittest
from unittest import mock

import check_abi
import check_arrows
import check_macho
import check_pe
import check_sources
import check_symbols
import check_words
import check_workflows
import nightly_record
import source_sizes
import tidy

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
            ("c_api", '"', "json/parse.hpp"),
            ("c_api", "<", "stdint.h"),
            ("gcf", "<", "pith/pith.h"),
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

    def test_keeps_headers_of_c_to_two(self):
        for target, is_good in [
            ("stddef.h", True), ("stdint.h", True), ("stdio.h", False),
            ("cstdint", False), ("string", False),
        ]:
            with self.subTest(target=target):
                words = check_arrows.complaint("c_api", "<", target, PUBLIC)
                self.assertEqual(words is None, is_good)

    def test_keeps_what_one_system_has_in_one_room(self):
        for target in ["mach/mach.h", "crt_externs.h", "sys/syscall.h"]:
            for room, is_good in [("system", True), ("process", False)]:
                with self.subTest(target=target, room=room):
                    words = check_arrows.complaint(
                        "mcp", "<", target, pathlib.Path("src/mcp") / room)
                    self.assertEqual(words is None, is_good)

    def test_lets_adapters_include_what_they_adapt(self):
        with tempfile.TemporaryDirectory() as folder:
            header = pathlib.Path(folder) / "x.hpp"
            header.write_text(
                "#include <pith/builder.hpp>\n#include <string>\n"
                "#include <nlohmann/json.hpp>\n#include <boost/json/value.hpp>\n"
            )
            self.assertEqual(check_arrows.check_adapter(header), [])
            header.write_text(
                '#include "json/parse.hpp"\n#include <iostream>\n'
                "#include <boost/asio.hpp>\n#include <unistd.h>\n"
            )
            self.assertEqual(len(check_arrows.check_adapter(header)), 4)

    def test_keeps_third_party_headers_out_of_public_ones(self):
        self.assertIsNotNone(
            check_arrows.complaint("json", "<", "simdjson.h", PUBLIC)
        )


class Rooms(unittest.TestCase):
    """Trees with one file that includes another."""

    def complaints(self, base, room, other):
        """What is said when `room` includes `other`, unused arrows aside."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in [
                (f"{other}/target.hpp", ""),
                (f"{room}/planted.cpp", self.include(base, other)),
            ]:
                file = root / base / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            return [line for line in check_arrows.check_rooms(base, root)
                    if "remove it here" not in line]

    @staticmethod
    def include(base, other):
        prefix = "" if base == "apps/pith" else base.removeprefix("src/") + "/"
        path = pathlib.PurePosixPath(other, "target.hpp")
        return f'#include "{prefix}{path}"\n'

    def test_finds_every_wrong_arrow_of_every_room(self):
        for base, rooms in check_arrows.ROOMS.items():
            for room, may in rooms.items():
                wrong = set(rooms) - set(may.split()) - {room}
                self.assertNotEqual(wrong, set(), (base, room))
                for other in wrong:
                    with self.subTest(base=base, room=room, other=other):
                        found = self.complaints(base, room, other)
                        self.assertEqual(len(found), 1)
                        self.assertIn("must not include", found[0])

    def test_allows_the_right_ones(self):
        for base, rooms in check_arrows.ROOMS.items():
            for room, may in rooms.items():
                for other in may.split():
                    with self.subTest(base=base, room=room, other=other):
                        self.assertEqual(self.complaints(base, room, other), [])

    def test_finds_a_room_that_nobody_listed(self):
        found = self.complaints("src/mcp", "cellar", "net")
        self.assertIn("a room without arrows", found[0])

    def test_finds_an_arrow_that_nothing_needs(self):
        with tempfile.TemporaryDirectory() as folder:
            found = check_arrows.check_rooms("src/gcf", pathlib.Path(folder))
        self.assertIn(
            "src/gcf: room encode does not include lex; remove it here", found
        )

    def test_finds_a_circle(self):
        circle = {"src/gcf": {"lex": "graph", "graph": "lex"}}
        with mock.patch.object(check_arrows, "ROOMS", circle):
            found = self.complaints("src/gcf", "graph", "lex")
        self.assertIn("list it after ['graph']", found[0])


class Words(unittest.TestCase):
    def test_finds_words_that_read_translated(self):
        for line in ["a comma behind the value", "char* behind_line(char* p)",
                     "the text is no delta", "Scalars are no rows"]:
            with self.subTest(line=line):
                self.assertNotEqual(list(check_words.complaints(line)), [])

    def test_allows_what_is_meant(self):
        for line in ["run it behind nginx", "a server behind the gateway",
                     "no child is left behind", "there is no such tool",
                     "it is no longer there", "the text is not a delta"]:
            with self.subTest(line=line):
                self.assertEqual(list(check_words.complaints(line)), [])


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

    def test_finds_faults_of_pages_and_of_what_embeds_them(self):
        for name, good in [
            ("index.html", b"<!doctype html>\n"
                           b"<!-- SPDX-License-Identifier: MIT -->\n"),
            ("style.css", b"/* SPDX-License-Identifier: MIT */\n"),
            ("script.js", b"// SPDX-License-Identifier: MIT\n"),
            ("embedded.S", b"/* SPDX-License-Identifier: MIT */\n"),
        ]:
            path = "src/mcp/observe/page/" + name
            with self.subTest(name=name):
                self.assertTrue(check_sources.is_source(path))
                self.assertEqual(self.found(path, good), [])
                for bad in [
                    b"<p>x</p>\n",
                    b"SPDX-License-Identifier: MIT\n",
                    good + b"x" * 81 + b"\n",
                    good + b"\tx\n",
                    good + b"x \n",
                ]:
                    self.assertEqual(len(self.found(path, bad)), 1, bad)

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


class Sizes(unittest.TestCase):
    LARGEST = source_sizes.MOST_FUNCTIONS
    NAME = "src/gcf/a.hpp"

    def headers(self, text, long_headers=(), large_classes=()):
        return list(source_sizes.large_headers(
            {self.NAME: text}, dict(long_headers), dict(large_classes)))

    def test_finds_a_full_folder(self):
        most = source_sizes.MOST_FILES
        names = [f"src/gcf/{i}.cpp" for i in range(most)]
        below = [f"src/gcf/lex/{i}.cpp" for i in range(most)]
        elsewhere = [f"tests/unit/{i}.cpp" for i in range(2 * most)]
        fine = names + below + elsewhere
        self.assertEqual(list(source_sizes.full_folders(fine)), [])
        for home in ["src/gcf", "apps/pith", "include/pith"]:
            full = [f"{home}/{i}.hpp" for i in range(most + 1)]
            with self.subTest(home=home):
                found = list(source_sizes.full_folders(full))
                self.assertEqual(len(found), 1)
                self.assertIn(f"{home}: {most + 1} files", found[0])

    def test_finds_a_long_header(self):
        longest = "\n" * source_sizes.MOST_LINES
        self.assertEqual(self.headers(longest), [])
        found = self.headers(longest + "\n")
        self.assertEqual(len(found), 1)
        self.assertIn(self.NAME, found[0])
        self.assertEqual(
            self.headers(longest + "\n", {self.NAME: "has a reason"}), [])
        self.assertEqual(len(self.headers(longest + "\n", {self.NAME: ""})), 1)

    def test_finds_a_large_class(self):
        for declaration in ["void f();", "int f() const { return g(1); }"]:
            largest = "class a {" + declaration * self.LARGEST
            with self.subTest(declaration=declaration):
                self.assertEqual(self.headers(largest + "};\n"), [])
                found = self.headers(largest + declaration + "};\n")
                self.assertEqual(len(found), 1)
                self.assertIn(f"a has {self.LARGEST + 1}", found[0])
                self.assertEqual(self.headers(
                    largest + declaration + "};\n",
                    large_classes={(self.NAME, "a"): "has a reason"}), [])

    def test_finds_reasons_that_nothing_needs(self):
        self.assertEqual(len(self.headers("\n", {self.NAME: "was long"})), 1)
        self.assertEqual(len(self.headers(
            "class a {};\n", large_classes={(self.NAME, "a"): "was large"})), 1)

    def test_reads_the_headers_of_a_repository(self):
        with tempfile.TemporaryDirectory() as folder, \
                mock.patch.multiple(source_sizes, LONG_HEADERS={},
                                    LARGE_CLASSES={}):
            root = pathlib.Path(folder)
            for name in [self.NAME, "tests/a.hpp"]:
                (root / name).parent.mkdir(parents=True)
                (root / name).write_text("\n" * 301)
            found = list(source_sizes.complaints(
                root, [self.NAME, "tests/a.hpp", "src/gcf/removed.hpp"]))
        self.assertEqual(len(found), 1)
        self.assertIn(f"{self.NAME}: 301 lines", found[0])

    def count(self, body):
        text = f"class outer final : public base<int(int)> {{\n{body}\n}};\n"
        return dict(source_sizes.functions_of(text))

    def test_counts_member_functions(self):
        for body in [
            "void f();",
            " public:\n  [[nodiscard]] static int f(int x = g()) noexcept;",
            "explicit outer(int x) : x_{x}, y_(x), z_{} {}",
            "~outer();",
            "bool operator==(const outer& o) const { return x_ == o.x_; }",
            "auto operator<=>(const outer&) const;",
            "int operator()(int x) const;",
            "explicit operator bool() const;",
            "template <class F> auto f(F&& g) -> decltype(g());",
            "virtual void f() = 0;",
            "void f() { if (x) { g(); } else { h(); } }",
            "std::function<void(int)> f(std::array<int, 2> x = {1, 2});",
            "const char* f() { return \"};\"; }  // };",
        ]:
            with self.subTest(body=body):
                self.assertEqual(self.count(body), {"outer": 1})

    def test_does_not_count_what_is_not_one(self):
        for body in [
            "int x = f();",
            "int x{f()};",
            "std::function<void(int)> f_;",
            "using f = void(int);",
            "friend bool operator==(const outer&, const outer&);",
            "static_assert(sizeof(int) == 4);",
            "outer(const outer&) = delete;",
            "outer& operator=(outer&&) noexcept = default;",
            "enum class kind { a, b };",
            "// void f();",
            "/* void f(); */",
            "alignas(64) int x_ = 0;",
            "#define F(x) x();",
        ]:
            with self.subTest(body=body):
                self.assertEqual(self.count(body), {"outer": 0})

    def test_counts_a_nested_class_for_itself(self):
        self.assertEqual(
            self.count("struct inner { void f(); void g() {} };\nvoid h();"),
            {"outer": 1, "inner": 2})


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


    def test_holds_exports_against_a_header_of_c(self):
        header = ("PITH_C_API int32_t pith_a(void);\n"
                  "PITH_C_API const char*\npith_b(const pith_x* x);\n")
        self.assertEqual(check_symbols.declared(header), {"pith_a", "pith_b"})
        self.assertEqual(
            list(check_symbols.differences(
                header, [("T", "pith_a"), ("W", "_ZN4pith1xEv")])),
            ["exports _ZN4pith1xEv, which is not declared",
             "does not export pith_b, which is declared"])


@unittest.skipUnless(
    shutil.which("abidw") and shutil.which("c++"),
    "needs abigail-tools and a compiler")
class Abi(unittest.TestCase):
    BASE = ("#define PITH_C_API\n"
            "typedef struct pith_s { unsigned long size; int code; } pith_s;\n"
            "PITH_C_API int pith_f(const pith_s* s, int n);\n"
            "PITH_C_API int pith_g(void);\n")
    CHANGES = [
        ("PITH_C_API int pith_g(void);\n", ""),
        ("int n)", "long n)"),
        ("int n)", "int n, int m)"),
        ("int pith_g", "long pith_g"),
        ("unsigned long size; int code;", "int code; unsigned long size;"),
        ("int code;", "long code;"),
    ]

    def setUp(self):
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.home = pathlib.Path(work.name)
        self.old = self.recorded("old", self.BASE)

    def recorded(self, name, header):
        (self.home / f"{name}.h").write_text(header)
        check_abi.dump(self.home / f"{name}.h", self.home / f"{name}.abi")
        return self.home / f"{name}.abi"

    def judged(self, header):
        return check_abi.judge(self.old, self.recorded("new", header))

    def library(self, header):
        """A library of C++ with these functions, and more inside."""
        (self.home / "x.cpp").write_text(
            'extern "C" {\n' + header.replace("PITH_C_API int", "int")
            + check_abi.stubs(header).replace("PITH_C_API", "")
            + '}\nstruct inside { pith_s s; };\n'
            '__attribute__((visibility("hidden"))) inside one;\n')
        subprocess.run(
            ["c++", "-g", "-shared", "-fPIC",
             f"-Wl,-soname,{check_abi.SONAME}", "-o", "x.so", "x.cpp"],
            cwd=self.home, check=True)
        return self.home / "x.so"

    def test_lets_the_same_pass(self):
        self.assertEqual(self.judged(self.BASE), ("", ""))
        self.assertEqual(
            check_abi.compare(self.old, self.library(self.BASE)), "")

    def test_finds_what_changed(self):
        for before, after in self.CHANGES:
            with self.subTest(after=after):
                header = self.BASE.replace(before, after)
                self.assertNotEqual(header, self.BASE)
                changed, added = self.judged(header)
                self.assertTrue(changed)
                self.assertEqual(added, "")
                self.assertTrue(
                    check_abi.compare(self.old, self.library(header)))

    def test_tells_additions_apart(self):
        changed, added = self.judged(
            self.BASE + "PITH_C_API int pith_h(void);\n")
        self.assertEqual(changed, "")
        self.assertIn("pith_h", added)

    def test_leaves_no_path_in_the_record(self):
        record = self.old.read_text()
        self.assertIn("pith_f", record)
        self.assertNotIn(str(self.home), record)
        self.assertNotIn(tempfile.gettempdir(), record)


def command(kind, *values, text=b""):
    """A load command of a Mach-O file."""
    body = struct.pack(f"<{len(values)}I", *values) + text
    body += b"\0" * (-len(body) % 8)
    return struct.pack("<II", kind, 8 + len(body)) + body


def segment(name, begin, size, rights, bytes_=0, offset=0):
    return struct.pack("<II16sQQQQIIII", 0x19, 72, name, begin, size, offset,
                       bytes_, rights, rights, 0, 0)


SEGMENTS = (segment(b"__PAGEZERO", 0, 1 << 32, 0),
            segment(b"__TEXT", 1 << 32, 1 << 15, 5),
            segment(b"__DATA", (1 << 32) + (1 << 15), 1 << 14, 3),
            segment(b"__LINKEDIT", (1 << 32) + (3 << 14), 1 << 14, 1))
# Two names of the first library, one of them with a number before it.
BINDINGS = b"\x11\x40_read\0\x51\x72\x80\x01\x90\x40_realpath$EXT\0\x90\0"


def macho(cpu=0x0100000C, kind=2, flags=0x200085, libraries=None, more=(),
          platform=1, oldest=12 << 16, signed=True, covers=0, adhoc=2,
          segments=SEGMENTS, bindings=BINDINGS):
    """A program that says little, with a signature."""
    if libraries is None:
        libraries = [b"/usr/lib/libSystem.B.dylib"]
    made = [command(0xC, 24, 0, 0, 0, text=one + b"\0") for one in libraries]
    made += [command(0x32, platform, oldest, 13 << 16, 0),
             command(0x80000028, 0, 0, 0, 0), *more, *segments]
    size = sum(map(len, made)) + 48 + (16 if signed else 0)
    made.append(command(0x80000022, 0, 0, 32 + size, len(bindings), 0, 0, 0, 0,
                        0, 0))
    code = bindings + b"code" * 3000
    limit = 32 + size + len(code)
    pages = -(-limit // 4096)
    directory = 44 + 32 * pages
    if signed:
        made.append(command(0x1D, limit, 20 + directory))
    data = struct.pack("<8I", 0xFEEDFACF, cpu, 0, kind, len(made), size, flags,
                       0) + b"".join(made) + code
    if not signed:
        return data
    hashes = [hashlib.sha256(data[at:at + 4096]).digest()
              for at in range(0, limit, 4096)]
    return (data + struct.pack(">5I", 0xFADE0CC0, 20 + directory, 1, 0, 20)
            + struct.pack(">9I4BI", 0xFADE0C02, directory, 0x20400, adhoc, 44,
                          0, 0, pages, limit + covers, 32, 2, 0, 12, 0)
            + b"".join(hashes))


class MachO(unittest.TestCase):
    def faults(self, data, processor="arm64", oldest="12.0"):
        return check_macho.judge(data, processor, oldest)[0]

    def test_lets_a_good_one_pass(self):
        self.assertEqual(self.faults(macho()), [])
        self.assertEqual(self.faults(macho(cpu=0x01000007), "x86_64"), [])
        self.assertEqual(
            self.faults(macho(cpu=0x01000007, signed=False), "x86_64"), [])
        self.assertEqual(self.faults(macho(libraries=[
            b"/usr/lib/libc++.1.dylib", b"/usr/lib/libSystem.B.dylib"])), [])

    def test_finds_faults(self):
        foreign = [b"/usr/lib/libSystem.B.dylib", b"@rpath/libssl.3.dylib"]
        for words, data in [
            ("not a Mach-O", b"\x7fELF" + bytes(60)),
            ("for processor", macho(cpu=0x01000007)),
            ("not a program", macho(kind=6)),
            ("position-independent", macho(flags=0x85)),
            ("libssl.3.dylib", macho(libraries=foreign)),
            ("libSystem", macho(libraries=[])),
            ("search path /opt/lib", macho(more=[
                command(0x8000001C, 12, text=b"/opt/lib\0")])),
            ("macOS 13.1 or newer", macho(oldest=13 << 16 | 1 << 8)),
            ("macOS alone", macho(platform=2)),
            ("no signature", macho(signed=False)),
            ("covers", macho(covers=-4096)),
            ("not ad hoc", macho(adhoc=0)),
            ("end of the file", macho() + b"x"),
            ("needs _pipe2", macho(bindings=b"\x11\x41_pipe2\0\x90")),
            ("of a kind that is not read", macho(more=[
                command(0x80000034, 0, 0)])),
            ("does not begin with a page", macho(segments=(
                *SEGMENTS[:2], segment(b"__DATA", (1 << 33) + 4096, 4096, 3),
                segment(b"__LINKEDIT", 1 << 34, 4096, 1)))),
            ("lies in the one before", macho(segments=(
                SEGMENTS[0], SEGMENTS[1], SEGMENTS[1], SEGMENTS[3]))),
            ("longer than its place", macho(segments=(
                *SEGMENTS[:2], segment(b"__DATA", 1 << 33, 4, 3, 5),
                segment(b"__LINKEDIT", 1 << 34, 4096, 1)))),
            ("writable and executable", macho(segments=(
                SEGMENTS[0], segment(b"__TEXT", 1 << 32, 1 << 15, 7),
                *SEGMENTS[2:]))),
            ("null is an address", macho(segments=(
                segment(b"__PAGEZERO", 0, 1 << 32, 1), *SEGMENTS[1:]))),
            ("not all out of reach", macho(segments=(
                segment(b"__PAGEZERO", 0, 1 << 14, 0), *SEGMENTS[1:]))),
            ("0 segments __TEXT", macho(segments=(SEGMENTS[0],
                                                  *SEGMENTS[2:]))),
        ]:
            with self.subTest(words=words):
                self.assertIn(words, " ".join(self.faults(data)))

    def test_finds_a_page_that_was_changed(self):
        data = bytearray(macho())
        data[5000] ^= 1
        self.assertEqual(self.faults(bytes(data)),
                         ["page 1 is not the one that was signed"])

    def test_never_reads_past_the_end(self):
        whole = macho()
        for size in range(0, len(whole), 7):
            try:
                self.assertNotEqual(self.faults(whole[:size]), [])
            except check_macho.Damaged:
                pass

    def test_refuses_bindings_that_make_no_sense(self):
        for bindings in [b"\x40_read", b"\xd0", b"\xf0"]:
            with self.subTest(bindings=bindings):
                with self.assertRaises(check_macho.Damaged):
                    self.faults(macho(bindings=bindings))

    def test_is_not_misled_by_sizes(self):
        for at, value in [(16, 1000), (20, 1 << 30), (36, 0), (36, 9),
                          (36, 0xFFFFFFF8), (40, 0), (40, 1 << 20)]:
            data = bytearray(macho())
            data[at:at + 4] = struct.pack("<I", value)
            with self.subTest(at=at, value=value):
                with self.assertRaises(check_macho.Damaged):
                    self.faults(bytes(data))


MANIFEST = (b'<a level="asInvoker"><activeCodePage>UTF-8</activeCodePage>'
            b"<longPathAware>true</longPathAware></a>")


def pe(machine=0x8664, magic=0x20B, subsystem=3, characteristics=0x160,
       libraries=(b"KERNEL32.dll", b"api-ms-win-crt-heap-l1-1-0.dll"),
       load_flags=0x800, manifest=MANIFEST, directories=16):
    """A program of one section, which is in the file where it is in memory."""
    base = 1024
    names = b"".join(one + b"\0" for one in libraries)
    imports = b""
    at = base + 20 * (len(libraries) + 1)
    for one in libraries:
        imports += struct.pack("<5I", 0, 0, 0, at, 0)
        at += len(one) + 1
    body = imports + bytes(20) + names
    loading = base + len(body)
    body += bytes(78) + struct.pack("<H", load_flags)
    resources = base + len(body)
    for key, target in [(24, 0x80000018), (1, 0x80000030), (1033, 72)]:
        body += struct.pack("<IIHHHHII", 0, 0, 0, 0, 0, 1, key, target)
    body += struct.pack("<4I", resources + 88, len(manifest), 0, 0) + manifest
    places = [(0, 0)] * 16
    places[1], places[2], places[10] = (base, 1), (resources, 1), (loading, 1)
    header = bytearray(112)
    struct.pack_into("<H", header, 0, magic)
    struct.pack_into("<HH", header, 68, subsystem, characteristics)
    struct.pack_into("<I", header, 108, directories)
    header += b"".join(struct.pack("<II", *one) for one in places)
    head = (b"MZ" + bytes(58) + struct.pack("<I", 64) + b"PE\0\0"
            + struct.pack("<HHIIIHH", machine, 1, 0, 0, 0, len(header), 0)
            + header + struct.pack("<8sIIII", b".all", len(body), base,
                                   len(body), base) + bytes(16))
    return head.ljust(base, b"\0") + body


class Windows(unittest.TestCase):
    def faults(self, data):
        return check_pe.judge(data)[0]

    def test_lets_a_good_one_pass(self):
        self.assertEqual(self.faults(pe()), [])
        self.assertEqual(check_pe.judge(pe())[1][1], "kernel32.dll")

    def test_finds_faults(self):
        for words, data in [
            ("0x14c, not x64", pe(machine=0x14C)),
            ("not a console program", pe(subsystem=2)),
            ("addresses of 64 bits are not random", pe(characteristics=0x140)),
            ("not loaded anywhere", pe(characteristics=0x120)),
            ("data can be executed", pe(characteristics=0x60)),
            ("needs libssl-3.dll", pe(libraries=[b"libssl-3.dll"])),
            ("beside the program", pe(load_flags=0)),
            ("beside the program", pe(directories=3)),
            ("lacks >UTF-8<", pe(manifest=MANIFEST.replace(b"UTF-8", b"x"))),
            ("lacks >true<", pe(manifest=MANIFEST.replace(b"true", b"x"))),
            ("lacks level", pe(manifest=b"<a/>")),
        ]:
            with self.subTest(words=words):
                self.assertIn(words, " ".join(self.faults(data)))

    def test_refuses_what_is_not_a_program(self):
        whole = bytearray(pe())
        whole[64] = 0
        for data in [b"", b"\x7fELF" + bytes(600), bytes(whole),
                     pe(magic=0x10B)]:
            with self.assertRaises(check_pe.Damaged):
                self.faults(data)

    def test_never_reads_past_the_end(self):
        whole = pe()
        for size in range(0, len(whole), 3):
            try:
                self.assertNotEqual(self.faults(whole[:size]), [])
            except check_pe.Damaged:
                pass


class Workflows(unittest.TestCase):
    def test_finds_logic_and_loose_versions(self):
        for line in ["- run: make", "run: |", "- run: .ci/run; make",
                     "- run: .ci/run && make", "- run: .ci/other",
                     "- uses: actions/checkout@v6",
                     "- uses: actions/checkout@main",
                     '- run: gh release create "$GITHUB_REF_NAME" x; make']:
            with self.subTest(line=line):
                self.assertEqual(
                    len(list(check_workflows.complaints(f"  {line}\n"))), 1)

    def test_lets_our_scripts_pass(self):
        for line in ["- run: .ci/setup", "- run: .ci/run packages",
                     "- run: .ci/nightly ${{ matrix.stage }}",
                     "- run: .ci/macos build/${{ matrix.file }}/pith",
                     "- uses: actions/checkout@v6.0.0"]:
            with self.subTest(line=line):
                self.assertEqual(
                    list(check_workflows.complaints(f"  {line}\n")), [])

    def test_compares_stages(self):
        def check(matrix, left_out):
            with tempfile.TemporaryDirectory() as name:
                root = pathlib.Path(name)
                (root / ".ci").mkdir()
                (root / ".ci" / "nightly").write_text(
                    "stage_a() {\n}\nstage_b() {\n}\nstage_c() {\n}\n")
                folder = root / ".github" / "workflows"
                folder.mkdir(parents=True)
                lines = "".join(f"    - {stage}\n" for stage in matrix)
                (folder / "nightly.yml").write_text(
                    f"# Not here: {left_out}, why\n  stage:\n{lines}")
                return check_workflows.check(root)

        self.assertEqual(check("ab", "c"), [])
        self.assertEqual(check("a", "b and c"), [])
        for matrix, left_out in [("a", "c"), ("abd", "c"), ("abc", "c")]:
            with self.subTest(matrix=matrix, left_out=left_out):
                self.assertEqual(len(check(matrix, left_out)), 1)


class Tidy(unittest.TestCase):
    """What clang-tidy need not read again. A gate that trusts a wrong record
    reads too little."""

    def commit(self, text):
        (self.root / "src" / "a.cpp").write_text(text)
        for words in (["add", "--all"],
                      ["-c", "user.name=a", "-c", "user.email=a",
                       "commit", "-q", "-m", "a"]):
            subprocess.run(["git", *words], cwd=self.root, check=True)
        return tidy.git("rev-parse", "--short=10", "HEAD")[0]

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for module in (tidy, nightly_record):
            patch = mock.patch.object(module, "ROOT", self.root)
            patch.start()
            self.addCleanup(patch.stop)
        subprocess.run(["git", "init", "-q", str(self.root)], check=True)
        (self.root / "src").mkdir()
        (self.root / "src" / "b.cpp").write_text("int b;\n")
        self.first = self.commit("int a;\n")

    def changed(self, commit):
        return [file.name for file in tidy.changed_since(commit)]

    def test_reads_what_has_changed(self):
        self.assertEqual(self.changed(self.first), [])
        second = self.commit("int a = 1;\n")
        self.assertEqual(self.changed(self.first), ["a.cpp"])
        self.assertEqual(self.changed(second), [])
        (self.root / "src" / "c.cpp").write_text("int c;\n")
        self.assertEqual(self.changed(second), ["c.cpp"])

    def test_reads_everything_without_a_record(self):
        for commit in ("", "0123456789"):
            with self.subTest(commit=commit):
                self.assertEqual(self.changed(commit), ["a.cpp", "b.cpp"])

    def test_reads_everything_when_a_rule_changes(self):
        (self.root / ".clang-tidy").write_text("Checks: a\n")
        second = self.commit("int a;\n")
        self.assertEqual(self.changed(self.first), ["a.cpp", "b.cpp"])
        (self.root / ".clang-tidy").write_text("Checks: b\n")
        self.assertEqual(self.changed(second), ["a.cpp", "b.cpp"])

    def test_refuses_more_than_there_is_time_for(self):
        self.assertIsNone(tidy.too_many(40, 40, self.first))
        for commit in (self.first, ""):
            with self.subTest(commit=commit):
                self.assertIn(".ci/nightly tidy",
                              tidy.too_many(41, 40, commit))

    def test_takes_the_last_record_that_fits(self):
        second = self.commit("int a = 1;\n")
        elsewhere = tidy.git("-c", "user.name=a", "-c", "user.email=a",
                             "commit-tree", "HEAD^{tree}", "-m", "b")[0]
        rows = [[commit, stage, figures] for commit, stage, figures in (
            (self.first, "tidy", "clang-tidy 1.2: 2 sources"),
            (second, "tidy", "clang-tidy 1.3: 2 sources"),
            (second, "fuzz", "clang-tidy 1.2: not of this stage"),
            (elsewhere, "tidy", "clang-tidy 1.2: of another branch"),
            ("0123456789", "tidy", "clang-tidy 1.2: of a branch that is gone"))]
        record = self.root / "nightly.md"
        record.write_text("".join(f"| 2026-01-01 | {commit} | {stage} | 1 | "
                                  f"{figures} |\n"
                                  for commit, stage, figures in rows))
        with mock.patch.object(nightly_record, "RECORD", record):
            for words, wanted in (("", second), ("clang-tidy 1.2:", self.first),
                                  ("clang-tidy 1.3:", second),
                                  ("clang-tidy 1.4:", "")):
                with self.subTest(words=words):
                    self.assertEqual(
                        nightly_record.commit_of("tidy", words), wanted)


if __name__ == "__main__":
    unittest.main()
