#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Unpacks packages of Debian for another architecture.

usage: tools/foreign_root.py DIR ARCHITECTURE PACKAGE...

Downloads them from the archives that this machine uses, checked by apt, and
unpacks them into DIR. Nothing is installed, so that the packages of this
machine may be older or newer. What DIR has already is left as it is.
"""
import pathlib
import subprocess
import sys
import tempfile

from bundled_deps import make_lists


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    into = pathlib.Path(sys.argv[1])
    architecture = sys.argv[2]
    into.mkdir(parents=True, exist_ok=True)
    marks = into / ".unpacked"
    marks.mkdir(exist_ok=True)
    missing = [p for p in sys.argv[3:] if not (marks / p).exists()]
    if not missing:
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        status = folder / "status"
        status.touch()
        options = make_lists(folder, kind="deb") + [
            "-o", f"APT::Architecture={architecture}",
            "-o", f"APT::Architectures={architecture}",
            "-o", f"Dir::State::Status={status}"]
        subprocess.run(["apt-get", *options, "update"], check=True,
                       stdout=subprocess.DEVNULL)
        subprocess.run(["apt-get", *options, "download", *missing], check=True,
                       cwd=folder, stdout=subprocess.DEVNULL)
        for package in missing:
            archive, = folder.glob(f"{package}_*.deb")
            subprocess.run(["dpkg-deb", "--extract", archive, into], check=True)
            (marks / package).touch()


if __name__ == "__main__":
    main()
