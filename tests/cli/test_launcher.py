# SPDX-License-Identifier: MIT
"""pith proxy install: what the client starts, and how the file is kept."""

import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import unittest

from harness import BAD_INPUT, IO, OK, PITH, USAGE
from test_install import CODEX, CURSOR, VSCODE, Install, lead, spelled

# Of the packages; the file is as simple as that.
NAMES = dict(re.findall(
    '^([a-z]+) = "(.+)"$',
    (pathlib.Path(__file__).parents[2] / "packaging/names.toml").read_text(),
    re.MULTILINE))
VERSION = subprocess.run(
    [PITH, "--version"], check=True, stdout=subprocess.PIPE,
).stdout.decode().split()[1]
NPX = ["npx", "-y", f"{NAMES['npm']}@{VERSION}"]
UVX = ["uvx", f"{NAMES['wheel']}@{VERSION}"]
SERVER = ["npx", "-y", "server-filesystem", "/srv"]


class Launcher(Install):
    def wrapped_words(self, *words, pith=None, status=OK, **variables):
        """What the entry of CURSOR becomes; its bytes come back."""
        self.file("m.json", CURSOR)
        environment = {**self.environment, **variables}

        def install(*more):
            done = subprocess.run(
                [pith or PITH, "proxy", "install", "--client", "cursor",
                 "--file", "m.json", "--yes", *more],
                cwd=self.directory, env=environment, check=False,
                capture_output=True)
            return done.returncode, done.stderr.decode()

        code, err = install(*words)
        self.assertEqual(code, status, err)
        if status != OK:
            self.assertEqual(self.text("m.json"), CURSOR)
            return err
        server = json.loads(self.text("m.json"))["mcpServers"]["files"]
        once = self.text("m.json")
        code, err = install(*words)
        self.assertEqual((code, self.text("m.json")), (OK, once))
        self.assertIn("files is already wrapped", err)
        # Whoever undoes it need not have been started the same way.
        done = self.run_pith(
            "proxy", "install", "--client", "cursor", "--file", "m.json",
            "--yes", "--undo", env=self.environment)
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertEqual(self.text("m.json"), CURSOR)
        self.assertEqual([p.name for p in self.directory.glob("m.json*")],
                         ["m.json"])
        return [server["command"], *server["args"]]

    def copy_to(self, *parts):
        """A pith at this place."""
        place = self.directory.resolve().joinpath(*parts)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PITH, place)
        return str(place)

    def test_a_launcher_says_so(self):
        for variables, expected in [
            ({"PITH_LAUNCHER": "npx"}, NPX),
            ({"PITH_LAUNCHER": "uvx"}, UVX),
            ({"PITH_LAUNCHER": "npx",
              "PITH_LAUNCHER_PACKAGE": NAMES["npm"]}, NPX),
            ({"PITH_LAUNCHER": "npx",
              "PITH_LAUNCHER_PACKAGE": NAMES["npm"] + "@9.8.7"},
             ["npx", "-y", NAMES["npm"] + "@9.8.7"]),
            ({"PITH_LAUNCHER": "uvx",
              "PITH_LAUNCHER_PACKAGE": NAMES["wheel"] + "==9.8.7"},
             ["uvx", NAMES["wheel"] + "@9.8.7"]),
            ({"PITH_LAUNCHER": "npm"}, [os.path.realpath(PITH)]),
            ({"PITH_LAUNCHER": "pip"}, [os.path.realpath(PITH)]),
            # What is not known, or would be an option, is not believed.
            ({"PITH_LAUNCHER": "snap"}, [os.path.realpath(PITH)]),
            ({"PITH_LAUNCHER": "npx",
              "PITH_LAUNCHER_PACKAGE": "--call=evil"}, NPX),
            ({"PITH_LAUNCHER": "npx",
              "PITH_LAUNCHER_PACKAGE": "a b"}, NPX),
            ({"PITH_LAUNCHER": "npx", "PITH_LAUNCHER_PACKAGE": "./x"}, NPX),
        ]:
            with self.subTest(variables=variables):
                self.assertEqual(
                    self.wrapped_words(**variables),
                    [*expected, *lead("cursor"), *SERVER])

    def test_the_option_overrides(self):
        for word, expected in [("npx", NPX), ("uvx", UVX),
                               ("path", [os.path.realpath(PITH)])]:
            for sign in ["npx", "uvx", "pip"]:
                with self.subTest(word=word, sign=sign):
                    self.assertEqual(
                        self.wrapped_words("--launcher", word,
                                           PITH_LAUNCHER=sign),
                        [*expected, *lead("cursor"), *SERVER])
        # A name on one registry is not one on the other.
        self.assertEqual(
            self.wrapped_words("--launcher", "uvx", PITH_LAUNCHER="npx",
                               PITH_LAUNCHER_PACKAGE="@x/pith@1.2.3")[1],
            UVX[1])

    def test_a_fork_is_undone_by_itself(self):
        fork = {"PITH_LAUNCHER": "npx",
                "PITH_LAUNCHER_PACKAGE": "@x/fork@1.2.3"}
        self.file("m.json", CURSOR)
        self.environment.update(fork)
        self.install("cursor", "--file", "m.json", "--yes")
        self.assertIn('"args": ["-y", "@x/fork@1.2.3", "proxy"',
                      self.text("m.json"))
        self.install("cursor", "--file", "m.json", "--yes", "--undo")
        self.assertEqual(self.text("m.json"), CURSOR)

    def test_the_path_says_so(self):
        for parts, expected in [
            ([".npm", "_npx", "1a2b", "node_modules", "x", "bin", "pith"],
             NPX),
            ([".cache", "pnpm", "dlx", "1", "node_modules", "x", "pith"],
             NPX),
            ([".cache", "uv", "archive-v0", "abc", "bin", "pith"], UVX),
            (["elsewhere", "archive-v0", "abc", "bin", "pith"], UVX),
            # As on Windows.
            (["npm-cache\\_npx\\1a2b\\node_modules\\x\\bin", "pith"], NPX),
            (["uv\\cache\\archive-v0\\abc\\Scripts", "pith"], UVX),
        ]:
            with self.subTest(parts=parts):
                pith = self.copy_to(*parts)
                self.assertEqual(self.wrapped_words(pith=pith),
                                 [*expected, *lead("cursor"), *SERVER])
                # Such a path is never written.
                err = self.wrapped_words("--launcher", "path", pith=pith,
                                         status=USAGE)
                self.assertIn(f"pith is in a cache ({pith})", err)
                err = self.wrapped_words(pith=pith, PITH_LAUNCHER="npm",
                                         status=OK)
                self.assertNotIn(pith, err)
        for parts in [["lib", "node_modules", "x", "bin", "pith"],
                      [".local", "share", "uv", "tools", "x", "bin", "pith"],
                      ["venv", "bin", "pith"]]:
            with self.subTest(parts=parts):
                pith = self.copy_to(*parts)
                self.assertEqual(self.wrapped_words(pith=pith),
                                 [pith, *lead("cursor"), *SERVER])

    def test_a_cache_that_a_variable_names(self):
        cache = self.directory.resolve() / "tools"
        pith = self.copy_to("tools", "x", "pith")
        self.assertEqual(
            self.wrapped_words(pith=pith, UV_CACHE_DIR=str(cache) + "/")[:2],
            UVX)
        self.assertEqual(
            self.wrapped_words(pith=pith, UV_CACHE_DIR=str(cache) + "/y")[0],
            pith)

    def test_a_link_on_the_path_outlives_an_upgrade(self):
        pith = self.copy_to("cellar", "0.1.0", "pith")
        (self.directory / "bin").mkdir(mode=0o755)
        link = self.directory / "bin" / "pith"
        link.symlink_to(pith)
        path = f"{self.directory}/bin:{self.environment['PATH']}"
        self.assertEqual(self.wrapped_words(pith=pith, PATH=path)[0],
                         str(link))
        # Not where everybody could put another one.
        (self.directory / "bin").chmod(0o777)
        self.assertEqual(self.wrapped_words(pith=pith, PATH=path)[0], pith)

    def test_it_works_only_with_install(self):
        done = self.run_pith("proxy", "--launcher", "npx", "--", "true")
        self.assertEqual(done.returncode, USAGE)
        self.assertIn(b"--launcher works only with install", done.stderr)

    def test_all_ways_of_writing(self):
        self.environment["PITH_LAUNCHER"] = "npx"
        words = [*NPX[1:], *lead("vscode")]
        wrapped = self.wrap_and_undo("vscode", "mcp.json", VSCODE)
        self.assertEqual(self.text("mcp.json"), VSCODE)
        self.assertIn(
            '"command": "npx", // from the package\n      "args": [\n'
            + "".join(f'        "{word}",\n' for word in words)
            + '        "uvx",\n        "db-server", // its name\n', wrapped)
        self.assertIn('"bare": {"command": "npx","args": ['
                      + spelled(*words, "bare-server") + "]}", wrapped)
        wrapped = self.wrap_and_undo("codex", "config.toml", CODEX)
        self.assertEqual(self.text("config.toml"), CODEX)
        self.assertIn(f'args = [{spelled(*NPX[1:], *lead("codex"))}, "npx"',
                      wrapped)

    def test_what_is_pith_already(self):
        for words in [
            ["npx", NAMES["npm"], "proxy", "--", "x"],
            ["/usr/bin/npx", "-y", NAMES["npm"] + "@0.0.1", "proxy", "--",
             "x"],
            ["npx", "-y", "--package=" + NAMES["npm"], "pith", "proxy", "--",
             "x"],
            ["npx", "--package", NAMES["npm"] + "@1", "pith", "proxy", "--",
             "x"],
            ["npx.cmd", "-y", NAMES["npm"], "proxy", "--", "x"],
            ["uvx", "--from", NAMES["wheel"] + "==1.0", "pith", "proxy", "--",
             "x"],
            ["uvx", NAMES["wheel"] + "@latest", "proxy", "--", "x"],
            ["C:\\tools\\pith.exe", "proxy", "--", "x"],
        ]:
            with self.subTest(words=words):
                self.file("m.json", json.dumps({"mcpServers": {
                    "a": {"command": words[0], "args": words[1:]}}}))
                _, err = self.install("cursor", "--file", "m.json", "--yes")
                self.assertIn("a is already wrapped", err)
                self.install("cursor", "--file", "m.json", "--yes", "--undo")
                self.assertEqual(
                    json.loads(self.text("m.json"))["mcpServers"]["a"],
                    {"command": "x", "args": []})

    def test_what_is_not(self):
        for words in [["npx", "-y", "other", "proxy", "--", "x"],
                      ["npx", "--package=other", "pith", "proxy", "--", "x"],
                      ["npx", "-y", NAMES["npm"], "tokens"], ["npx"],
                      ["npx", "-y"], ["uvx", NAMES["wheel"]],
                      ["uvx", "--from"], ["pithy", "proxy", "--", "x"]]:
            with self.subTest(words=words):
                self.file("m.json", json.dumps({"mcpServers": {
                    "a": {"command": words[0], "args": words[1:]}}}))
                self.install("cursor", "--file", "m.json", "--yes")
                self.assertIn('"--pass-env=*"', self.text("m.json"))


