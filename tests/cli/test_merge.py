# SPDX-License-Identifier: MIT
"""pith proxy install --merge: all servers of a client as one entry."""

import json
import os
import stat
import tomllib
import unittest

from harness import BAD_INPUT, IO, OK, USAGE, Command
from test_install import CODEX, VSCODE

SECRET = "hunter2hunter2"

TWO = """\
{
  "mcpServers": {
    "files": {
      "command": "npx",
      "args": ["-y", "server-filesystem", "/srv"],
      "env": {"API_KEY": "hunter2hunter2"}
    },
    "web": {
      "type": "http",
      "url": "https://example.org/mcp",
      "headers": {"Authorization": "Bearer hunter2hunter2"}
    }
  },
  "other": [1,   2]
}
"""

COPILOT = """\
{"mcpServers": {
  "a": {"type": "local", "command": "srv", "args": [], "tools": ["*"]},
  "b": {"type": "local", "command": "srv", "args": [], "tools": ["one"]}
}}
"""


class Merge(Command):
    def setUp(self):
        super().setUp()
        self.home = self.directory / "home"
        self.home.mkdir()
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.home),
        }
        self.merged = self.home / ".config/pith/merged"

    def text(self, name):
        return (self.directory / name).read_bytes().decode()

    def install(self, client, *words, status=OK, **settings):
        settings.setdefault("env", self.environment)
        done = self.run_pith(
            "proxy", "install", "--client", client, *words, **settings)
        self.assertEqual(done.returncode, status, done.stderr.decode())
        return done.stdout.decode(), done.stderr.decode()

    def merge(self, client, name, before=None, *words, **settings):
        if before is not None:
            self.file(name, before)
        return self.install(
            client, "--file", name, "--merge", "--yes", *words, **settings)

    def undo(self, client, name, **settings):
        return self.install(
            client, "--file", name, "--undo", "--yes", **settings)

    def files(self):
        return sorted(self.merged.glob("*")) if self.merged.exists() else []

    def config(self):
        """The only merged file, as a dictionary."""
        files = [f for f in self.files() if f.suffix == ".toml"]
        self.assertEqual(len(files), 1)
        return tomllib.loads(files[0].read_bytes().decode())

    def check_entry(self, entry):
        self.assertEqual(os.path.basename(entry["command"]), "pith")
        self.assertEqual(entry["args"][:2], ["proxy", "--config"])
        self.assertEqual(entry["args"][2:], [str(self.files()[0])])

    def check_gone(self, name, before):
        """After undo everything is as it was before."""
        self.assertEqual(self.text(name), before)
        self.assertEqual(self.files(), [])
        self.assertFalse((self.directory / (name + ".pith-backup")).exists())


