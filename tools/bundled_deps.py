#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Unpacks the sources that PITH_BUNDLED_DEPS and PITH_STATIC_COMMAND compile.

usage: tools/bundled_deps.py DIR

Fetches Debian's source packages with `apt-get source`, holds their upstream
archives against the checksums below, and unpacks them into DIR. What DIR has
already is left as it is. Nothing is fetched while pith is built.

A newer version is a change of this table and of the folder names in
cmake/PithDependencies.cmake and cmake/PithStatic.cmake.
"""
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile

# package, Debian's version, upstream archive, its SHA-256, folder inside
SOURCES = [
    ("simdjson", "3.0.1-1", "simdjson_3.0.1.orig.tar.gz",
     "156b1bc5eb0561b2bd166b46d191fd3d95a3e709cc63761477d3b7aec2b6e9ed",
     "simdjson-3.0.1"),
    ("pcre2", "10.42-1", "pcre2_10.42.orig.tar.gz",
     "c33b418e3b936ee3153de2c61cc638e7e4fe3156022a5c77d0711bcbb9d64f1f",
     "pcre2-10.42"),
    ("openssl", "3.0.22-1~deb12u2", "openssl_3.0.22.orig.tar.gz",
     "67ebca7e50d17383028045486653492195b83db95f8558709701bb47b5c1ef81",
     "openssl-3.0.22"),
]


def as_list_of(kind, text):
    """A list of packages as one of this kind, deb or deb-src."""
    text = re.sub(r"^Types:.*$", f"Types: {kind}", text, flags=re.MULTILINE)
    return re.sub(r"^deb(-src)?\s", f"{kind} ", text, flags=re.MULTILINE)


def make_lists(folder, kind="deb-src"):
    """The machine's own package lists, of this kind; apt's options."""
    etc = pathlib.Path("/etc/apt")
    parts = folder / "parts"
    lists = folder / "lists"
    (lists / "partial").mkdir(parents=True)
    parts.mkdir()
    found = sorted(etc.glob("sources.list.d/*.sources"))
    found += sorted(etc.glob("sources.list.d/*.list"))
    if (etc / "sources.list").exists():
        found.append(etc / "sources.list")
    for path in found:
        (parts / path.name).write_text(as_list_of(kind, path.read_text()))
    return ["-q", "-o", "Dir::Etc::SourceList=/dev/null",
            "-o", f"Dir::Etc::SourceParts={parts}",
            "-o", f"Dir::State::Lists={lists}",
            # apt's own user may not read a temporary folder of ours.
            "-o", "APT::Sandbox::User=root"]


def unpack(archive, digest, into):
    data = archive.read_bytes()
    if hashlib.sha256(data).hexdigest() != digest:
        sys.exit(f"bundled_deps: {archive.name} does not have the SHA-256 that "
                 "tools/bundled_deps.py pins; do not use it")
    into.mkdir(exist_ok=True)
    subprocess.run(["tar", "-xf", archive, "-C", into], check=True)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    into = pathlib.Path(sys.argv[1]).resolve()
    into.mkdir(parents=True, exist_ok=True)
    missing = [s for s in SOURCES if not (into / s[4]).is_dir()]
    if not missing:
        return
    with tempfile.TemporaryDirectory(dir=into) as scratch:
        folder = pathlib.Path(scratch)
        options = make_lists(folder)
        subprocess.run(["apt-get", *options, "update"], check=True,
                       stdout=subprocess.DEVNULL)
        for package, version, archive, digest, name in missing:
            # Of a security update, some mirrors lack Debian's patches, and apt
            # fails. Only the upstream archive is needed, and it is checked.
            made = subprocess.run(
                ["apt-get", *options, "source", "--download-only",
                 f"{package}={version}"], cwd=folder, capture_output=True,
                text=True)
            if not (folder / archive).exists():
                sys.exit(f"bundled_deps: cannot fetch {archive}:\n"
                         f"{made.stderr}")
            # A half-unpacked folder must not pass for a whole one.
            unpack(folder / archive, digest, folder / "unpacked")
            (folder / "unpacked" / name).replace(into / name)


if __name__ == "__main__":
    main()