def attributes_work(directory):
    try:
        os.setxattr(directory, "user.pith", b"1")
    except OSError:
        return False
    return True


class Keeping(Install):
    """Whatever the file has beside its bytes stays."""

    @unittest.skipUnless(os.getuid() == 0, "only root can give files away")
    def test_owner_and_mode_of_another_user(self):
        (self.directory / "real").mkdir()
        self.file("real/m.json", VSCODE)
        place = self.directory / "real/m.json"
        os.chown(place, 12345, 23456)
        place.chmod(0o640)
        (self.directory / "m.json").symlink_to("real/m.json")
        for words in [[], ["--undo"]]:
            self.install("vscode", "--file", "m.json", "--yes", *words)
            found = place.stat()
            self.assertEqual((found.st_uid, found.st_gid), (12345, 23456))
            self.assertEqual(stat.S_IMODE(found.st_mode), 0o640)
            self.assertTrue((self.directory / "m.json").is_symlink())
        self.assertEqual(place.read_text(), VSCODE)

    def test_extended_attributes(self):
        self.file("m.json", CURSOR)
        place = self.directory / "m.json"
        if not attributes_work(place):
            self.skipTest("this file system has no attributes of users")
        os.setxattr(place, "user.empty", b"")
        self.install("cursor", "--file", "m.json", "--yes")
        for name in ["m.json", "m.json.pith-backup"]:
            at = self.directory / name
            self.assertEqual(os.getxattr(at, "user.pith"), b"1")
            self.assertEqual(os.getxattr(at, "user.empty"), b"")

    def test_an_access_list(self):
        self.file("m.json", CURSOR)
        place = self.directory / "m.json"
        # Version 2; u::rw-, u:12345:r--, g::---, mask::r--, o::---.
        rules = b"\x02\0\0\0" + b"".join(
            tag.to_bytes(2, "little") + rights.to_bytes(2, "little")
            + who.to_bytes(4, "little")
            for tag, rights, who in [
                (0x01, 6, 0xffffffff), (0x02, 4, 12345),
                (0x04, 0, 0xffffffff), (0x10, 4, 0xffffffff),
                (0x20, 0, 0xffffffff)])
        try:
            os.setxattr(place, "system.posix_acl_access", rules)
        except OSError:
            self.skipTest("this file system has no access lists")
        self.install("cursor", "--file", "m.json", "--yes")
        for name in ["m.json", "m.json.pith-backup"]:
            self.assertEqual(
                os.getxattr(self.directory / name, "system.posix_acl_access"),
                rules)

    def test_a_directory_that_cannot_be_written(self):
        """For root as for everybody: by a mount, if that is possible."""
        place = self.directory / "fixed"
        place.mkdir()
        self.file("fixed/m.json", CURSOR)
        if os.getuid() == 0:
            self.mount("--bind", str(place), place)
            self.mount("-o", "remount,bind,ro", place, is_new=False)
        else:
            place.chmod(0o500)
            self.addCleanup(place.chmod, 0o700)
        _, err = self.install("cursor", "--file", "fixed/m.json", "--yes",
                              status=IO)
        self.assertIn("cannot write to fixed/m.json.pith-backup", err)
        self.assertEqual(self.text("fixed/m.json"), CURSOR)
        self.assertEqual(len(list(place.iterdir())), 1)

    def mount(self, *words, is_new=True):
        if shutil.which("mount") is None or subprocess.run(
                ["mount", *words], check=False, capture_output=True,
        ).returncode != 0:
            self.skipTest("mount is not possible here")
        if is_new:
            self.addCleanup(subprocess.run, ["umount", str(words[-1])],
                            check=False, capture_output=True)

    def test_a_full_disk(self):
        place = self.directory / "small"
        place.mkdir()
        self.mount("-t", "tmpfs", "-o", "size=64k", "tmpfs", place)
        before = CURSOR + " " * 15_000
        # First no room for the copy, then for the copy alone.
        for left, what in [(8_000, "m.json.pith-backup"),
                           (18_000, "m.json")]:
            with self.subTest(left=left):
                self.file("small/m.json", before)
                filler = place / "filler"
                room = os.statvfs(place)
                filler.write_bytes(
                    b"x" * (room.f_bavail * room.f_frsize - left))
                _, err = self.install("cursor", "--file", "small/m.json",
                                      "--yes", status=IO)
                self.assertIn(f"small/{what}: No space left on device\n", err)
                self.assertEqual(self.text("small/m.json"), before)
                self.assertEqual({p.name for p in place.iterdir()},
                                 {"m.json", "filler"})
                filler.unlink()

    def test_a_broken_file_stays(self):
        self.file("m.json", CURSOR[:-4])
        self.install("cursor", "--file", "m.json", "--yes", "--launcher",
                     "npx", status=BAD_INPUT)
        self.assertEqual(self.text("m.json"), CURSOR[:-4])