class Clients(Merge):
    def test_json(self):
        out, err = self.merge("cursor", "mcp.json", TWO)
        after = json.loads(self.text("mcp.json"))
        self.assertEqual(list(after["mcpServers"]), ["pith"])
        self.check_entry(after["mcpServers"]["pith"])
        self.assertEqual(after["other"], [1, 2])
        self.assertIn('  "other": [1,   2]\n', self.text("mcp.json"))
        self.assertIn("merged files, web in mcp.json", err)
        config = self.config()
        self.assertEqual(config["client"], {"name": "cursor"})
        self.assertEqual(config["server"], {
            "files": {
                "command": ["npx", "-y", "server-filesystem", "/srv"],
                "env": {"API_KEY": SECRET}, "pass_env": ["*"]},
            "web": {
                "url": "https://example.org/mcp",
                "headers": {"Authorization": "Bearer " + SECRET}},
        })
        self.assertIn("+[server.files]", out)
        self.undo("cursor", "mcp.json")
        self.check_gone("mcp.json", TWO)

    def test_every_client_of_json(self):
        for client, key in [("cursor", "mcpServers"), ("vscode", "servers"),
                            ("gemini", "mcpServers"),
                            ("claude-code", "mcpServers"),
                            ("claude-desktop", "mcpServers"),
                            ("copilot-cli", "mcpServers")]:
            with self.subTest(client=client):
                before = TWO.replace("mcpServers", key)
                self.merge(client, "x.json", before)
                servers = json.loads(self.text("x.json"))[key]
                self.assertEqual(list(servers), ["pith"])
                self.check_entry(servers["pith"])
                self.assertEqual(
                    servers["pith"].get("tools"),
                    ["*"] if client == "copilot-cli" else None)
                self.assertEqual(self.config()["client"], {"name": client})
                self.undo(client, "x.json")
                self.check_gone("x.json", before)

    def test_codex(self):
        _, err = self.merge("codex", "config.toml", CODEX)
        after = tomllib.loads(self.text("config.toml"))
        self.assertEqual(list(after["mcp_servers"]), ["pith", "with space"])
        self.check_entry(after["mcp_servers"]["pith"])
        self.assertEqual(after["tui"], {"theme": "dark"})
        self.assertIn("with space has 'startup_timeout_sec', which pith cannot "
                      "keep and is not changed", err)
        self.assertEqual(self.config()["server"], {
            "files": {
                "command": ["npx", "-y", "server-filesystem", "/srv"],
                "env": {"DEBUG": "1"}, "pass_env": ["*"]},
            "web": {"url": "https://example.org/mcp"}})
        self.undo("codex", "config.toml")
        self.check_gone("config.toml", CODEX)

    def test_codex_with_other_line_ends(self):
        before = CODEX.replace("\n", "\r\n")
        self.merge("codex", "config.toml", before)
        self.assertNotIn("\n", self.text("config.toml").replace("\r\n", ""))
        self.undo("codex", "config.toml")
        self.check_gone("config.toml", before)

    def test_codex_servers_that_have_no_section(self):
        before = ('[mcp_servers]\na = { command = "x" }\nb.command = "y"\n'
                  '[mcp_servers.c]\ncommand = "z"\n')
        _, err = self.merge("codex", "config.toml", before)
        for name in "ab":
            self.assertIn(f"{name} is not in a section of its own", err)
        self.assertEqual(list(self.config()["server"]), ["c"])
        after = tomllib.loads(self.text("config.toml"))["mcp_servers"]
        self.assertEqual(sorted(after), ["a", "b", "pith"])
        self.undo("codex", "config.toml")
        self.check_gone("config.toml", before)

    def test_comments_stay(self):
        _, err = self.merge("vscode", "mcp.json", VSCODE)
        after = self.text("mcp.json")
        self.assertIn("/* the database */", after)
        self.assertIn("// what we use", after)
        self.assertIn("db uses variables, which only the client can fill in",
                      err)
        self.assertEqual(sorted(self.config()["server"]), ["bare", "docs"])
        self.undo("vscode", "mcp.json")
        self.check_gone("mcp.json", VSCODE)

    def test_copilot_and_its_tools(self):
        _, err = self.merge("copilot-cli", "x.json", COPILOT)
        self.assertIn("b has 'tools', which pith cannot keep", err)
        after = json.loads(self.text("x.json"))["mcpServers"]
        self.assertEqual(after["pith"]["type"], "local")
        self.undo("copilot-cli", "x.json")
        self.check_gone("x.json", COPILOT)

    def test_projects_of_claude_code(self):
        here = os.path.realpath(self.directory)
        before = json.dumps({
            "mcpServers": {"a": {"command": "x"}},
            "projects": {here: {"mcpServers": {"a": {"command": "y"}}},
                         "/other": {"mcpServers": {"b": {"command": "z"}}}},
        }, indent=1)
        self.merge("claude-code", "x.json", before)
        after = json.loads(self.text("x.json"))
        self.assertEqual(list(after["mcpServers"]), ["pith"])
        self.assertEqual(list(after["projects"][here]["mcpServers"]), ["pith"])
        self.assertEqual(list(after["projects"]["/other"]["mcpServers"]), ["b"])
        self.assertEqual(len(self.files()), 4)
        self.undo("claude-code", "x.json")
        self.check_gone("x.json", before)


