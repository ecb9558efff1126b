# SPDX-License-Identifier: MIT
"""pith proxy install: other programs' configuration files."""

import base64
import json
import os
import stat
import subprocess
import unittest

from harness import (BAD_INPUT, Command, IO, OK, PITH, PITH_FILE, USAGE,
                     Terminal)

CURSOR = """\
{
  "mcpServers": {
    "files": {
      "command": "npx",
      "args": ["-y", "server-filesystem", "/srv"],
      "env": {"DEBUG": "1"}
    }
  },
  "other": [1,   2]
}
"""

VSCODE = """\
{
  // what we use
  "inputs": [],
  "servers": {
    /* the database */
    "db": {
      "type": "stdio",
      "command": "uvx", // from the package
      "args": [
        "db-server", // its name
        "--dsn",
        "${input:dsn}",
      ],
    },
    "docs": {"type": "http", "url": "https://example.org/mcp"},
    "bare": {"command": "bare-server"},
  },
}
"""

CODEX = """\
model = "o3"  # our favourite

[mcp_servers.files]
command = "npx"   # node
args = ["-y", 'server-filesystem', "/srv"]

[mcp_servers.files.env]
DEBUG = "1"

[mcp_servers."with space"]
command = 'bare'  # no words
startup_timeout_sec = 20

[mcp_servers.web]
url = "https://example.org/mcp"

[tui]
theme = "dark"
"""


def lead(client):
    """What stands before the command of a wrapped server."""
    return ["proxy", f"--client={client}", "--pass-env=*", "--"]


def spelled(*words):
    return ", ".join(json.dumps(word) for word in words)


class Install(Command):
    def setUp(self):
        super().setUp()
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.directory / "home"),
        }
        (self.directory / "home").mkdir()

    def text(self, name):
        return (self.directory / name).read_bytes().decode()

    def install(self, client, *words, status=OK, **settings):
        settings.setdefault("env", self.environment)
        done = self.run_pith(
            "proxy", "install", "--client", client, *words, **settings
        )
        self.assertEqual(done.returncode, status, done.stderr.decode())
        return done.stdout.decode(), done.stderr.decode()

    def check_patch(self, name, before, diff):
        """Applying the diff that was shown gives what was written."""
        after = self.text(name)
        self.file("patched", before)
        subprocess.run(
            ["patch", "--quiet", "patched"],
            input=diff.encode(), cwd=self.directory, check=True,
        )
        self.assertEqual(self.text("patched"), after)

    def wrap_and_undo(self, client, name, before):
        """Returns the wrapped text; undoing gives every byte back."""
        self.file(name, before)
        out, _ = self.install(client, "--file", name, "--yes")
        wrapped = self.text(name)
        self.check_patch(name, before, out)
        self.assertEqual(self.text(name + ".pith-backup"), before)
        self.install(client, "--file", name, "--yes", "--undo")
        return wrapped

    def undo_without_copy(self, client, name, wrapped):
        """Returns what is made of the wrapped text alone."""
        self.file(name, wrapped)
        self.assertFalse((self.directory / (name + ".pith-backup")).exists())
        self.install(client, "--file", name, "--yes", "--undo")
        return self.text(name)


SECRETS = """{"mcpServers": {
  "a": {"command": "srv", "env": {"KEY": "hunter2hunter2"}},
  "b": {"args": ["x"], "command": "srv2",
    "headers": {"X-Key": "k-0123456789"}, "apiToken": "t-0123456789",
    "env": {"MODE": "1"}}}}
"""


