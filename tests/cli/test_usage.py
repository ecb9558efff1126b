# SPDX-License-Identifier: MIT
"""Help, and mistakes in the words of a command."""

from harness import Command, OK, USAGE


class Usage(Command):
    def test_help_goes_to_standard_output(self):
        for words in [["--help"], ["-h"], ["encode", "--help"],
                      ["decode", "-h"]]:
            done = self.run_pith(*words)
            self.assertEqual((done.returncode, done.stderr), (OK, b""))
            self.assertTrue(done.stdout.startswith(b"Usage: pith"))
            self.assertLessEqual(
                max(map(len, done.stdout.splitlines())), 80
            )

    def test_version(self):
        done = self.run_pith("--version")
        self.assertEqual((done.returncode, done.stderr), (OK, b""))
        self.assertRegex(done.stdout, rb"^pith \d+\.\d+\.\d+\n$")

    def test_no_command_says_what_is_most_wanted_as_an_error(self):
        done = self.run_pith()
        self.assertEqual((done.returncode, done.stdout), (USAGE, b""))
        lines = done.stderr.decode().splitlines()
        self.assertTrue(lines[0].startswith("Usage: pith"))
        self.assertEqual(len(lines), 10)
        self.assertLessEqual(max(map(len, lines)), 80)
        known = self.run_pith("help", "--list").stdout.decode().split()
        shown = [line.split()[1] for line in lines[3:]]
        self.assertLessEqual(set(shown), set(known))
        self.assertLessEqual(
            {"encode", "compare", "tokens", "proxy", "doctor", "help"},
            set(shown))
        self.assertEqual(self.on_terminal()[0], USAGE)

    def test_mistakes_are_named(self):
        for words, mistake in [
            (["--frob"], "unknown option '--frob'"),
            (["frob"], "unknown command 'frob'"),
            (["encdoe"], "unknown command 'encdoe'; did you mean 'encode'?"),
            (["Tokens"], "unknown command 'Tokens'; did you mean 'tokens'?"),
            ([""], "unknown command ''"),
            (["-"], "unknown command '-'"),
            (["help", "comparre"],
             "unknown command 'comparre'; did you mean 'compare'?"),
        ]:
            with self.subTest(words=words):
                self.expect(
                    *words,
                    status=USAGE,
                    err=f"pith: {mistake}\nTry 'pith --help'.\n",
                )

    def test_mistakes_after_a_command_name_it(self):
        for command, words, mistake in [
            ("encode", ["--zzz"], "unknown option '--zzz'"),
            ("encode", ["--tokeniser", "x"],
             "unknown option '--tokeniser'; did you mean '--tokenizer'?"),
            ("proxy", ["--least-tokens", "9", "--", "true"],
             "unknown option '--least-tokens'; use '--min-tokens' "
             "instead"),
            ("encode", ["-x", "a"], "unknown option '-x'"),
            ("decode", ["a", "--zzz=1"], "unknown option '--zzz'"),
            ("view", ["a", "b"], "expected one file, but got 'a' and 'b'"),
            ("view", ["a\x1bb", "c"],
             "expected one file, but got 'a?b' and 'c'"),
            ("encode", ["--pretty=2"], "'--pretty' takes no value"),
            ("encode", ["--budget", "many"],
             "--budget takes a number, not 'many'"),
            ("encode", ["--budget", "-1"],
             "--budget takes a number, not '-1'"),
            ("encode", ["-o"], "-o needs a value"),
            ("encode", ["-po"], "-o needs a value"),
            ("encode", ["-pz"], "unknown option '-z' in '-pz'"),
            ("encode", ["-p"],
             "--pretty indents JSON, and the output is gcf"),
            ("diff", ["-", "-"],
             "only one of the two files can be standard input"),
            ("convert", [], "missing output format: use --to or --output"),
            ("completions", [], "usage: pith completions bash|zsh|fish"),
            ("completions", ["csh"], "unknown shell 'csh'"),
            ("version", ["1"], "unexpected argument: '1'"),
            ("primer", ["gcf", "toon", "x"], "unexpected argument: 'toon'"),
            ("fmt", ["a", "b"], "several files need --in-place or --check"),
            ("fmt", ["-i"],
             "--in-place cannot overwrite standard input; name a file"),
        ]:
            with self.subTest(command=command, words=words):
                self.expect(
                    command, *words,
                    status=USAGE,
                    err=f"pith: {mistake}\nTry 'pith {command} --help'.\n",
                )

    def test_unknown_formats_and_their_options(self):
        for words, mistake in [
            (["--to", "gfc"], "unknown format 'gfc'; did you mean 'gcf'?"),
            (["--from", "zzzz"], "unknown format 'zzzz'"),
            (["-O", "indent"],
             "an option of a format is NAME=VALUE, not 'indent'"),
        ]:
            with self.subTest(words=words):
                self.expect(
                    "encode", *words, stdin="1", status=USAGE,
                    err=f"pith: {mistake}\nTry 'pith codecs'.\n",
                )
        done = self.run_pith("encode", "-O", "zzz=1", stdin="1")
        self.assertEqual(done.returncode, USAGE)
        self.assertRegex(done.stderr, rb"^pith: unknown_option: ")

    def test_options_of_formats_are_named(self):
        for words, mistake in [
            (["-t", "csv", "-O", "delimeter=tab"],
             "unknown_option: csv has no option 'delimeter'; did you mean "
             "'delimiter'?; it has "),
            (["-t", "yaml", "-O", "x=1"],
             "unknown_option: yaml has no option 'x'; it has documents, "
             "merge-keys, tags, big-integers"),
            (["-t", "toml", "-O", "x=1"],
             "unknown_option: toml has no option 'x'; it has none"),
            (["-f", "csv", "--from-option", "delimiter=;"],
             "invalid_option: csv does not know delimiter=';'; delimiter: "),
            (["-t", "toon", "-O", "indent=99"],
             "invalid_option: toon does not know indent='99'; indent: spaces "
             "per level, 1 to 16"),
        ]:
            with self.subTest(words=words):
                done = self.run_pith("encode", *words, stdin="[]")
                self.assertEqual((done.returncode, done.stdout), (USAGE, b""))
                self.assertIn("pith: " + mistake, done.stderr.decode())
        # Also where the text says what it is.
        done = self.run_pith("decode", "--from-option", "x=1", stdin="[1]")
        self.assertEqual(done.returncode, USAGE)
        self.assertIn(b"json has no option 'x'", done.stderr)

    def test_letters_may_stand_together(self):
        self.expect("encode", "-pt", "json", stdin="[1]", out="[\n  1\n]\n")
        self.expect("encode", "-ptjson", stdin="[1]", out="[\n  1\n]\n")
        done = self.run_pith("encode", "-ph")
        self.assertTrue(done.stdout.startswith(b"usage:")
                        or b"pith encode" in done.stdout)

    def test_names_that_compare_prints_are_formats(self):
        table = '[{"a":1,"b":2},{"a":3,"b":4}]'
        self.expect("encode", "-t", "toon-tab", stdin=table,
                    out="[2\t]{a\tb}:\n  1\t2\n  3\t4\n")
        self.expect("encode", "-t", "json-pretty", stdin="[1]",
                    out="[\n  1\n]\n")
        self.expect("encode", "-t", "toon-tab", "-O", "delimiter=pipe",
                    stdin=table, out="[2|]{a|b}:\n  1|2\n  3|4\n")
        self.expect("decode", "-f", "toon-tab", stdin="[1\t]: 5\n",
                    out="[5]\n")

    def test_every_command_has_help_with_an_example(self):
        names = self.commands()
        self.assertIn("encode", names)
        for name in names:
            with self.subTest(name=name):
                done = self.run_pith(name, "--help")
                self.assertEqual((done.returncode, done.stderr), (OK, b""))
                self.assertTrue(
                    done.stdout.startswith(f"Usage: pith {name}".encode())
                )
                self.assertLessEqual(
                    max(map(len, done.stdout.splitlines())), 80
                )
                self.assertIn(f"pith {name}".encode(),
                              done.stdout.split(b"\nExample")[1])
                self.expect("help", name, out=done.stdout)

    def commands(self):
        text = self.run_pith("--help").stdout.decode()
        listed = text.split("Commands:\n")[1].split("\n\n")[0]
        return [line.split()[0] for line in listed.splitlines()
                if not line.startswith("   ")]