class Texts(Merge):
    """What stays where it is, and what has to be taken apart."""

    def members(self, before, *words):
        _, err = self.merge("cursor", "x.json", before, *words)
        after = self.text("x.json")
        names = list(json.loads(after)["mcpServers"])
        self.undo("cursor", "x.json")
        self.check_gone("x.json", before)
        return names, after, err

    def test_any_of_many(self):
        one = '{"command":"x"}'
        before = '{"mcpServers":{"a":%s,"b":%s , "c":%s,"d":%s}}' % (
            (one,) * 4)
        for count in range(1, 16):
            chosen = [n for i, n in enumerate("abcd") if count >> i & 1]
            words = [w for name in chosen for w in ("--server", name)]
            names, _, _ = self.members(before, *words)
            self.assertEqual(
                sorted(names), sorted({*"abcd"} - {*chosen} | {"pith"}))

    def test_one_line(self):
        before = '{"mcpServers": {"a": {"command": "x"}}}'
        _, after, _ = self.members(before)
        self.assertRegex(
            after, r'^\{"mcpServers": \{"pith": \{"command": "[^"]+", '
            r'"args": \["proxy", "--config", "[^"]+"\]\}\}\}$')

    def test_indentation(self):
        _, after, _ = self.members(TWO)
        self.assertIn('    "pith": {\n      "command": "', after)
        self.assertIn('"]\n    }\n  },\n', after)

    def test_a_server_that_is_called_pith(self):
        names, _, _ = self.members(
            '{"mcpServers": {"pith": {"command": "x", "odd": 1}, '
            '"b": {"command": "y"}}}')
        self.assertEqual(names, ["pith", "pith-2"])

    def test_comments_between_servers(self):
        before = ('{"servers": {\n  // first\n  "a": {"command": "x"}, // of a\n'
                  '  "b": {"command": "y"}, /* of b, */\n'
                  '  // last, and least\n  "c": {"command": "z"},\n}}\n')
        for chosen in [["a", "b"], ["b", "c"], ["a", "c"], ["c"], ["a"]]:
            words = [w for name in chosen for w in ("--server", name)]
            self.merge("vscode", "x.json", before, *words)
            after = self.text("x.json")
            for comment in ["// first", "// of a", "/* of b, */", "// last"]:
                self.assertIn(comment, after)
            self.merge("vscode", "x.json")  # the others, which leaves no comma
            self.undo("vscode", "x.json")
            self.check_gone("x.json", before)


