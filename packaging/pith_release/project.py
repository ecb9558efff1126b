# SPDX-License-Identifier: MIT
"""What is released: the version, the date, the names, and a file for each
target."""

import dataclasses
import functools
import os
import pathlib
import re
import subprocess
import tempfile
import tomllib

from . import writers

HERE = pathlib.Path(__file__).resolve().parent.parent
ROOT = HERE.parent


class Problem(Exception):
    """Something that the caller of release.py can mend."""


def read_version(text):
    """VERSION of project() in the text of CMakeLists.txt."""
    found = re.search(r"(?m)^project\((?:.|\n)*?^  VERSION ([0-9.]+)$", text)
    if not found:
        raise Problem("CMakeLists.txt: project() has no line '  VERSION X.Y.Z'")
    return found[1]


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], check=True,
                          capture_output=True, text=True).stdout.strip()


def commit_date():
    """SOURCE_DATE_EPOCH, or when the commit was made."""
    set_one = os.environ.get("SOURCE_DATE_EPOCH")
    return int(set_one or git("log", "-1", "--format=%ct"))


@dataclasses.dataclass(frozen=True)
class Target:
    """An entry of targets.toml, and its file."""
    name: str
    table: dict
    program: bytes

    @property
    def command_file(self):
        """pith, or pith.exe."""
        return pathlib.PurePosixPath(self.table["file"]).name


class Release:
    """Everything that a kind of package may need. It never changes."""

    def __init__(self, targets, pages, repository=None, certificates=None,
                 debs=None, wasm=None):
        self.names = tomllib.loads((HERE / "names.toml").read_text())
        if repository:
            self.names["repository"] = repository.rstrip("/")
        self.version = read_version((ROOT / "CMakeLists.txt").read_text())
        self.date = commit_date()
        self.commit = git("rev-parse", "HEAD")
        self.targets = targets
        self.pages = pages
        self.certificates = certificates
        self.debs = debs
        self.wasm = wasm

    @property
    def licence(self):
        return (ROOT / "LICENSE").read_bytes()

    @property
    def downloads(self):
        below = self.names["downloads"].format(version=self.version)
        return f"{self.names['repository']}/{below}"

    def with_key(self, key):
        """The targets that a kind of package is for."""
        return [one for one in self.targets if key in one.table]

    def fill(self, path, **more):
        """A template below packaging/, with @NAME@ replaced."""
        text = (HERE / path).read_text(encoding="utf-8")
        words = {"VERSION": self.version, "SUMMARY": self.names["summary"],
                 "COMMAND": self.names["command"],
                 "REPOSITORY": self.names["repository"],
                 "DOWNLOADS": self.downloads, **more}
        for name, value in words.items():
            text = text.replace(f"@{name}@", value)
        left = re.search(r"@[A-Z_]+@", text)
        if left:
            raise Problem(f"{path}: nothing replaces {left[0]}")
        return text.encode("utf-8")


def read_targets(path, wanted, given, build=False):
    """The targets of a table: those in `wanted`, or all. Their files are those
    in `given` (a dict), or what their presets have built."""
    tables = {one["name"]: one for one
              in tomllib.loads(pathlib.Path(path).read_text())["target"]}
    unknown = (set(wanted) | set(given)) - set(tables)
    if unknown:
        raise Problem(f"no target {' '.join(sorted(unknown))}; there are "
                      + " ".join(tables))
    found = []
    for name, table in tables.items():
        if wanted and name not in wanted:
            continue
        if build and name not in given:
            build_preset(table["preset"])
        file = pathlib.Path(given.get(name, ROOT / table["file"]))
        if not file.is_file():
            raise Problem(
                f"no file for {name}: {file}\nBuild it with --build, name one "
                f"with --binary {name}=FILE, or leave the target out with "
                "--target")
        found.append(Target(name, table, file.read_bytes()))
    return found


def build_preset(preset):
    for words in (["--preset", preset],
                  ["--build", f"build/{preset}", "--target", "pith_app"]):
        subprocess.run(["cmake", *words], cwd=ROOT, check=True)


def runs(program):
    """What a program says to --version, or None where it does not run."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "pith")
        path.write_bytes(program)
        path.chmod(0o755)
        try:
            return subprocess.run([path, "--version"], check=True, text=True,
                                  capture_output=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            return None


class Pages:
    """The man pages and completions that the command writes about itself."""

    def __init__(self, program, version):
        said = runs(program)
        if said != f"pith {version}":
            raise Problem(f"the file says '{said}', CMakeLists.txt {version}")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "pith")
            path.write_bytes(program)
            path.chmod(0o755)
            subprocess.run(["cmake", f"-DPITH={path}", f"-DTARGET={folder}",
                            "-P", ROOT / "cmake" / "write_pages.cmake"],
                           check=True)
            self.manual = {one.name: one.read_bytes() for one
                           in sorted(pathlib.Path(folder, "man").iterdir())}
            made = pathlib.Path(folder, "completions")
            self.completions = {
                "bash": (made / "pith").read_bytes(),
                "zsh": (made / "_pith").read_bytes(),
                "fish": (made / "pith.fish").read_bytes()}

    def below(self, share, zsh="zsh/site-functions", compress=None):
        """All of them as entries below the folder `share`."""
        pack, end = (compress, ".gz") if compress else (bytes, "")
        made = [writers.Entry(f"{share}/man/man1/{name}{end}", pack(data))
                for name, data in self.manual.items()]
        places = {"bash": "bash-completion/completions/pith",
                  "zsh": f"{zsh}/_pith",
                  "fish": "fish/vendor_completions.d/pith.fish"}
        return made + [writers.Entry(f"{share}/{places[shell]}", data)
                       for shell, data in self.completions.items()]


@functools.cache
def pages_from(programs, version):
    """By the first of the programs that runs on this machine."""
    for program in programs:
        if runs(program):
            return Pages(program, version)
    raise Problem("no file runs on this machine, so none can write the man "
                  "pages: name one with --pages-from FILE")