class Secrets(Install):
    def test_the_difference_does_not_show_them(self):
        self.file("mcp.json", SECRETS)
        out, err = self.install("cursor", "--file", "mcp.json", "--yes")
        for secret in ["hunter2hunter2", "k-0123456789", "t-0123456789"]:
            self.assertNotIn(secret, out + err)
            self.assertIn(secret, self.text("mcp.json"))
        self.assertIn('"KEY": "**************"', out)
        self.assertIn('"MODE": "1"', out)
        out, err = self.install(
            "cursor", "--file", "mcp.json", "--yes", "--undo")
        self.assertNotIn("hunter2hunter2", out + err)
        self.assertEqual(self.text("mcp.json"), SECRETS)

    @unittest.skipUnless(os.getuid() == 0, "only root can give files away")
    def test_the_owner_stays(self):
        self.file("mcp.json", CURSOR)
        place = self.directory / "mcp.json"
        os.chown(place, 1234, 2345)
        os.chmod(place, 0o600)
        self.install("cursor", "--file", "mcp.json", "--yes")
        for name in ["mcp.json", "mcp.json.pith-backup"]:
            found = (self.directory / name).stat()
            self.assertEqual((found.st_uid, found.st_gid), (1234, 2345))
            self.assertEqual(found.st_mode & 0o777, 0o600)


