#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What release.py makes, with a stand-in for pith: no build is needed."""

import base64
import functools
import gzip
import hashlib
import io
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

import launchers
import stand_in
from pith_release import components, image, project, wasm, writers

VERSION = stand_in.VERSION
NPM = stand_in.NAMES["npm"]
WHEEL = stand_in.NAMES["wheel"]
STEM = WHEEL.replace("-", "_")
LINUX_PACKAGES = (f"{NPM}-linux-x64", f"{NPM}-linux-arm64")


class Writers(unittest.TestCase):
    ENTRIES = [writers.Entry("b/c", b"1", writers.PROGRAM),
               writers.Entry("a", b"22")]

    def test_a_tar_has_no_owner_and_one_date(self):
        data = writers.tar(self.ENTRIES, 1000)
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            members = archive.getmembers()
        self.assertEqual([one.name for one in members], ["a", "b", "b/c"])
        self.assertEqual({one.mtime for one in members}, {1000})
        self.assertEqual({(one.uid, one.gid, one.uname, one.gname)
                          for one in members}, {(0, 0, "", "")})
        self.assertEqual([one.mode for one in members],
                         [0o644, 0o755, 0o755])

    def test_order_does_not_matter(self):
        self.assertEqual(writers.tar_gz(self.ENTRIES, 5),
                         writers.tar_gz(self.ENTRIES[::-1], 5))

    def test_a_zip_keeps_modes(self):
        data = writers.zipped(self.ENTRIES, 0)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            first = archive.infolist()[0]
        self.assertEqual(first.date_time, (1980, 1, 1, 0, 0, 0))
        self.assertEqual(first.external_attr >> 16, 0o100755)

    def test_ar_pads(self):
        made = writers.ar([("a", b"1"), ("b", b"22")], 7)
        self.assertTrue(made.startswith(b"!<arch>\n"))
        self.assertEqual(len(made), 8 + 60 + 2 + 60 + 2)


class Version(unittest.TestCase):
    def test_is_that_of_the_project(self):
        text = "cmake_minimum_required(VERSION 3.25)\nproject(\n  x\n  VERSION 1.2.3\n)"
        self.assertEqual(project.read_version(text), "1.2.3")
        with self.assertRaises(project.Problem):
            project.read_version("cmake_minimum_required(VERSION 3.25)\n")

    def test_a_file_of_another_version_is_refused(self):
        with self.assertRaisesRegex(project.Problem, "says 'pith"):
            project.Pages(stand_in.PROGRAM, "99.0")


class Names(unittest.TestCase):
    def test_the_documentation_has_them(self):
        text = (project.ROOT / "docs/install.md").read_text()
        self.assertIn(f"npx -y {NPM} proxy install", text)
        self.assertIn(f"uvx {WHEEL} proxy install", text)
        self.assertIn(f"{stand_in.NAMES['image']}-X-image.tar", text)


class Targets(unittest.TestCase):
    def test_a_missing_file_is_named(self):
        with self.assertRaisesRegex(project.Problem, "no file for linux-x64"):
            project.read_targets(stand_in.PACKAGING / "targets.toml",
                                 ["linux-x64"], {"linux-x64": "/nonexistent"})

    def test_an_unknown_one_is_named(self):
        with self.assertRaisesRegex(project.Problem, "no target amiga"):
            project.read_targets(stand_in.PACKAGING / "targets.toml",
                                 ["amiga"], {})