class Exactness(Merge):
    def test_hostile_names_and_values(self):
        odd = ['"', "\\", "'''", '"""', "\n", "\r\n", "\t", "\x7f", "\u0001",
               "\u00fc\u20ac\U0001d11e", "# x", "] = [", "a=b", "\u202e",
               "\x85", "{}", " "]
        servers = {}
        for text in odd:
            servers[text] = {"command": text + "c", "args": [text, ""],
                             "env": {"V" + text.replace("=", ""): text}}
        before = json.dumps({"mcpServers": servers})
        self.merge("claude-desktop", "x.json", before)
        found = self.config()["server"]
        self.assertEqual(len(found), len(odd))
        for text, made in zip(odd, found.values()):
            self.assertEqual(made["command"], [text + "c", text, ""])
            self.assertEqual(
                made["env"], {"V" + text.replace("=", ""): text})
        done = self.run_pith("gateway", "--check", "--config",
                             self.files()[0], env=self.environment)
        # It is read; what it starts does not exist.
        self.assertEqual(done.stderr.count(b"can be run"), len(odd))
        self.undo("claude-desktop", "x.json")
        self.check_gone("x.json", before)

    def test_what_cannot_be_kept_stays(self):
        cases = {
            "disabled": ({"command": "x", "disabled": True}, "is disabled"),
            "key": ({"command": "x", "timeout": 5}, "has 'timeout'"),
            "sse": ({"type": "sse", "url": "http://a/"}, "has a type"),
            "variable": ({"command": "x", "args": ["${HOME}"]},
                         "uses variables"),
            "number": ({"command": "x", "env": {"A": 1}},
                       "has values in 'env' that are not strings"),
            "cwd": ({"command": "x", "cwd": "here"}, "has a 'cwd'"),
            "null": ({"command": "x\0"}, "has a character that cannot be kept"),
            "half": ({"command": "x", "env": {"A": "\ud800"}},
                     "has a character that cannot be kept"),
            "reference": ({"url": "http://a/", "headers": {"X": "env:HOME"}},
                          "has a header that pith cannot send"),
            "host": ({"url": "http://a/", "headers": {"Host": "b"}},
                     "has a header that pith cannot send"),
            "line": ({"url": "http://a/", "headers": {"X": "a\nb"}},
                     "has a header that pith cannot send"),
            "address": ({"url": "not a url"}, "has a value that pith.toml"),
            "both": ({"url": "http://a/", "env": {"A": "b"}},
                     "has an environment or a directory, but no command"),
            "ours": ({"command": "pith", "args": ["proxy", "--", "x"]},
                     "already starts pith"),
            "list": (["x"], "is not a table"),
            "name": ({"command": "x", "env": {"": "b"}},
                     "has a value that pith.toml"),
        }
        before = json.dumps(
            {"mcpServers": {name: case[0] for name, case in cases.items()}})
        _, err = self.merge("cursor", "x.json", before)
        for name, (_, why) in cases.items():
            self.assertIn(f"pith: {name} {why}", err)
        self.assertIn("nothing to do", err)
        self.assertEqual(self.text("x.json"), before)
        self.assertEqual(self.files(), [])

    def test_keys_that_are_there_twice(self):
        before = ('{"mcpServers": {"a": {"command": "x", "env": {}, "env": {}},'
                  '"b": {"command": "x", "env": {"A": "1", "A": "2"}}}}')
        _, err = self.merge("cursor", "x.json", before)
        self.assertIn("a has a key twice", err)
        self.assertIn("b has a key twice", err)
        self.assertEqual(self.text("x.json"), before)

    def test_variables_by_client(self):
        before = '{"mcpServers": {"a": {"command": "x", "args": ["$HOME"]}}}'
        _, err = self.merge("gemini", "x.json", before)
        self.assertIn("a uses variables", err)
        self.merge("cursor", "x.json", before)
        self.assertEqual(self.config()["server"]["a"]["command"],
                         ["x", "$HOME"])

    def test_addresses_of_gemini(self):
        before = ('{"mcpServers": {"a": {"url": "http://a/"}, '
                  '"b": {"httpUrl": "http://b/"}}}')
        _, err = self.merge("gemini", "x.json", before)
        self.assertIn("a has the address of a server-sent event stream", err)
        self.assertEqual(self.config()["server"], {"b": {"url": "http://b/"}})

    def test_directories(self):
        before = json.dumps({"mcpServers": {
            "a": {"command": "x", "cwd": str(self.home)}}})
        self.merge("cursor", "x.json", before)
        self.assertEqual(self.config()["server"]["a"]["directory"],
                         str(self.home))

    def test_names(self):
        before = json.dumps({"mcpServers": {
            "My Server!": {"command": "a"}, "my-server": {"command": "b"},
            "metrics": {"command": "c"}, "x" * 200: {"command": "d"}}})
        self.merge("cursor", "x.json", before)
        self.assertEqual(
            list(self.config()["server"]),
            ["my-server", "my-server-2", "metrics-server", "x" * 56])


