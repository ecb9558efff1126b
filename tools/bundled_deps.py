#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Unpacks the sources that PITH_BUNDLED_DEPS and PITH_STATIC_COMMAND compile.

usage: tools/bundled_deps.py DIR [--all]

Fetches Debian's source packages with `apt-get source`, holds their archives
against the checksums below, and unpacks them into DIR. What DIR has already is
left as it is. Nothing is fetched while pith is built.

With --all it also unpacks what is an archive of Debian on Linux, for systems
that cannot link those (PITH_FOREIGN_SYSTEM), with Debian's corrections. That
needs tclsh, patch, make and a C compiler: they make one source of SQLite's.

A newer version is a change of this table and of the folder names in
cmake/PithDependencies.cmake, cmake/PithForeign.cmake and
cmake/PithStatic.cmake.
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
# Likewise, for --all.
MORE_SOURCES = [
    ("libyaml", "0.2.5-1", "libyaml_0.2.5.orig.tar.gz",
     "fa240dbf262be053f3898006d502d514936c818e422afdcf33921c63bed9bf2e",
     "libyaml-0.2.5"),
    ("libzstd", "1.5.4+dfsg2-5", "libzstd_1.5.4+dfsg2.orig.tar.xz",
     "8cf4bbb65e77ec348d052c8d6230eba66d435bddf64c8b5be2fcb16880c19953",
     "zstd-1.5.4"),
    ("hiredis", "0.14.1-3", "hiredis_0.14.1.orig.tar.gz",
     "2663b2aed9fd430507e30fc5e63274ee40cdd1a296026e22eafd7d99b01c8913",
     "hiredis-0.14.1"),
    ("sqlite3", "3.40.1-2+deb12u2", "sqlite3_3.40.1.orig.tar.xz",
     "aaa776260ab4dc976db34aa7891819484c8676b5b2783123ebc6301e2ca5d655",
     "sqlite3-3.40.1"),
]
# Debian's corrections of what is compiled: archive, its SHA-256, patches. The
# others change how Debian builds, or tests; that of hiredis (CVE-2021-32765)
# is about a function that pith replaces, and newer compilers refuse it.
CORRECTIONS = {
    "libzstd": (
        "libzstd_1.5.4+dfsg2-5.debian.tar.xz",
        "82ce911445772861d0838bd4545f93bc50658bc7f3cefdb17a307dfb8ffca5d8",
        ["0020-upstream-fix-block-splitter"]),
    "sqlite3": (
        "sqlite3_3.40.1-2+deb12u2.debian.tar.xz",
        "0843bc12e4364076477935ce313a6d0796fd899a989ff18ebb6545540e10e4ca",
        ["41-fix_a_bug_in_the_NOT_NULL-IS_NULL_optimization",
         "42-CVE-2025-6965",
         "0001-Fix-a-buffer-overread-in-the-sessions-extension-that",
         "0002-Avoid-a-stack-overflow-that-could-be-caused-by-a-rec",
         "0003-Fix-a-technically-undefined-signed-integer-overflow-"]),
}


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


def correct(package, folder, source):
    """Applies Debian's corrections to the unpacked source."""
    if package not in CORRECTIONS:
        return
    archive, digest, patches = CORRECTIONS[package]
    if not (folder / archive).exists():
        sys.exit(f"bundled_deps: {archive} is missing, which has Debian's "
                 "corrections; use a mirror that has it")
    unpack(folder / archive, digest, source)
    for name in patches:
        patch = source / "debian" / "patches" / f"{name}.patch"
        subprocess.run(["patch", "-s", "-p1", "-i", patch], cwd=source,
                       check=True)


def amalgamate(source):
    """Makes sqlite3.c and sqlite3.h, which are compiled."""
    for words in (["sh", "configure", "--disable-tcl", "--disable-readline"],
                  ["make", "sqlite3.c"]):
        made = subprocess.run(words, cwd=source, capture_output=True,
                              text=True)
        if made.returncode:
            sys.exit("bundled_deps: cannot make one source of SQLite's; "
                     f"install tcl:\n{made.stdout}{made.stderr}")


def main():
    words = sys.argv[1:]
    sources = SOURCES
    if "--all" in words:
        words.remove("--all")
        sources = SOURCES + MORE_SOURCES
    if len(words) != 1:
        sys.exit(__doc__)
    into = pathlib.Path(words[0]).resolve()
    into.mkdir(parents=True, exist_ok=True)
    missing = [s for s in sources if not (into / s[4]).is_dir()]
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
            source = folder / "unpacked" / name
            correct(package, folder, source)
            if package == "sqlite3":
                amalgamate(source)
            source.replace(into / name)


if __name__ == "__main__":
    main()
