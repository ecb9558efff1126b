# SPDX-License-Identifier: MIT
"""Many files: --output-dir, and directories of tokens and compare."""

import json
import os
import random
import shutil
import subprocess
import unittest

from harness import BAD_INPUT, IO, OK, ORDERS, ORDERS_GCF, USAGE, Command


class OutputDir(Command):
    def test_names_keep_their_stem(self):
        self.file("a.json", ORDERS)
        self.file("b.x.json", "[1]")
        self.file("c.csv", "id\n1\n")
        self.expect("encode", "a.json", "b.x.json", "c.csv", "--output-dir",
                    "out/new")
        out = self.directory / "out/new"
        self.assertEqual(sorted(os.listdir(out)),
                         ["a.gcf", "b.x.gcf", "c.gcf"])
        self.assertEqual((out / "a.gcf").read_text(), ORDERS_GCF)
        self.expect("decode", "out/new/a.gcf", "--output-dir", "back")
        self.assertEqual((self.directory / "back/a.json").read_text(),
                         ORDERS + "\n")
        self.expect("convert", "-t", "toon-tab", "a.json", "--output-dir", ".")
        self.assertTrue((self.directory / "a.toon").exists())

    def test_collisions_are_seen_before_anything_is_written(self):
        self.file("a.json", "1")
        self.file("a.csv", "id\n1\n")
        hint = "Try 'pith encode --help'.\n"
        self.expect("encode", "a.json", "a.csv", "--output-dir", "out",
                    status=USAGE, err="pith: 'a.json' and 'a.csv' would both "
                    "become 'out/a.gcf'\n" + hint)
        self.assertFalse((self.directory / "out").exists())
        self.expect("encode", "-t", "json", "a.json", "--output-dir", ".",
                    status=USAGE, err="pith: './a.json' is an input and would "
                    "be overwritten\n" + hint)
        self.expect("encode", "a.json", "a.csv", status=USAGE,
                    err="pith: several files need --output-dir\n" + hint)
        for words in (["-t", "auto"], ["-o", "x.gcf"], ["-"]):
            done = self.run_pith("encode", "a.json", *words, "--output-dir",
                                 "out")
            self.assertEqual(done.returncode, USAGE, words)
        self.file("plain", "x")
        done = self.run_pith("encode", "a.json", "--output-dir", "plain")
        self.assertEqual(done.returncode, IO)

    def test_one_bad_file_does_not_stop_the_others(self):
        self.file("a.json", "[1")
        self.file("b.json", "[1]")
        done = self.run_pith("encode", "a.json", "b.json", "--output-dir", "o")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b"a.json:1:3: error", done.stderr)
        self.assertEqual(os.listdir(self.directory / "o"), ["b.gcf"])


class Trees(Command):
    def setUp(self):
        super().setUp()
        for name, text in {
            "d/a.json": "[1,2]", "d/sub/b.json": ORDERS, "d/.hidden": "x",
            "d/skip.log": "x", "d/.gitignore": "*.log\n", "d/z.txt": "hello",
            "d/bin": "a\0b",
        }.items():
            (self.directory / name).parent.mkdir(parents=True, exist_ok=True)
            self.file(name, text)
        os.symlink(".", self.directory / "d/loop")

    def test_tokens(self):
        count = {name: json.loads(self.run_pith(
            "tokens", "--json", name).stdout)["total"]
            for name in ("d/a.json", "d/sub/b.json", "d/z.txt")}
        total = sum(count.values())
        a, b, z = count.values()
        self.expect(
            "tokens", "d",
            out=f"{total}  d/\n{a:2}  \u251c\u2500 a.json\n"
                f"{b:2}  \u251c\u2500 sub/\n{b:2}  \u2502  \u2514\u2500 b.json"
                f"\n{z:2}  \u2514\u2500 z.txt\n",
            err="pith: skipped 1 ignored, 2 hidden, 1 binary, 1 linked"
                "; see --no-ignore and --hidden\n")
        self.expect(
            "tokens", "--depth", "0", "d", "d/z.txt",
            out=f"{total}  d/\n{z:2}  d/z.txt\n{total + z}  total\n",
            err=self.run_pith("tokens", "d").stderr)
        done = json.loads(self.run_pith("tokens", "--json", "d").stdout)
        self.assertEqual([f["file"] for f in done["files"]], list(count))
        self.assertEqual(done["total"], total)
        self.assertEqual([(x["directory"], x["files"], x["tokens"])
                          for x in done["directories"]],
                         [("d", 3, total), ("d/sub", 1, b)])
        self.assertEqual(done["skipped"], {
            "ignored": 1, "hidden": 2, "binary": 1, "other_formats": 0,
            "links": 1, "special": 0})
        names = [f["file"] for f in json.loads(self.run_pith(
            "tokens", "--json", "--hidden", "--no-ignore", "d").stdout)[
                "files"]]
        self.assertEqual(names, ["d/.gitignore", "d/.hidden", "d/a.json",
                                 "d/skip.log", "d/sub/b.json", "d/z.txt"])

    def test_compare(self):
        done = self.run_pith("compare", "d")
        self.assertEqual(done.returncode, OK)
        self.assertIn(b"2 of other formats", done.stderr)
        lines = done.stdout.decode().splitlines()
        self.assertEqual(lines[0].split(),
                         ["json", "auto", "saving", "cheapest", "file"])
        self.assertEqual([line.split()[-1] for line in lines[1:]],
                         ["d/", "a.json", "sub/", "b.json"])
        table = json.loads(self.run_pith("compare", "--json", "d").stdout)
        self.assertEqual([f["file"] for f in table["files"]],
                         ["d/a.json", "d/sub/b.json"])
        self.assertEqual(
            {x["format"]: x["tokens"] for x in
             table["directories"][0]["formats"]}["gcf"],
            {x["format"]: x["tokens"] for x in
             table["total"]["formats"]}["gcf"])

    def test_names_are_cut_to_the_terminal(self):
        self.file("d/" + "long" * 40 + ".json", "[1]")
        for command in ("tokens", "compare"):
            status, shown = self.on_terminal(
                command, "d", columns=40, streams=("out",), LC_ALL="C.UTF-8")
            self.assertEqual(status, OK)
            self.assertLessEqual(max(map(len, shown.splitlines())), 40)

    def test_files_that_cannot_be_read(self):
        self.file("d/bad.json", "[1")
        done = self.run_pith("compare", "d")
        self.assertEqual(done.returncode, BAD_INPUT)
        self.assertIn(b"d/bad.json:1:3: error", done.stderr)
        self.assertIn(b"a.json", done.stdout)
        self.expect("tokens", "nowhere", status=IO,
                    err="pith: cannot read nowhere: No such file or "
                        "directory\n")
        if os.geteuid() != 0:
            (self.directory / "d/sub").chmod(0)
            done = self.run_pith("tokens", "d")
            (self.directory / "d/sub").chmod(0o755)
            self.assertEqual(done.returncode, IO)
            self.assertIn(b"cannot read d/sub: ", done.stderr)

    def test_deep_trees(self):
        self.file("deep.json", "1")
        here = os.open(self.directory, os.O_RDONLY)
        try:
            at = os.dup(here)
            for _ in range(250):
                os.mkdir("x", dir_fd=at)
                deeper = os.open("x", os.O_RDONLY, dir_fd=at)
                os.close(at)
                at = deeper
            os.close(at)
        finally:
            os.close(here)
        done = self.run_pith("tokens", "x", "deep.json")
        self.assertEqual(done.returncode, IO)
        self.assertIn(b"cannot read x/x/", done.stderr)


