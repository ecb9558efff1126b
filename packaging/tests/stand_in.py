# SPDX-License-Identifier: MIT
"""A small program in place of pith, for tests of what is around it."""

import pathlib
import subprocess
import sys
import tomllib
import zlib

HERE = pathlib.Path(__file__).resolve().parent
PACKAGING = HERE.parent
sys.path.insert(0, str(PACKAGING))

from pith_release import project  # noqa: E402

NAMES = tomllib.loads((PACKAGING / "names.toml").read_text())
VERSION = project.read_version(
    (project.ROOT / "CMakeLists.txt").read_text())

# Says how it was started; `exit N`, `wait` and `die` are for the launchers, and
# the same after `proxy`.
PROGRAM = f"""#!/bin/sh
[ "$1" != proxy ] || shift
case "$1 $2" in
  '--version ') echo 'pith {VERSION}' ;;
  'help --list') echo 'encode proxy' ;;
  'help --man') echo ".TH PITH $3" ;;
  completions*) echo "# completions for $2" ;;
  exit*) exit "$2" ;;
  wait*) trap 'echo HUP; exit 41' HUP
    trap 'echo INT; exit 42' INT
    trap 'echo TERM; exit 43' TERM
    echo ready
    while :; do sleep 0.05; done ;;
  die*) kill -s "$2" $$ ;;
  *) echo "$PITH_LAUNCHER $PITH_LAUNCHER_PACKAGE $#:$*" ;;
esac
""".encode()

TARGETS = ("linux-x64", "linux-arm64", "darwin-arm64", "darwin-x64",
           "win32-x64")


def mark(name):
    """How the program of a target ends."""
    return f"# {name} {zlib.crc32(name.encode())}\n"


def write_programs(folder):
    """A file for every target that the tests know; {target: path}. Each is
    different."""
    files = {}
    for name in TARGETS:
        path = pathlib.Path(folder, name)
        path.write_bytes(PROGRAM + mark(name).encode())
        path.chmod(0o755)
        files[name] = path
    return files


def make_release(folder, *words):
    """Runs release.py with stand-ins; the folder with what it made."""
    out = pathlib.Path(folder, "dist")
    programs = pathlib.Path(folder, "programs")
    programs.mkdir(exist_ok=True)
    files = write_programs(programs)
    binaries = [word for name in TARGETS
                for word in ("--binary", f"{name}={files[name]}")]
    subprocess.run([sys.executable, PACKAGING / "release.py", "--out", out,
                    *binaries, *words], check=True, capture_output=True)
    return out