class Components(unittest.TestCase):
    """The table is what the documentation and the build have."""

    PAGE = (project.ROOT / "docs/dependencies.md").read_text(encoding="utf-8")

    def versions(self):
        """{Debian package: version} of the tables of the page."""
        found = {}
        for line in self.PAGE.splitlines():
            cells = [cell.strip() for cell in line.split("|")]
            if len(cells) < 4:
                continue
            names, versions = cells[1].split(", "), cells[2].split(", ")
            if len(names) == len(versions):
                found.update(zip(names, versions))
        return found

    def test_versions_are_those_of_the_page(self):
        rows = self.versions()
        for one in components.read():
            if "row" in one:
                self.assertTrue(
                    one["version"].startswith(rows[one["row"]]),
                    f"{one['name']} {one['version']}: docs/dependencies.md has "
                    f"{one['row']} {rows[one['row']]}")

    def test_versions_are_those_of_the_static_command(self):
        _, found, section = self.PAGE.partition("## The static command\n")
        if not found:
            self.skipTest("no such section")
        section = section.partition("\n## ")[0]
        for one in components.read():
            if one["name"] in section:
                said = re.search(re.escape(one["name"]) + r" (\d[\d.]*\d)",
                                 section)
                self.assertTrue(one["version"].startswith(said[1]), said[0])

    def test_versions_are_those_that_are_compiled(self):
        text = (project.ROOT / "tools/bundled_deps.py").read_text()
        compiled = dict(re.findall(r'\("(\w+)", "([\d.]+)', text))
        for one in components.read():
            if one.get("bundled") in compiled:
                self.assertEqual(one["version"], compiled[one["bundled"]])

    def test_every_library_of_the_page_is_there(self):
        runtime = self.PAGE.partition("## Runtime")[2].partition("\n## ")[0]
        rows = set(re.findall(r"(?m)^\| (lib[\w.-]+-dev)[,| ]", runtime))
        self.assertEqual(rows - {one.get("row") for one in components.read()},
                         set())


