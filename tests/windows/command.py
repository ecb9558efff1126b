#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What only Windows has, of pith.exe under wine: names, streams of bytes, files
that are in use, devices, places.

usage: command.py WINE PITH.EXE SHARED
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

WINE, PITH, SHARED = "", "", pathlib.Path()
ORDERS = '[{"id":1,"name":"Alice"},{"id":2,"name":"Bob"}]'
ORDERS_GCF = b"GCF profile=generic\n## [2]{id,name}\n1|Alice\n2|Bob\n"


def windows_path(path):
    return "Z:" + str(path).replace("/", "\\")


class Windows(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="pith-windows-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def pith(self, *words, stdin=b"", **variables):
        return subprocess.run(
            [WINE, PITH, *words], cwd=self.folder, input=stdin, check=False,
            capture_output=True, timeout=120,
            env={**os.environ, "PITH_CONFIG": "", **variables})

    def expect(self, *words, out=None, status=0, err=None, **rest):
        done = self.pith(*words, **rest)
        self.assertEqual(done.returncode, status, done.stderr)
        if out is not None:
            self.assertEqual(done.stdout, out)
        if err is not None:
            self.assertIn(err, done.stderr)
        return done

    def write(self, name, text=ORDERS):
        (self.folder / name).write_text(text, encoding="utf-8")
        return self.folder / name

    def test_names_have_any_character(self):
        for name in ("Gr\u00fc\u00dfe \u4e16\u754c.json",
                     "\U0001f389 \u0436\u20ac.json", "a b&c^%d!.json"):
            self.write(name)
            self.expect("encode", name, out=ORDERS_GCF)
            target = name.replace(".json", ".gcf")
            self.expect("encode", name, "-o", target, out=b"")
            self.assertEqual((self.folder / target).read_bytes(), ORDERS_GCF)

    def test_paths_have_drives_and_backslashes(self):
        path = self.write("x.json")
        self.expect("encode", windows_path(path), out=ORDERS_GCF)
        self.expect("encode", windows_path(path).replace("\\", "/"),
                    out=ORDERS_GCF)
        self.write("bad.json", '{"a": 1,\n  x}')
        self.expect("encode", windows_path(self.folder / "bad.json"), status=1,
                    err=(windows_path(self.folder / "bad.json") +
                         ":2:3: error").encode())

    def test_bytes_stay_bytes(self):
        # No "\r\n" for "\n"; 0x1A is not an end.
        text = '["a\u001ab","\\r\\n"]'.replace("\u001a", "\\u001a")
        self.expect("convert", "--to", "json", stdin=text.encode(),
                    out=b'["a\\u001ab","\\r\\n"]\n')
        packed = self.expect("convert", "--to", "cbor",
                             stdin=b'[10,13,26,"\\n\\r"]').stdout
        self.assertEqual(packed, b"\x84\x0a\x0d\x18\x1a\x62\n\r")
        self.expect("convert", "--from", "cbor", "--to", "json", stdin=packed,
                    out=b'[10,13,26,"\\n\\r"]\n')

    def test_input_has_ends_of_lines_of_windows(self):
        self.expect("convert", "--from", "csv", "--to", "json",
                    stdin=b"id,name\r\n1,Alice\r\n2,Bob\r\n",
                    out=ORDERS.encode() + b"\n")
        self.expect("encode", stdin=ORDERS.replace(",", ",\r\n").encode(),
                    out=ORDERS_GCF)

    def test_a_file_is_replaced_whole(self):
        self.write("x.json")
        self.write("x.gcf", "old")
        self.expect("encode", "x.json", "-o", "x.gcf")
        self.assertEqual((self.folder / "x.gcf").read_bytes(), ORDERS_GCF)
        # One that fails leaves the old one, and nothing beside it.
        self.write("bad.json", "[1,")
        self.expect("encode", "bad.json", "-o", "x.gcf", status=1)
        self.assertEqual((self.folder / "x.gcf").read_bytes(), ORDERS_GCF)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()),
                         ["bad.json", "x.gcf", "x.json"])

    def test_names_of_devices(self):
        self.write("x.json")
        self.expect("encode", "x.json", "-o", "NUL", out=b"")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["x.json"])
        self.expect("encode", "NUL", status=1)
        # In another directory they are devices too.
        self.write("con.json")
        self.expect("convert", "--to", "gcf", "--output-dir", "out",
                    "con.json", status=2, err=b"names a device")

    def test_streams_and_names_that_windows_cuts_are_refused(self):
        self.write("x.json")
        for name in ("y.gcf:hidden", "y.gcf.", "y.gcf "):
            self.expect("encode", "x.json", "-o", name, status=3,
                        err=b"cannot write to")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["x.json"])

    def test_errors_are_in_english_whatever_the_locale(self):
        for locale in ("C.UTF-8", "de_DE.UTF-8"):
            self.expect("encode", "missing.json", status=3,
                        err=b"cannot read missing.json: No such file or "
                            b"directory", LC_ALL=locale)
        self.expect("encode", ".", status=3, err=b"Is a directory")

    def test_the_gateway_is_elsewhere(self):
        self.expect("gateway", status=2, err=b"WSL")
        done = self.expect("gateway", "--help")
        self.assertIn(b"--config", done.stdout)

    def test_settings_are_in_appdata(self):
        # wine sets APPDATA itself, from its registry.
        environment = {k: v for k, v in os.environ.items()
                       if k not in ("PITH_CONFIG", "XDG_CONFIG_HOME")}
        done = subprocess.run(
            [WINE, PITH, "config"], cwd=self.folder, capture_output=True,
            check=False, timeout=120, stdin=subprocess.DEVNULL,
            env=environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"\\AppData\\Roaming\\pith\\config.toml", done.stdout)

    def test_data_sets_are_as_on_linux(self):
        sets = sorted((SHARED / "datasets").glob("**/*.json"),
                      key=lambda path: path.stat().st_size)[:4]
        self.assertTrue(sets, "no data sets")
        for path in sets:
            gcf = self.expect("encode", windows_path(path)).stdout
            self.assertNotIn(b"\r\n", gcf)
            back = self.expect("decode", stdin=gcf)
            self.expect("encode", stdin=back.stdout, out=gcf)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    WINE, PITH = sys.argv[1], os.path.abspath(sys.argv[2])
    SHARED = pathlib.Path(sys.argv[3])
    tests = unittest.TestSuite(
        [unittest.defaultTestLoader.loadTestsFromTestCase(Windows)])
    result = unittest.TextTestRunner(verbosity=2).run(tests)
    wrong = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - wrong} passed, {wrong} failed", flush=True)
    sys.exit(1 if wrong else 0)