class Json(Install):
    def test_a_server_is_wrapped(self):
        wrapped = self.wrap_and_undo("cursor", "mcp.json", CURSOR)
        self.assertEqual(self.text("mcp.json"), CURSOR)
        server = json.loads(wrapped)["mcpServers"]["files"]
        self.assertEqual(os.path.basename(server["command"]), "pith")
        self.assertTrue(os.path.isabs(server["command"]))
        self.assertEqual(
            server["args"],
            [*lead("cursor"), "npx", "-y", "server-filesystem", "/srv"],
        )
        self.assertEqual(server["env"], {"DEBUG": "1"})
        # Everything else as it was.
        self.assertEqual(
            wrapped.replace(json.dumps(server["command"]), '"npx"')
            .replace(spelled(*lead("cursor"), "npx") + ", ", ""),
            CURSOR,
        )
        self.assertFalse((self.directory / "mcp.json.pith-backup").exists())

    def test_options_stand_between(self):
        self.file("mcp.json", CURSOR)
        self.install("cursor", "--file", "mcp.json", "--yes", "--more",
                     "--mode", "keep-structured")
        server = json.loads(self.text("mcp.json"))["mcpServers"]["files"]
        self.assertEqual(
            server["args"][:6],
            ["proxy", "--client=cursor", "--mode=keep-structured", "--more",
             "--pass-env=*", "--"])
        self.install("cursor", "--file", "mcp.json", "--yes", "--undo")
        self.assertEqual(self.text("mcp.json"), CURSOR)

    def test_comments_and_trailing_commas(self):
        wrapped = self.wrap_and_undo("vscode", "mcp.json", VSCODE)
        self.assertIn(
            '      "args": [\n        "proxy",\n'
            '        "--client=vscode",\n        "--pass-env=*",\n'
            '        "--",\n        "uvx",\n'
            '        "db-server", // its name\n',
            wrapped,
        )
        self.assertIn(', // from the package\n', wrapped)
        words = spelled(*lead("vscode"), "bare-server")
        self.assertIn(f'"args": [{words}]' + "}", wrapped)
        self.assertEqual(self.text("mcp.json"), VSCODE)
        # Nothing tells that there was no list: it stays behind, empty.
        self.assertEqual(
            self.undo_without_copy("vscode", "mcp.json", wrapped),
            VSCODE.replace('"command": "bare-server"',
                           '"command": "bare-server","args": []'),
        )

    def test_many_ways_of_writing(self):
        for args in ['[]', '[ ]', '[\n]', '["a"]', '[ "a" ]', '["a",]',
                     '[\n"a"\n]', '[\r\n  "a",\r\n  "b"\r\n]',
                     '["a" /* , */ , "b"]', '[// x\n"a"]', '[ // x, y\n"a"]',
                     '[/* x */]', '[ // x\n]',
                     '["\\u0061\\"", "--", "proxy"]', '[1, true, {"a":[]}]']:
            for member in ['"command":"c","args":%s', '"args":%s,"command":"c"',
                           '"command" : "c"\n,\n"args" : %s']:
                before = '{"mcpServers":{"x":{%s}}}' % (member % args)
                with self.subTest(before=before):
                    wrapped = self.wrap_and_undo("cursor", "m.json", before)
                    self.assertEqual(self.text("m.json"), before)
                    self.assertEqual(self.undo_without_copy(
                        "cursor", "m.json", wrapped), before)

    def test_a_mark_at_the_beginning_and_no_newline_at_the_end(self):
        before = "\ufeff" + CURSOR.rstrip()
        self.file("m.json", before)
        out, _ = self.install("cursor", "--file", "m.json", "--yes")
        self.assertTrue(self.text("m.json").startswith("\ufeff{"))
        self.install("cursor", "--file", "m.json", "--yes", "--undo")
        self.assertEqual(self.text("m.json"), before)

    def test_only_some_servers(self):
        self.file("m.json", '{"mcpServers":{"a":{"command":"x"},'
                            '"b":{"command":"y"}}}')
        self.install("gemini", "--file", "m.json", "--server", "b", "--yes")
        servers = json.loads(self.text("m.json"))["mcpServers"]
        self.assertEqual(servers["a"], {"command": "x"})
        self.assertEqual(servers["b"]["args"], [*lead("gemini"), "y"])
        # Twice is once.
        out, err = self.install("gemini", "--file", "m.json", "--server", "b",
                                "--yes")
        self.assertEqual(out, "")
        self.assertEqual(err, "pith: b is already wrapped\n"
                              "pith: nothing to do in m.json\n")

    def test_an_unknown_server(self):
        self.file("m.json", CURSOR)
        _, err = self.install("cursor", "--file", "m.json", "--server",
                              "filse", status=USAGE)
        self.assertIn("no server 'filse' in m.json; did you mean 'files'?",
                      err)

    def test_servers_that_stay(self):
        self.file("m.json", '{"mcpServers":{"u":{"httpUrl":"https://a/"},'
                            '"n":{},"l":{"command":["a"]},"s":7,'
                            '"t":{"command":"a","command":"b"}}}')
        out, err = self.install("gemini", "--file", "m.json", "--yes")
        self.assertEqual(out, "")
        self.assertIn("pith: u has a URL and is not changed", err)
        self.assertIn("pith: n has no command and is not changed", err)
        self.assertIn("pith: l has a command that is not a string", err)
        self.assertIn("pith: s is not a table", err)
        self.assertIn("pith: t has a key twice", err)

    def test_servers_that_are_pith_already(self):
        for args in ['["proxy","--url","https://example.org/mcp"]',
                     '["proxy","npx","server"]', '["proxy"]',
                     '["proxy","npx","--"]', '["proxy","--","npx"]']:
            with self.subTest(args=args):
                before = ('{"mcpServers":{"x":{"command":"/opt/pith",'
                          '"args":%s}}}' % args)
                self.file("m.json", before)
                self.assertEqual(
                    self.install("cursor", "--file", "m.json", "--yes"),
                    ("", "pith: x is already wrapped\n"
                         "pith: nothing to do in m.json\n"))
                if args.endswith('"--","npx"]'):
                    continue
                # There is no command to be left alone.
                self.assertEqual(
                    self.install("cursor", "--file", "m.json", "--yes",
                                 "--undo"),
                    ("", "pith: nothing to do in m.json\n"))
                self.assertEqual(self.text("m.json"), before)

    def test_files_that_are_not_understood(self):
        for text, place in [('{"a": }', "1:7"), ("[]", "1:1"), ("", "1:1"),
                            ('{"a":1} x', "1:9"), ('{"a":"\\x"}', "1:7"),
                            ('{"a":1 /*', "1:8"), ("{'a':1}", "1:2"),
                            ('{"a":"b', "1:6"), ('{"a":[1}', "1:8"),
                            ('{"a":' * 600, "1:2561")]:
            with self.subTest(text=text[:20]):
                self.file("m.json", text)
                _, err = self.install("cursor", "--file", "m.json", "--yes",
                                      status=BAD_INPUT)
                self.assertTrue(err.startswith(f"m.json:{place}: error: "),
                                err)
                self.assertEqual(self.text("m.json"), text)

    def test_projects_of_claude_code(self):
        here = str(self.directory.resolve())
        before = json.dumps({
            "mcpServers": {"a": {"command": "x"}},
            "projects": {
                here: {"mcpServers": {"b": {"command": "y", "args": []}}},
                "/elsewhere": {"mcpServers": {"c": {"command": "z"}}},
            },
        }, indent=2)
        self.file("home/.claude.json", before)
        self.install("claude-code", "--yes")
        after = json.loads(self.text("home/.claude.json"))
        self.assertEqual(after["mcpServers"]["a"]["args"],
                         [*lead("claude-code"), "x"])
        self.assertEqual(
            after["projects"][here]["mcpServers"]["b"]["args"],
            [*lead("claude-code"), "y"])
        self.assertEqual(after["projects"]["/elsewhere"]["mcpServers"]["c"],
                         {"command": "z"})