class Secrets(Merge):
    def test_nobody_else_sees_them(self):
        for words in [("--dry-run",), ()]:
            out, err = self.merge("cursor", "mcp.json", TWO, *words)
            self.assertNotIn(SECRET, out + err)
            self.assertIn('+env = { "API_KEY" = "**************" }', out)
        self.assertNotIn(SECRET, self.text("mcp.json"))
        for file in self.files():
            self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600, file)
            self.assertIn(SECRET, file.read_text())
        for directory in [self.merged, self.merged.parent]:
            self.assertEqual(stat.S_IMODE(directory.stat().st_mode), 0o700)
        out, err = self.undo("cursor", "mcp.json")
        self.assertNotIn(SECRET, out + err)
        self.assertEqual(self.text("mcp.json"), TWO)

    def test_whatever_the_mask_says(self):
        old = os.umask(0)
        try:
            self.merge("cursor", "mcp.json", TWO)
        finally:
            os.umask(old)
        for file in self.files():
            self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600)

    def test_a_link_is_not_followed(self):
        self.merge("cursor", "mcp.json", TWO)
        file = [f for f in self.files() if f.suffix == ".toml"][0]
        self.undo("cursor", "mcp.json")
        target = self.file("target", "untouched")
        file.symlink_to(target)
        _, err = self.merge("cursor", "mcp.json", TWO, status=IO)
        self.assertIn("exists, but the client does not use it", err)
        self.assertEqual(self.text("target"), "untouched")
        self.assertEqual(self.text("mcp.json"), TWO)

    def test_a_directory_of_others(self):
        self.merged.mkdir(parents=True)
        self.merged.chmod(0o777)
        _, err = self.merge("cursor", "mcp.json", TWO, status=IO)
        self.assertIn("must be a directory of yours", err)
        self.assertEqual(self.text("mcp.json"), TWO)
        self.assertEqual(self.files(), [])

    def test_no_place(self):
        self.file("home/.config", "")
        self.merge("cursor", "mcp.json", TWO, status=IO)
        self.assertEqual(self.text("mcp.json"), TWO)
        _, err = self.merge("cursor", "mcp.json", TWO, status=IO,
                            env={"PATH": os.environ["PATH"]})
        self.assertIn("set HOME", err)