@unittest.skipUnless(shutil.which("git"), "needs git")
class IgnoreAsGit(Command):
    """What is walked is what git lists, over random rules and names."""

    NAMES = ["a", "b", "ab", "a.c", "b.c", "foo", "bar", "foobar", "a b",
             "[x]", "x-y", "!n", "#h", "A1", "a*b", "tmp ", "\\q", "-", "]",
             "\u00e9"]
    PARTS = ["a", "b", "c", ".", "foo", "bar", "*", "*", "**", "?", "/", "/",
             "[ab]", "[!a]", "[a-c]", "[]]", "[[:alpha:]]", "[^b-]", "\\*",
             "\\a", "x", "-", "[x", "[[:bad:]]", "[:]", " ", "!", "#",
             "[a\\]b]", "\u00e9", "***", "**/", "/**", "\\/", "[b-", "[\\",
             "\\"]
    GROUPS = 250  # of about 25 files each, with rules of their own

    def pattern(self, rng):
        text = (rng.choice(self.NAMES) if rng.random() < 0.3 else
                "".join(rng.choices(self.PARTS, k=rng.randint(1, 6))))
        for chance, made in ((0.15, "!{}"), (0.15, "{}/"), (0.15, "/{}"),
                             (0.05, "{}  "), (0.05, "{}\\ "), (0.03, "#{}")):
            if rng.random() < chance:
                text = made.format(text)
        return text

    def grow(self, rng, directory, depth):
        directory.mkdir()
        for name in rng.sample(self.NAMES, rng.randint(2, 5)):
            if depth < 4 and rng.random() < 0.45:
                self.grow(rng, directory / name, depth + 1)
            else:
                (directory / name).write_text("x\n")
        if depth == 1 or rng.random() < 0.15:
            rules = [self.pattern(rng) for _ in range(rng.randint(1, 3))]
            (directory / ".gitignore").write_text(
                rng.choice(["\n", "\r\n"]).join(rules) +
                rng.choice(["\n", ""]), newline="")

    def listed(self, *words, cwd=None):
        done = self.run_pith("tokens", "--json", "--hidden", *words)
        self.assertEqual(done.returncode, OK, done.stderr)
        return {f["file"] for f in json.loads(done.stdout)["files"]}

    def test_random_trees(self):
        seed = int(os.environ.get("PITH_IGNORE_SEED", "1"))
        rng = random.Random(seed)
        top = self.directory / "repo"
        subprocess.run(["git", "init", "-q", top], check=True)
        (top / ".git/info/exclude").write_text("tmp*\n/g1/a\n")
        for i in range(self.GROUPS):
            self.grow(rng, top / f"g{i}", 1)
        wanted = {"repo/" + name for name in subprocess.run(
            ["git", "-c", "core.quotepath=off", "-c", "core.excludesFile=",
             "ls-files", "-o", "--exclude-standard", "-z"], cwd=top,
            check=True, stdout=subprocess.PIPE).stdout.decode().split("\0")
            if name}
        everything = sum(len(files) for where, _, files in os.walk(top)
                         if ".git" not in where.split(os.sep))
        self.assertGreater(everything, 4000)
        self.assertEqual(self.listed("repo") ^ wanted, set(), f"seed {seed}")
        # Rules above a directory hold for it, too.
        self.assertEqual(
            self.listed("repo/g1"),
            {name for name in wanted if name.startswith("repo/g1/")})