class Toml(Install):
    def test_codex(self):
        wrapped = self.wrap_and_undo("codex", "config.toml", CODEX)
        words = spelled(*lead("codex"))
        pith = json.dumps(os.path.realpath(PITH_FILE))
        self.assertEqual(
            wrapped,
            CODEX.replace('"npx"   # node', pith + "   # node")
            .replace('["-y"', f'[{words}, "npx", "-y"')
            .replace("'bare'  # no words",
                     f"{pith}  # no words\nargs = [{words}, 'bare']"),
        )
        self.assertEqual(self.text("config.toml"), CODEX)
        self.assertEqual(
            self.undo_without_copy("codex", "config.toml", wrapped),
            CODEX.replace("# no words\n", "# no words\nargs = []\n"),
        )

    def test_many_ways_of_writing(self):
        for before in [
            'mcp_servers.a.command = "x"\nmcp_servers.a.args = ["y"]\n',
            'mcp_servers.a = { command = "x", args = [ "y" ] }\n',
            'mcp_servers = { a = { args = [], command = "x" } }\n',
            'mcp_servers = { a.args = ["z"], a.command = "x" }\n',
            '[mcp_servers]\na.command = "x"\nb.command = "y"\n'
            "a.args = ['1']\nb.args = ['2']\n",
            '[mcp_servers.a]\nargs = [\n  # first\n  "y", # why\n  "z",\n]\n'
            "command = '''x'''",
            '\ufeff[mcp_servers.a]\r\ncommand = "x"\r\nargs = ["y"]\r\n',
            '[[other]]\ncommand = "no"\n[[other]]\n[other.x]\n'
            '[mcp_servers.a]\ncommand = "\\u0078"\nargs = ["1", "--"]\n',
        ]:
            with self.subTest(before=before):
                wrapped = self.wrap_and_undo("codex", "c.toml", before)
                self.assertEqual(self.text("c.toml"), before)
                self.assertEqual(self.undo_without_copy(
                    "codex", "c.toml", wrapped), before)

    def test_without_args(self):
        for before, after in [
            ('mcp_servers.a.command = "x"',
             'mcp_servers.a.command = P\nmcp_servers.a.args = A'),
            ('mcp_servers = { a = { command = "x" } }\n',
             'mcp_servers = { a = { command = P, args = A } }\n'),
            ('mcp_servers = { a.command = "x" }\n',
             'mcp_servers = { a.command = P, a.args = A }\n'),
            ('[mcp_servers.a]\r\n  command = "x" # y\r\n',
             '[mcp_servers.a]\r\n  command = P # y\r\n  args = A\r\n'),
        ]:
            with self.subTest(before=before):
                wrapped = self.wrap_and_undo("codex", "c.toml", before)
                pith = json.dumps(os.path.realpath(PITH_FILE))
                self.assertEqual(
                    wrapped,
                    after.replace("A", f'[{spelled(*lead("codex"), "x")}]')
                    .replace("P", pith),
                )
                self.assertEqual(self.text("c.toml"), before)

    def test_a_home_of_its_own(self):
        (self.directory / "codex").mkdir()
        self.file("codex/config.toml", CODEX)
        self.environment["CODEX_HOME"] = str(self.directory / "codex")
        self.install("codex", "--yes")
        self.assertIn('"proxy"', self.text("codex/config.toml"))

    def test_a_file_that_is_not_understood(self):
        self.file("c.toml", "a = 1\na = 2\n")
        _, err = self.install("codex", "--file", "c.toml", status=BAD_INPUT)
        self.assertTrue(err.startswith("c.toml:2:1: error: duplicate_key"))


