# SPDX-License-Identifier: MIT
"""Which format a text is taken for when nobody says."""

import json

from harness import BAD_INPUT, OK, USAGE, Command

TELLING = "failed at items[0]: expected int"


class Detection(Command):
    def refused(self, text, where, *words):
        done = self.run_pith(*(words or ("encode",)), stdin=text)
        self.assertEqual((done.returncode, done.stdout), (BAD_INPUT, b""))
        self.assertTrue(done.stderr.decode().startswith(f"<stdin>:{where}: "),
                        done.stderr)

    def test_broken_json_is_reported_as_broken_json(self):
        cut = f'{{"id":7,"msg":"{TELLING}","data":[1,2'
        self.refused(cut, "1:61: error: unexpected_end")
        self.refused(f'{{"id":7,"msg":"{TELLING}","x":NaN}}',
                     "1:54: error: invalid_literal", "check")
        self.refused('{"n":18446744073709551615,"m":{"msg":"at items[0]: b"}}',
                     "1:6: error: out_of_range")
        self.refused('{"a":1,"b[2]{x}:":[1,2}', "1:23: error: unexpected_character",
                     "decode")

    def test_a_line_of_a_log_is_nothing(self):
        self.refused("Nov 16 08:00:01 host sshd[123]: Accepted\n", "1:1: error")

    def test_files_without_a_known_extension_too(self):
        self.file("rec.log", f'{{"id":7,"msg":"{TELLING}","x":NaN}}')
        done = self.run_pith("view", "rec.log")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b"rec.log:1:54: error: invalid_literal", done.stderr)

    def test_json_with_telling_strings_is_json(self):
        for text in ['{"errors[0]:":1}', '{"x":{"a":"a[0]:"},"y":{"a":false}}',
                     '"a[1]: x"', '["a[2]{b}:",1]']:
            self.expect("decode", stdin=text, out=text + "\n")
        self.file("ok.txt", '{"errors[0]:":1}')
        self.expect("fmt", "ok.txt", out='{"errors[0]:":1}\n')

    def test_one_lost_byte_does_not_make_toon_of_json(self):
        for text in ['a[1]: x"', "[0]:", '"a"[1]: x"y']:
            self.assertEqual(self.run_pith("decode", stdin=text).returncode,
                             BAD_INPUT, text)

    def test_toon_is_known_by_a_header_on_a_line(self):
        self.expect("decode", stdin="name: x\nitems[2]{a,b}:\n  1,2\n  3,4\n",
                    out='{"name":"x","items":[{"a":1,"b":2},'
                        '{"a":3,"b":4}]}\n')
        self.expect("decode", stdin='"a b"[2]: 1,2\n', out='{"a b":[1,2]}\n')
        self.refused("items[3]{a,b}:\n  1,2\n", "3:1: error: count_mismatch",
                     "decode")

    def test_what_auto_writes_is_read_back(self):
        for text in ['{"name":"x","city":"Rome"}', '"a: b"', "[]", "{}",
                     '{"rows":[{"id":1,"v":"a"},{"id":2,"v":"b"}]}',
                     '{"a[0]:":{"b":1},"c":{"b":2}}']:
            wire = self.run_pith("encode", "--to", "auto", stdin=text)
            self.assertEqual(wire.returncode, OK)
            back = self.run_pith("decode", stdin=wire.stdout)
            self.assertEqual(back.returncode, OK, wire.stdout)
            self.assertEqual(json.loads(back.stdout), json.loads(text))

    def test_auto_does_not_write_into_a_file_of_one_format(self):
        done = self.run_pith("encode", "--to", "auto", "-o", "y.gcf",
                             stdin="[1]")
        self.assertEqual(done.returncode, USAGE)
        self.assertIn(b"'y.gcf'", done.stderr)
        self.assertFalse((self.directory / "y.gcf").exists())
        done = self.run_pith("encode", "--to", "auto", "-o", "y.txt",
                             stdin="[1]")
        self.assertEqual(done.returncode, OK)
        self.expect("decode", "y.txt", out="[1]\n")

    def test_tron_is_read_back(self):
        text = '{"x":[{"a":"a[0]:","b":1},{"a":"c[2]{d}:","b":2}]}'
        wire = self.run_pith("encode", "-t", "tron", stdin=text).stdout
        self.expect("decode", stdin=wire, out=text + "\n")

    def test_other_formats_do_not_look_like_these(self):
        for key in ["GCF profile=generic", "class A", "---", "a[1]: x", "[1]"]:
            text = json.dumps([{key: "k: v"}, {key: "w"}])
            for to in ["yaml", "csv", "tsv"]:
                wire = self.run_pith("convert", "-t", to, stdin=text).stdout
                back = self.run_pith("convert", "-f", to, "-t", "json",
                                     stdin=wire).stdout
                self.assertEqual(json.loads(back), json.loads(text))
                done = self.run_pith("check", stdin=wire)
                self.assertEqual((done.returncode, done.stdout),
                                 (BAD_INPUT, b""), wire)

    def test_faults_in_lines_of_json_are_on_their_line(self):
        self.refused('{"a":1}\n{"a":123456789012345678901}\n',
                     "2:6: error: out_of_range")
        self.refused('{"a":1}\n{"a":2', "2:7: error: unexpected_end")
        self.file("lines.json", '{"a":1}\n{"a":2}\n')
        done = self.run_pith("encode", "lines.json")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b"--from ndjson", done.stderr)

    def test_naming_the_format_changes_nothing(self):
        lines = "".join(
            json.dumps({"id": i, **({"late": 1} if i == 1200 else {})}) + "\n"
            for i in range(1500))
        plain = self.run_pith("encode", stdin=lines)
        named = self.run_pith("encode", "-f", "ndjson", stdin=lines)
        self.assertEqual((plain.returncode, named.returncode), (OK, OK))
        self.assertEqual(plain.stdout, named.stdout)

    def test_a_byte_order_mark_is_skipped(self):
        mark = b"\xef\xbb\xbf"
        for name, text in [("json", b'{"a":1}'),
                           ("gcf", b"GCF profile=generic\na=1\n"),
                           ("toon", b"a: 1\n"), ("yaml", b"a: 1\n"),
                           ("tron", b'{"a":1}')]:
            self.expect("decode", "-f", name, stdin=mark + text,
                        out='{"a":1}\n')
        self.expect("decode", stdin=mark + b'{"a":1}', out='{"a":1}\n')
        self.expect("decode", "-f", "ndjson", stdin=mark + b'{"a":1}\n',
                    out='[{"a":1}]\n')
        self.refused(mark + b'{"a":x}', "1:7: error: invalid_literal")
