# SPDX-License-Identifier: MIT
"""Starts the program of this package, where no shell can. Installers make the
commands that call main()."""

import os
import pathlib
import re
import signal
import subprocess
import sys

PROGRAM = pathlib.Path(__file__).resolve().with_name("pith.exe")


def main():
    """The exit code of the program."""
    # `pith proxy install` writes an entry that starts pith in this way again.
    # uvx keeps environments in a folder of this name, and removes them at will.
    is_uvx = re.search(r"[\\/]archive-v[0-9]+[\\/]", __file__)
    environment = dict(os.environ,
                       PITH_LAUNCHER="uvx" if is_uvx else "pip",
                       PITH_LAUNCHER_PACKAGE="@PACKAGE@==@VERSION@")
    # A console tells all its programs of Ctrl+C: pith ends, this one waits.
    signal.signal(signal.SIGINT, lambda *_: None)
    try:
        child = subprocess.Popen([str(PROGRAM), *sys.argv[1:]],
                                 env=environment)
    except OSError as problem:
        print(f"pith: cannot start {PROGRAM}: {problem}; install @PACKAGE@ "
              "again", file=sys.stderr)
        return 127
    return child.wait()