class Words(Install):
    """What pith proxy would refuse is not written into a configuration."""

    def refused(self, *words):
        self.file("m.json", CURSOR)
        out, err = self.install("cursor", "--file", "m.json", "--yes", *words,
                                status=USAGE)
        self.assertEqual(out, "")
        self.assertEqual(self.text("m.json"), CURSOR)
        message, advice, rest = err.split("\n")
        self.assertEqual((advice, rest), ("Try 'pith proxy --help'.", ""))
        return message

    def test_options_that_proxy_refuses(self):
        for words in [["--format", "nope"], ["--format", "gcf-graph"],
                      ["--tokenizer", "nonsense"],
                      ["--tokenizer", "./none.tiktoken"],
                      ["--min-tokens", "few"], ["--shows", "all"]]:
            with self.subTest(words=words):
                done = self.run_pith("proxy", *words, "--", "true")
                self.assertEqual(done.returncode, USAGE)
                self.assertEqual(self.refused(*words),
                                 done.stderr.decode().split("\n")[0])

    def test_words_that_are_not_for_install(self):
        for words, message in [
            (["--url", "https://example.org/mcp"], "install takes no --url"),
            (["--header", "X: y"], "install takes no --header"),
            (["--summary"], "install takes no --summary"),
            (["npx"], "unexpected argument after install: 'npx'"),
            (["--", "npx"], "unexpected argument after install: 'npx'"),
        ]:
            with self.subTest(words=words):
                self.assertEqual(self.refused(*words), "pith: " + message)

    def test_a_program_of_that_name(self):
        done = self.run_pith("proxy", "--", "install", "--version")
        self.assertNotIn(b"install needs --client", done.stderr)

    def test_a_tokenizer_is_found_from_everywhere(self):
        self.file("o200k_base.tiktoken", "".join(
            f"{base64.b64encode(bytes([byte])).decode()} {byte}\n"
            for byte in range(256)))
        for word, written in [
            ("./o200k_base.tiktoken",
             os.path.realpath(self.directory) + "/./o200k_base.tiktoken"),
            ("gpt-3.5-turbo", "gpt-3.5-turbo"),
        ]:
            with self.subTest(word=word):
                self.file("m.json", CURSOR)
                self.install("cursor", "--file", "m.json", "--yes",
                             "--tokenizer", word)
                server = json.loads(self.text("m.json"))["mcpServers"]["files"]
                self.assertIn("--tokenizer=" + written, server["args"])