class Steps(Merge):
    def test_nothing_is_written_unasked(self):
        self.file("mcp.json", TWO)
        self.install("cursor", "--file", "mcp.json", "--merge", "--dry-run")
        _, err = self.install("cursor", "--file", "mcp.json", "--merge")
        self.assertIn("nothing was changed; use --yes", err)
        self.assertEqual(self.text("mcp.json"), TWO)
        self.assertFalse(self.merged.exists())

    def add(self, name, more):
        text = self.text("mcp.json")
        self.file("mcp.json", text.replace(
            '"mcpServers": {', '"mcpServers": {' + more, 1))

    def test_a_second_time(self):
        self.merge("cursor", "mcp.json", TWO)
        _, err = self.merge("cursor", "mcp.json")
        self.assertIn("nothing to do", err)
        first = self.text("mcp.json")
        for place in ["before", "after"]:
            new = '"files": {"command": "new", "env": {"A": "0123456789"}}'
            if place == "before":
                added = first.replace('"pith"', new + ', "pith"', 1)
            else:
                added = first.replace('"]\n    }', '"]\n    }, ' + new, 1)
            self.file("mcp.json", added)
            out, _ = self.merge("cursor", "mcp.json")
            self.assertNotIn("0123456789", out)
            self.assertEqual(json.loads(self.text("mcp.json")),
                             json.loads(first))
            servers = self.config()["server"]
            self.assertEqual(list(servers), ["files", "web", "files-2"])
            self.assertEqual(servers["files-2"]["command"], ["new"])
            self.undo("cursor", "mcp.json")
            # "files" came twice; both are put back as they were.
            self.assertEqual(self.text("mcp.json").count('"files"'), 2)
            self.assertEqual(self.files(), [])
            self.merge("cursor", "mcp.json", TWO)

    def test_edits_of_the_merged_file_stay(self):
        self.merge("cursor", "mcp.json", TWO)
        file = [f for f in self.files() if f.suffix == ".toml"][0]
        file.write_text(file.read_text() + '\n[merge]\ndiscover = "on"')
        self.file("mcp.json", self.text("mcp.json").replace(
            '"pith"', '"new": {"command": "n"}, "pith"'))
        self.merge("cursor", "mcp.json")
        config = self.config()
        self.assertEqual(config["merge"], {"discover": "on"})
        self.assertEqual(list(config["server"]), ["files", "web", "new"])
        self.undo("cursor", "mcp.json")
        self.assertEqual(
            list(json.loads(self.text("mcp.json"))["mcpServers"]),
            ["new", "files", "web"])

    def test_a_merged_file_that_was_edited_is_kept(self):
        self.merge("cursor", "mcp.json", TWO)
        file = [f for f in self.files() if f.suffix == ".toml"][0]
        file.write_text(file.read_text() + "# mine\n")
        _, err = self.undo("cursor", "mcp.json")
        self.assertIn("was edited and is kept", err)
        self.assertEqual(self.files(), [file])
        self.assertEqual(self.text("mcp.json"), TWO)

    def test_a_merged_file_that_is_wrong(self):
        self.merge("cursor", "mcp.json", TWO)
        file = [f for f in self.files() if f.suffix == ".toml"][0]
        file.write_text(file.read_text() + "[mrge]\n")
        self.file("mcp.json", self.text("mcp.json").replace(
            '"pith"', '"new": {"command": "n"}, "pith"'))
        before = self.text("mcp.json")
        _, err = self.merge("cursor", "mcp.json", status=BAD_INPUT)
        self.assertIn("did you mean 'merge'?", err)
        self.assertEqual(self.text("mcp.json"), before)

    def test_undo_after_changes_elsewhere(self):
        self.merge("cursor", "mcp.json", TWO)
        after = self.text("mcp.json").replace("[1,   2]", "[1, 2, 3]")
        self.file("mcp.json", after)
        _, err = self.undo("cursor", "mcp.json")
        self.assertEqual(self.text("mcp.json"),
                         TWO.replace("[1,   2]", "[1, 2, 3]"))
        self.assertIn("differs from the current file and is kept", err)
        self.merge("codex", "c.toml", CODEX)
        self.file("c.toml", self.text("c.toml") + "[projects.x]\ny = 1\n")
        self.undo("codex", "c.toml")
        self.assertEqual(self.text("c.toml"), CODEX + "[projects.x]\ny = 1\n")

    def test_undo_after_changes_of_the_entry(self):
        self.merge("cursor", "mcp.json", TWO)
        after = json.loads(self.text("mcp.json"))
        after["mcpServers"]["web"] = {"command": "again"}
        self.file("mcp.json", json.dumps(after, indent=4))
        self.undo("cursor", "mcp.json")
        servers = json.loads(self.text("mcp.json"))["mcpServers"]
        self.assertEqual(servers["web"], {"command": "again"})
        self.assertEqual(servers["files"],
                         json.loads(TWO)["mcpServers"]["files"])
        self.assertEqual(len(servers), 2)
        self.merge("codex", "c.toml", CODEX)
        self.file("c.toml", self.text("c.toml").replace(
            "args = [", "startup_timeout_sec = 9\nargs = ["))
        self.undo("codex", "c.toml")
        self.assertEqual(tomllib.loads(self.text("c.toml")),
                         tomllib.loads(CODEX))

    def test_undo_of_both_kinds(self):
        self.file("mcp.json", TWO)
        self.install("cursor", "--file", "mcp.json", "--server", "files",
                     "--yes")
        self.merge("cursor", "mcp.json")
        servers = json.loads(self.text("mcp.json"))["mcpServers"]
        self.assertEqual(sorted(servers), ["files", "pith"])
        self.undo("cursor", "mcp.json")
        self.assertEqual(self.text("mcp.json"), TWO)
        self.assertEqual(self.files(), [])

    def test_an_entry_of_somebody_else(self):
        before = ('{"mcpServers": {"p": {"command": "pith", '
                  '"args": ["proxy", "--config", "/none.toml"]}}}')
        _, err = self.merge("cursor", "x.json", before)
        self.assertIn("p already starts pith", err)
        _, err = self.undo("cursor", "x.json")
        self.assertIn("p was not made by install --merge", err)
        self.assertEqual(self.text("x.json"), before)

    def test_an_entry_that_was_deleted(self):
        self.merge("cursor", "mcp.json", TWO)
        self.merge("cursor", "mcp.json", TWO)  # from a backup of their own
        self.assertEqual(len(self.files()), 2)
        self.undo("cursor", "mcp.json")
        self.assertEqual(self.text("mcp.json"), TWO)

    def test_options(self):
        for words, why in [
            (["--mode", "passthrough"], "--mode and --merge cannot be"),
            (["--more"], "--more and --merge cannot be"),
            (["--pass-env", "X"], "--pass-env and --merge cannot be"),
            (["--config", "x"], "install takes no --config"),
            (["--server", "flies"], "did you mean 'files'?"),
        ]:
            _, err = self.merge("cursor", "mcp.json", TWO, *words,
                                status=USAGE)
            self.assertIn(why, err)
        done = self.run_pith("proxy", "--merge", "--", "x")
        self.assertEqual(done.returncode, USAGE)
        self.assertIn(b"--merge works only with install", done.stderr)

    def test_launchers(self):
        self.merge("cursor", "mcp.json", TWO, "--launcher", "npx")
        entry = json.loads(self.text("mcp.json"))["mcpServers"]["pith"]
        self.assertEqual(entry["command"], "npx")
        self.assertEqual(entry["args"][-3:-1], ["proxy", "--config"])
        self.undo("cursor", "mcp.json")
        self.check_gone("mcp.json", TWO)