class Made(unittest.TestCase):
    """One release with every target, also those that have no build yet."""

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.dist = stand_in.make_release(cls.scratch.name)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def members(self, name):
        """{path: (bytes, mode)} of an archive."""
        with tarfile.open(self.dist / name) as archive:
            return {one.name: (archive.extractfile(one).read(), one.mode)
                    for one in archive.getmembers() if one.isfile()}

    def read_zip(self, name):
        with zipfile.ZipFile(self.dist / name) as archive:
            return {one.filename: (archive.read(one), one.external_attr >> 16)
                    for one in archive.infolist()}

    def test_a_second_run_makes_the_same_bytes(self):
        with tempfile.TemporaryDirectory() as folder:
            again = stand_in.make_release(folder)
            names = sorted(one.name for one in again.iterdir())
            self.assertEqual(names,
                             sorted(one.name for one in self.dist.iterdir()))
            for name in names:
                self.assertEqual((again / name).read_bytes(),
                                 (self.dist / name).read_bytes(), name)

    # archives

    def test_an_archive_is_a_prefix(self):
        folder = f"pith-{VERSION}-darwin-arm64"
        found = self.members(f"{folder}.tar.gz")
        self.assertEqual(found[f"{folder}/bin/pith"][1], 0o755)
        for name in ("man/man1/pith.1", "man/man1/pith-proxy.1",
                     "bash-completion/completions/pith",
                     "zsh/site-functions/_pith",
                     "fish/vendor_completions.d/pith.fish",
                     "doc/pith/LICENSE", "doc/pith/README"):
            self.assertIn(f"{folder}/share/{name}", found)

    def test_windows_gets_a_zip(self):
        folder = f"pith-{VERSION}-win32-x64"
        self.assertIn(f"{folder}/bin/pith.exe", self.read_zip(f"{folder}.zip"))

    # npm

    def fields(self, name):
        found = self.members(name)
        return json.loads(found["package/package.json"][0]), found

    def test_the_package_names_every_platform_exactly(self):
        fields, found = self.fields(f"{NPM}-{VERSION}.tgz")
        self.assertEqual(fields["optionalDependencies"], {
            f"{NPM}-{name}": VERSION
            for name in stand_in.TARGETS})
        self.assertEqual(set(fields["bin"]), {"pith", NPM})
        for path in set(fields["bin"].values()) | set(fields["man"]):
            self.assertIn(f"package/{path}", found)
        self.assertEqual(found["package/bin/pith.js"][1], 0o755)
        self.assertNotIn("scripts", fields, "nothing runs while it is installed")

    def test_a_platform_has_its_program(self):
        for name, os, cpu, file in [
                ("linux-arm64", "linux", "arm64", "pith"),
                ("darwin-arm64", "darwin", "arm64", "pith"),
                ("darwin-x64", "darwin", "x64", "pith"),
                ("win32-x64", "win32", "x64", "pith.exe")]:
            fields, found = self.fields(f"{NPM}-{name}-{VERSION}.tgz")
            self.assertEqual((fields["os"], fields["cpu"]), ([os], [cpu]))
            self.assertEqual(found[f"package/bin/{file}"][1], 0o755)
            self.assertIn(name.encode(), found[f"package/bin/{file}"][0])

    def node_modules(self, folder, *platforms):
        for name in (NPM, *platforms):
            launchers.unpack(self.dist / f"{name}-{VERSION}.tgz",
                             pathlib.Path(folder, "node_modules", name))
        return pathlib.Path(folder, f"node_modules/{NPM}/bin/pith.js")

    def test_the_launcher_of_npm_is_as_the_program(self):
        nodes = launchers.nodes()
        if not nodes:
            self.skipTest("no Node")
        with tempfile.TemporaryDirectory() as folder:
            script = self.node_modules(folder, *LINUX_PACKAGES)
            for node in nodes:
                launchers.check(self, [node, script])
                # With a newer Node, these take the place of Node.
                launchers.check(self, [node, script], ["proxy"])
                said = launchers.run([node, script, "a b", "", "*"])
                self.assertEqual(
                    said.stdout, f"npm {NPM}@{VERSION} 3:a b  *\n")
            there = pathlib.Path(folder, "_npx/0123")
            script = self.node_modules(there, *LINUX_PACKAGES)
            self.assertEqual(launchers.run([nodes[0], script, "x"]).stdout,
                             f"npx {NPM}@{VERSION} 1:x\n")

    def test_the_launcher_of_npm_names_what_is_missing(self):
        nodes = launchers.nodes()
        if not nodes:
            self.skipTest("no Node")
        with tempfile.TemporaryDirectory() as folder:
            script = self.node_modules(folder)
            for node in nodes:
                done = launchers.run([node, script, "--version"])
                self.assertEqual(done.returncode, 127)
                self.assertRegex(done.stderr, f"^pith: the package {NPM}-"
                                 r"linux-\w+ is not installed\.")
                self.assertEqual(done.stderr.count("\n"), 1)

    # wheel

    def wheel(self, platform):
        found, = self.dist.glob(f"{STEM}-{VERSION}-py3-none-*{platform}*.whl")
        return found.name

    def test_a_wheel_lists_what_it_has(self):
        for platform in ("manylinux2014_x86_64", "aarch64",
                         "macosx_12_0_arm64", "macosx_12_0_x86_64",
                         "win_amd64"):
            found = self.read_zip(self.wheel(platform))
            about = f"{STEM}-{VERSION}.dist-info"
            listed = {line.split(",")[0]: line.split(",")[1] for line
                      in found[f"{about}/RECORD"][0].decode().splitlines()}
            self.assertEqual(set(listed), set(found))
            for path, digest in listed.items():
                if digest:
                    self.assertEqual(digest, "sha256=" + base64
                                     .urlsafe_b64encode(hashlib.sha256(
                                         found[path][0]).digest())
                                     .decode().rstrip("="))
            tags = found[f"{about}/WHEEL"][0].decode()
            for tag in self.wheel(platform).split("-")[-1].split(".")[:-1]:
                self.assertIn(f"Tag: py3-none-{tag}\n", tags)

    def test_windows_has_no_shell(self):
        found = self.read_zip(self.wheel("win_amd64"))
        data = f"{STEM}-{VERSION}.data"
        self.assertFalse([one for one in found
                          if one.startswith(f"{data}/scripts/")])
        made = found[f"{STEM}-{VERSION}.dist-info/entry_points.txt"][0]
        self.assertEqual(made.decode().splitlines(), [
            "[console_scripts]", f"pith = {STEM}:main",
            f"{WHEEL} = {STEM}:main"])
        start = f"import sys, {STEM}; sys.exit({STEM}.main())"
        with tempfile.TemporaryDirectory() as folder:
            for place, kind in [("site", "pip"), ("uv/archive-v0/a", "uvx")]:
                home = pathlib.Path(folder, place)
                for path in (f"{STEM}/__init__.py", f"{STEM}/pith.exe"):
                    home.joinpath(path).parent.mkdir(parents=True,
                                                     exist_ok=True)
                    home.joinpath(path).write_bytes(found[path][0])
                    home.joinpath(path).chmod(found[path][1] & 0o777)
                run = functools.partial(
                    subprocess.run, text=True, capture_output=True, cwd=home,
                    check=False, env=launchers.clean_environment())
                said = run([sys.executable, "-c", start, "a b", "", "*"])
                self.assertEqual(
                    (said.stdout, said.stderr),
                    (f"{kind} {WHEEL}=={VERSION} 3:a b  *\n", ""))
                for code in (0, 3, 255):
                    said = run([sys.executable, "-c", start, "exit",
                                str(code)])
                    self.assertEqual(said.returncode, code)
            home.joinpath(STEM, "pith.exe").unlink()
            said = run([sys.executable, "-c", start])
            self.assertEqual(said.returncode, 127)
            self.assertIn("pith: cannot start ", said.stderr)

    def test_the_launcher_of_the_wheel_is_as_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            home = pathlib.Path(folder, "a venv")
            launchers.unpack_wheel(self.dist / self.wheel("manylinux2014_x86_64"), home)
            for name in ("pith", WHEEL):
                launchers.check(self, [home / "bin" / name])
            said = launchers.run([home / "bin/pith", "a b", "", "*"])
            self.assertEqual(said.stdout,
                             f"pip {WHEEL}=={VERSION} 3:a b  *\n")
            # What `uv tool install` and pipx do, relative and absolute.
            links = pathlib.Path(folder, "bin")
            links.mkdir()
            (links / "pith").symlink_to("../a venv/bin/pith")
            (links / "again").symlink_to(links / "pith")
            self.assertEqual(launchers.run([links / "again", "x"]).stdout,
                             f"pip {WHEEL}=={VERSION} 1:x\n")
            there = pathlib.Path(folder, "uv/archive-v0/ab")
            there.parent.mkdir(parents=True)
            home.rename(there)
            self.assertEqual(launchers.run([there / "bin/pith", "x"]).stdout,
                             f"uvx {WHEEL}=={VERSION} 1:x\n")
            (there / f"libexec/{WHEEL}/pith").unlink()
            done = launchers.run([there / "bin/pith", "x"])
            self.assertEqual(done.returncode, 127)
            self.assertIn(f"install {WHEEL} again", done.stderr)

    # Debian

    @unittest.skipUnless(shutil.which("dpkg-deb"), "no dpkg")
    def test_dpkg_reads_the_packages(self):
        for architecture in ("amd64", "arm64"):
            path = self.dist / f"pith_{VERSION}_{architecture}.deb"
            said = subprocess.run(["dpkg-deb", "--field", path], text=True,
                                  capture_output=True, check=True).stdout
            self.assertIn(f"Package: pith\nVersion: {VERSION}\n"
                          f"Architecture: {architecture}\n", said)
            self.assertNotIn("Depends", said)
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run(["dpkg-deb", "--raw-extract", path, folder],
                               check=True)
                usr = pathlib.Path(folder, "usr")
                self.assertEqual((usr / "bin/pith").stat().st_mode, 0o100755)
                for name in ("man/man1/pith-proxy.1.gz", "doc/pith/copyright",
                             "doc/pith/NOTICE", "doc/pith/changelog.gz",
                             "doc/pith/examples/gateway/fleet/pith.toml",
                             "doc/pith/examples/gateway/fleet/files/welcome.md",
                             "doc/pith/examples/prometheus/pith.rules.yml",
                             "doc/pith/examples/grafana/pith-gateway.json",
                             "zsh/vendor-completions/_pith",
                             "bash-completion/completions/pith"):
                    self.assertTrue((usr / "share" / name).is_file(), name)
                unit = usr / "lib/systemd/system/pith-gateway.service"
                self.assertIn("ExecStart=/usr/bin/pith gateway ",
                              unit.read_text())
                self.assertEqual(unit.stat().st_mode, 0o100644)
                sums = subprocess.run(
                    ["md5sum", "--check", "--quiet", "DEBIAN/md5sums"],
                    cwd=folder, check=False)
                self.assertEqual(sums.returncode, 0)

    def test_notices_have_every_component(self):
        for target in ("linux-x64", "darwin-arm64", "win32-x64"):
            folder = f"pith-{VERSION}-{target}"
            files = (self.read_zip(f"{folder}.zip") if target == "win32-x64"
                     else self.members(f"{folder}.tar.gz"))
            text = files[f"{folder}/share/doc/pith/NOTICE"][0].decode()
            for one in components.read():
                line = f"{one['name']} {one['version']}\n"
                if target.startswith(
                        tuple(one.get("system", "").split("|"))):
                    self.assertIn(line, text)
                else:
                    self.assertNotIn(line, text)
            self.assertEqual("glibc can be exchanged" in text,
                             target == "linux-x64")
        text = self.members(f"pith-{VERSION}-linux-x64.tar.gz")[
            f"pith-{VERSION}-linux-x64/share/doc/pith/NOTICE"][0].decode()
        for licence in ("MIT", "BSD-3-Clause", "Apache-2.0", "Unicode-3.0",
                        "LGPL-2.1-or-later"):
            self.assertIn(components.text_of(licence).strip(), text)

    # the source

    def test_the_source_is_that_of_the_commit(self):
        found = self.members(f"pith-{VERSION}-source.tar.gz")
        for name in ("CMakeLists.txt", "LICENSE", "src/CMakeLists.txt"):
            self.assertIn(f"pith-{VERSION}/{name}", found)

    # the image

    def blob(self, found, descriptor):
        data = found["blobs/sha256/" + descriptor["digest"][7:]][0]
        self.assertEqual(hashlib.sha256(data).hexdigest(),
                         descriptor["digest"][7:])
        self.assertEqual(len(data), descriptor["size"])
        return data

    def test_the_image_has_both_architectures(self):
        found = self.members(f"pith-{VERSION}-image.tar")
        whole, = json.loads(found["index.json"][0])["manifests"]
        self.assertEqual(whole["annotations"],
                         {"org.opencontainers.image.ref.name":
                          f"pith:{VERSION}"})
        manifests = json.loads(self.blob(found, whole))["manifests"]
        self.assertEqual([one["platform"]["architecture"]
                          for one in manifests], ["amd64", "arm64"])
        for one in manifests:
            manifest = json.loads(self.blob(found, one))
            config = json.loads(self.blob(found, manifest["config"]))
            self.assertEqual(config["config"]["User"], "65532:65532")
            self.assertEqual(config["config"]["Entrypoint"], ["/usr/bin/pith"])
            layer, = manifest["layers"]
            plain = gzip.decompress(self.blob(found, layer))
            self.assertEqual(config["rootfs"]["diff_ids"],
                             ["sha256:" + hashlib.sha256(plain).hexdigest()])
            with tarfile.open(fileobj=io.BytesIO(plain)) as root:
                self.assertEqual(root.getmember("usr/bin/pith").mode, 0o755)

    def test_certificates_come_from_one_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in "ba":
                pathlib.Path(folder, f"{name}.crt").write_text(f"{name}\n")
            release = project.Release([], None,
                                      certificates=pathlib.Path(folder))
            one, = image.authorities(release)
            self.assertEqual(one.data, b"a\nb\n")

    # manifests

    @unittest.skipUnless(shutil.which("ruby"), "no Ruby")
    def test_the_formula_is_ruby(self):
        subprocess.run(["ruby", "-c", self.dist / "pith.rb"], check=True,
                       capture_output=True)

    def test_manifests_have_the_checksums(self):
        formula = (self.dist / "pith.rb").read_text()
        for name in stand_in.TARGETS:
            if name == "win32-x64":
                continue
            archive = f"pith-{VERSION}-{name}.tar.gz"
            digest = writers.sha256((self.dist / archive).read_bytes())
            self.assertRegex(
                formula, rf'url ".*/v{VERSION}/{archive}"\s+sha256 "{digest}"')
        self.assertIn("never run", formula)
        scoop = json.loads((self.dist / "pith.json").read_text())
        one = scoop["architecture"]["64bit"]
        archive = f"pith-{VERSION}-win32-x64.zip"
        self.assertTrue(one["url"].endswith("/" + archive))
        self.assertEqual(one["hash"], writers.sha256(
            (self.dist / archive).read_bytes()))
        self.assertIn(f"{one['extract_dir']}/{scoop['bin']}".replace("\\", "/"),
                      self.read_zip(archive))

    # checksums, bill of materials, statement

    def test_checksums_are_of_every_file(self):
        subprocess.run(["sha256sum", "--check", "--quiet", "--strict",
                        "SHA256SUMS"], cwd=self.dist, check=True)
        listed = {line.split("  ")[1] for line in
                  (self.dist / "SHA256SUMS").read_text().splitlines()}
        self.assertEqual(
            {one.name for one in self.dist.iterdir()} - listed,
            {"SHA256SUMS", f"pith-{VERSION}.intoto.json",
             "provenance.json"})

    def test_the_bill_relates_every_part(self):
        bill = json.loads(
            (self.dist / f"pith-{VERSION}.spdx.json").read_text())
        self.assertEqual(bill["spdxVersion"], "SPDX-2.3")
        names = [one["SPDXID"] for one in bill["packages"]]
        self.assertEqual(len(names), len(set(names)))
        for one in names:
            self.assertRegex(one, r"^SPDXRef-[A-Za-z0-9.-]+$")
        self.assertEqual({one["relatedSpdxElement"]
                          for one in bill["relationships"]}, set(names))
        self.assertEqual({one["name"] for one in components.read()}
                         - {one["name"] for one in bill["packages"]}, set())

    def test_the_statement_is_about_every_file(self):
        statement = json.loads(
            (self.dist / f"pith-{VERSION}.intoto.json").read_text())
        self.assertEqual(statement["_type"], "https://in-toto.io/Statement/v1")
        for one in statement["subject"]:
            self.assertEqual(one["digest"]["sha256"], writers.sha256(
                (self.dist / one["name"]).read_bytes()))
        self.assertEqual(len(statement["subject"]),
                         len(list(self.dist.iterdir())) - 3)
        self.assertEqual(
            statement["predicate"],
            json.loads((self.dist / "provenance.json").read_text()))

    # install.sh

    def install(self, prefix, *words):
        return subprocess.run(
            ["sh", self.dist / "install.sh", "--prefix", prefix,
             "--from", words[0] if words else self.dist, *words[1:]],
            text=True, capture_output=True, check=False)

    def test_the_script_installs_and_removes(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix = pathlib.Path(folder, "a prefix")
            done = self.install(prefix)
            self.assertEqual(done.returncode, 0, done.stderr)
            said = subprocess.run([prefix / "bin/pith", "--version"],
                                  text=True, capture_output=True, check=True)
            self.assertEqual(said.stdout, f"pith {VERSION}\n")
            before = {one: one.stat().st_ino for one in prefix.rglob("*")}
            self.assertEqual(self.install(prefix).returncode, 0)
            after = {one: one.stat().st_ino for one in prefix.rglob("*")}
            del before[prefix / "share/pith/installed-files"]
            del after[prefix / "share/pith/installed-files"]
            self.assertEqual(before, after, "a second run writes nothing")
            mine = prefix / "bin/other"
            mine.write_text("not pith's")
            self.assertEqual(
                self.install(prefix, self.dist, "--uninstall").returncode, 0)
            self.assertEqual([one for one in prefix.rglob("*")
                              if one.is_file()], [mine])

    def test_a_file_of_an_older_version_goes(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix = pathlib.Path(folder)
            (prefix / "share/pith").mkdir(parents=True)
            (prefix / "share/pith/old").write_text("")
            (prefix / "share/pith/installed-files").write_text("share/pith/old\n")
            self.assertEqual(self.install(prefix).returncode, 0)
            self.assertFalse((prefix / "share/pith/old").exists())
            self.assertTrue((prefix / "bin/pith").exists())

    def test_a_wrong_archive_is_not_installed(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix = pathlib.Path(folder, "prefix")
            for one in self.dist.glob("*.tar.gz"):
                data = bytearray(one.read_bytes())
                data[-1] ^= 1
                pathlib.Path(folder, one.name).write_bytes(data)
            done = self.install(prefix, folder)
            self.assertEqual(done.returncode, 1)
            self.assertIn("do not use it", done.stderr)
            self.assertFalse(prefix.exists())

    def test_another_system_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            fake = pathlib.Path(folder, "uname")
            fake.write_text("#!/bin/sh\necho Plan9 mips\n")
            fake.chmod(0o755)
            done = subprocess.run(
                ["sh", self.dist / "install.sh", "--prefix", folder],
                text=True, capture_output=True, check=False,
                env={"PATH": f"{folder}:/usr/bin:/bin"})
            self.assertEqual(done.returncode, 1)
            self.assertIn("no archive for Plan9 mips", done.stderr)
            for known in ("Linux x86_64", "Linux aarch64", "Darwin arm64",
                          "Darwin x86_64"):
                self.assertIn(known, done.stderr)

    def test_macos_is_known(self):
        for said, target in [("Darwin arm64", "darwin-arm64"),
                             ("Darwin x86_64", "darwin-x64")]:
            with tempfile.TemporaryDirectory() as folder:
                fake = pathlib.Path(folder, "uname")
                fake.write_text(f"#!/bin/sh\necho {said}\n")
                fake.chmod(0o755)
                done = subprocess.run(
                    ["sh", self.dist / "install.sh", "--prefix", folder,
                     "--from", self.dist],
                    text=True, capture_output=True, check=False,
                    env={"PATH": f"{folder}:/usr/bin:/bin"})
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertTrue(pathlib.Path(folder, "bin/pith").read_text()
                                .endswith(stand_in.mark(target)))


class Wasm(unittest.TestCase):
    """The library for TypeScript, with stand-ins for its modules."""

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.build = pathlib.Path(cls.scratch.name, "build")
        dist = cls.build / "typescript/dist/adapters"
        dist.mkdir(parents=True)
        home = project.ROOT / "typescript"
        for name in ("package.json", "README.md"):
            shutil.copy(home / name, cls.build / "typescript")
        # What tests leave there must not go along.
        (cls.build / "typescript/fixtures.json").write_text("{}")
        for name in wasm.MODULES:
            (dist.parent / name).write_bytes(b"\0asm" + name.encode())
        for name in ("index", "core", "adapters/mcp", "adapters/ai",
                     "adapters/messages"):
            for end in ("js", "d.ts"):
                (dist.parent / f"{name}.{end}").write_text("export {};\n")
        data = cls.build / "pith-tokens-o200k"
        data.mkdir()
        (data / "o200k_base.pithtok").write_bytes(b"ranks")
        (data / "index.js").write_text("export default {};\n")
        (data / "package.json").write_text(json.dumps({
            "name": "pith-tokens-o200k", "version": VERSION,
            "description": "The vocabulary o200k_base for pith-wasm"}))
        cls.dist = cls.made("one")

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    @classmethod
    def made(cls, name):
        folder = pathlib.Path(cls.scratch.name, name)
        folder.mkdir()
        return stand_in.make_release(folder, "--only", "wasm", "--wasm",
                                     cls.build)

    def fields(self, name):
        with tarfile.open(self.dist / f"{name}-{VERSION}.tgz") as archive:
            files = {one.name.removeprefix("package/"):
                     archive.extractfile(one).read()
                     for one in archive.getmembers()}
        return json.loads(files["package.json"]), files

    def test_a_second_run_makes_the_same_bytes(self):
        again = self.made("two")
        names = sorted(one.name for one in again.iterdir())
        self.assertEqual(names, [
            f"pith-tokens-o200k-{VERSION}.tgz",
            f"pith-wasm-{VERSION}.spdx.json", f"pith-wasm-{VERSION}.tgz"])
        for name in names:
            self.assertEqual((again / name).read_bytes(),
                             (self.dist / name).read_bytes(), name)

    def test_every_export_is_a_file(self):
        fields, files = self.fields("pith-wasm")
        for name, ways in fields["exports"].items():
            for path in ways.values() if isinstance(ways, dict) else []:
                self.assertIn(path.removeprefix("./"), files, name)
        for name in wasm.MODULES:
            self.assertIn(f"dist/{name}", files)
        self.assertNotIn("fixtures.json", files)

    def test_it_needs_and_runs_nothing(self):
        for name in ("pith-wasm", "pith-tokens-o200k"):
            fields, _ = self.fields(name)
            for word in ("scripts", "dependencies", "devDependencies"):
                self.assertNotIn(word, fields, name)

    def test_licences_go_along(self):
        _, files = self.fields("pith-wasm")
        notice = files["NOTICE"].decode()
        for words in ("simdjson", "PCRE2", "musl", "cloudlibc",
                      "Redistributions in binary form"):
            self.assertIn(words, notice)
        self.assertNotIn("OpenSSL", notice)
        self.assertIn("LICENSE", files)
        _, files = self.fields("pith-tokens-o200k")
        self.assertIn("OpenAI", files["NOTICE"].decode())

    def test_the_bill_relates_every_part(self):
        bill = json.loads(
            (self.dist / f"pith-wasm-{VERSION}.spdx.json").read_text())
        known = {one["SPDXID"] for one in bill["packages"]}
        related = {one["relatedSpdxElement"] for one in bill["relationships"]}
        self.assertEqual(known, related)

    def test_versions_are_those_of_the_page(self):
        page = (project.ROOT / "docs/dependencies.md").read_text()
        for one in wasm.parts_of("modules"):
            if "row" not in one or not one["row"].endswith("wasm32"):
                continue
            row = next(line for line in page.splitlines()
                       if one["row"] in line and line.startswith("|"))
            self.assertIn(one["version"], row)

    def test_another_version_is_refused(self):
        file = self.build / "pith-tokens-o200k/package.json"
        before = file.read_text()
        file.write_text(before.replace(VERSION, "99.0.0"))
        try:
            with self.assertRaises(subprocess.CalledProcessError) as caught:
                self.made("three")
        finally:
            file.write_text(before)
        self.assertIn(b"has version 99.0.0", caught.exception.stderr)


if __name__ == "__main__":
    unittest.main()