class Files(Install):
    def test_the_nearest_file_of_the_client(self):
        (self.directory / "home/.cursor").mkdir()
        self.file("home/.cursor/mcp.json", CURSOR)
        out, _ = self.install("cursor", "--dry-run")
        self.assertTrue(
            out.startswith(f"--- {self.directory}/home/.cursor/mcp.json\n"))
        (self.directory / ".cursor").mkdir()
        self.file(".cursor/mcp.json", CURSOR)
        out, _ = self.install("cursor", "--dry-run")
        self.assertTrue(out.startswith("--- .cursor/mcp.json\n"))

    def test_no_file(self):
        _, err = self.install("gemini", status=IO)
        self.assertIn("pith: Gemini CLI has no configuration: no "
                      ".gemini/settings.json or ", err)
        _, err = self.install("gemini", "--file", "none", status=IO)
        self.assertEqual(err, "pith: cannot read none: "
                              "No such file or directory\n")

    def test_an_unknown_client(self):
        _, err = self.install("cursr", status=USAGE)
        self.assertIn("--client takes one of claude-code|", err)

    def test_without_a_terminal_nothing_is_written(self):
        self.file("m.json", CURSOR)
        out, err = self.install("cursor", "--file", "m.json")
        self.assertIn("@@ -1,8 +1,8 @@\n", out)
        self.assertEqual(
            err,
            "pith: nothing was changed; use --yes to write this to "
            "m.json\n",
        )
        self.assertEqual(self.text("m.json"), CURSOR)
        self.assertEqual([p.name for p in self.directory.glob("m.json*")],
                         ["m.json"])

    def test_a_dry_run(self):
        self.file("m.json", CURSOR)
        _, err = self.install("cursor", "--file", "m.json", "--dry-run",
                              "--yes")
        self.assertEqual(err, "")
        self.assertEqual(self.text("m.json"), CURSOR)

    def test_rights_and_links_stay(self):
        self.file("real.json", CURSOR)
        (self.directory / "real.json").chmod(0o640)
        (self.directory / "link.json").symlink_to("real.json")
        self.install("cursor", "--file", "link.json", "--yes")
        self.assertTrue((self.directory / "link.json").is_symlink())
        self.assertIn('"proxy"', self.text("real.json"))
        for name in ["real.json", "link.json.pith-backup"]:
            mode = stat.S_IMODE((self.directory / name).stat().st_mode)
            self.assertEqual(mode, 0o640, name)

    def test_an_older_copy_is_the_original(self):
        self.file("m.json", CURSOR)
        self.file("m.json.pith-backup", "older")
        self.install("cursor", "--file", "m.json", "--yes")
        self.assertEqual(self.text("m.json.pith-backup"), "older")
        _, err = self.install("cursor", "--file", "m.json", "--yes", "--undo")
        self.assertIn("m.json.pith-backup differs", err)
        self.assertEqual(self.text("m.json.pith-backup"), "older")
        self.assertEqual(self.text("m.json"), CURSOR)

    def test_edits_of_the_user_survive_undoing(self):
        self.file("m.json", CURSOR)
        self.install("cursor", "--file", "m.json", "--yes")
        edited = self.text("m.json").replace("/srv", "/home").replace(
            "[1,   2]", "null")
        self.file("m.json", edited)
        _, err = self.install("cursor", "--file", "m.json", "--yes", "--undo")
        self.assertEqual(
            self.text("m.json"),
            CURSOR.replace("/srv", "/home").replace("[1,   2]", "null"))
        self.assertIn("pith: unwrapped files in m.json\n", err)
        self.assertTrue((self.directory / "m.json.pith-backup").exists())

    def undo(self, *words):
        """Returns the file, whether its copy is still there, and the words."""
        _, err = self.install("cursor", "--file", "m.json", "--yes", "--undo",
                              *words)
        copy = self.directory / "m.json.pith-backup"
        return self.text("m.json"), copy.exists(), err

    def test_undoing_for_a_server_without_args(self):
        before = '{"mcpServers":{"a":{"command":"x"}}}'
        for edit, after in [
            (lambda text: text, before),
            # What was there before cannot be told from an edited file.
            (lambda text: text + "\n",
             '{"mcpServers":{"a":{"command":"x","args":[]}}}\n'),
        ]:
            with self.subTest(after=after):
                self.file("m.json", before)
                self.install("cursor", "--file", "m.json", "--yes")
                self.file("m.json", edit(self.text("m.json")))
                text, has_copy, err = self.undo()
                self.assertEqual(text, after)
                self.assertEqual(has_copy, text != before)
                self.assertEqual("differs" in err, text != before, err)

    def test_undoing_one_after_the_other(self):
        before = ('{"mcpServers":{"a":{"command":"x"},'
                  '"b":{"command":"y"},"c":{"command":"z", "args":[]}}}')
        self.file("m.json", before)
        self.install("cursor", "--file", "m.json", "--yes", "--server", "b")
        only_b = self.text("m.json")
        # Each with words of its own.
        self.install("cursor", "--file", "m.json", "--yes", "--more")
        text, has_copy, err = self.undo("--server", "a", "--server", "c")
        self.assertEqual((text, has_copy), (only_b, True))
        self.assertIn("m.json.pith-backup differs from the current file and "
                      "is kept\n", err)
        text, has_copy, err = self.undo()
        self.assertEqual((text, has_copy), (before, False))
        self.assertNotIn("differs", err)

    def test_undoing_what_was_wrapped_by_hand(self):
        mine = '"a":{"command":"pith","args":["proxy","--","x"]}'
        other = '"b":{"command":"y"}'
        self.file("m.json", '{"mcpServers":{%s,%s}}' % (mine, other))
        self.install("cursor", "--file", "m.json", "--yes")
        text, has_copy, _ = self.undo()
        self.assertEqual(text, '{"mcpServers":{"a":{"command":"x","args":[]},'
                               + other + "}}")
        self.assertTrue(has_copy)

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_a_directory_that_may_not_be_written(self):
        (self.directory / "locked").mkdir()
        self.file("locked/m.json", CURSOR)
        (self.directory / "locked").chmod(0o500)
        self.addCleanup((self.directory / "locked").chmod, 0o700)
        _, err = self.install("cursor", "--file", "locked/m.json", "--yes",
                              status=IO)
        self.assertIn("cannot write to locked/m.json.pith-backup", err)
        self.assertEqual(self.text("locked/m.json"), CURSOR)

    def ask(self, answer):
        """Runs on a terminal, answers, and returns what it shows."""
        self.file("m.json", CURSOR)
        with Terminal() as terminal:
            os.write(terminal.master, answer)
            with subprocess.Popen(
                [PITH, "proxy", "install", "--client", "cursor", "--file",
                 "m.json"],
                cwd=self.directory, env={**self.environment, "TERM": "dumb"},
                stdin=terminal.slave, stdout=terminal.slave,
                stderr=terminal.slave,
            ) as process:
                shown = terminal.read()
                self.assertEqual(process.wait(timeout=60), OK)
        return shown

    def test_yes_on_a_terminal(self):
        shown = self.ask(b"y\n")
        self.assertIn("pith: write this to m.json? [y/N] ", shown)
        self.assertIn("pith: wrapped files in m.json; ", shown)
        self.assertIn('"proxy"', self.text("m.json"))

    def test_a_client_that_writes_while_we_ask(self):
        self.file("m.json", CURSOR)
        with Terminal() as terminal:
            with subprocess.Popen(
                [PITH, "proxy", "install", "--client", "cursor", "--file",
                 "m.json"],
                cwd=self.directory, env={**self.environment, "TERM": "dumb"},
                stdin=terminal.slave, stdout=terminal.slave,
                stderr=terminal.slave,
            ) as process:
                shown = b""
                while b"[y/N]" not in shown:
                    shown += os.read(terminal.master, 65536)
                self.file("m.json", "{}")
                os.write(terminal.master, b"y\n")
                rest = terminal.read()
                self.assertEqual(process.wait(timeout=60), IO)
        self.assertIn("m.json changed in the meantime", rest)
        self.assertEqual(self.text("m.json"), "{}")

    def test_no_on_a_terminal(self):
        for answer in [b"\n", b"no\n", b"\x04"]:
            with self.subTest(answer=answer):
                self.assertIn("pith: nothing was changed\n", self.ask(answer))
                self.assertEqual(self.text("m.json"), CURSOR)