class Doctor(Merge):
    def doctor(self, status):
        done = self.run_pith("doctor", "--client", "cursor", "--json",
                             env=self.environment)
        self.assertEqual(done.returncode, status, done.stderr.decode())
        self.assertNotIn(SECRET.encode(), done.stdout)
        found = json.loads(done.stdout)["files"][0]["servers"]
        self.assertEqual(len(found), 1)
        return found[0]

    def test_it_looks_into_the_file(self):
        place = self.home / ".cursor"
        place.mkdir()
        config = place / "mcp.json"
        config.write_text(TWO.replace("npx", "sh"))
        config.chmod(0o600)
        self.install("cursor", "--merge", "--yes")
        found = self.doctor(OK)
        self.assertEqual(found["state"], "merged")
        self.assertEqual(found["program"], "2 servers: files, web")
        file = [f for f in self.files() if f.suffix == ".toml"][0]
        right = file.read_text()
        file.chmod(0o644)
        self.assertIn("can be read or changed by other users",
                      self.doctor(BAD_INPUT)["problems"][0])
        file.chmod(0o600)
        file.write_text(right.replace("command", "comand"))
        self.assertIn("did you mean 'command'?",
                      " ".join(self.doctor(BAD_INPUT)["problems"]))
        file.write_text(right.replace('"sh"', '"no-such-program"'))
        self.assertIn("the command 'no-such-program' is not on PATH",
                      self.doctor(BAD_INPUT)["problems"][0])
        file.unlink()
        self.assertIn("cannot be read", self.doctor(BAD_INPUT)["problems"][0])
        os.mkfifo(file)
        self.assertIn("is not a regular file",
                      self.doctor(BAD_INPUT)["problems"][0])


if __name__ == "__main__":
    unittest.main()
