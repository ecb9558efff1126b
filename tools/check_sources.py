#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks what every source file must have and must not have.

An SPDX line near the top, on a page and in assembly in a comment; ASCII only;
no tabs (but in a Makefile), no blanks at the end of a line, one newline at the
end of the file. At most 80 columns in what include/, src/, apps/ and python/native/
compile or embed. C++ also: an include guard named after the path.
No header is included twice.
src/CMakeLists.txt names every source and every public header. Folders, headers
and classes stay small (source_sizes.py).

usage: check_sources.py REPOSITORY
"""

import pathlib
import re
import subprocess
import sys

import source_sizes

CPP = {".cpp", ".hpp", ".c", ".h"}
SCRIPTS = {".cmake", ".py", ".sh", ".js", ".mjs"}
# What a page and what embeds it is made of, with what opens a comment.
COMMENTS = {".html": "<!-- ", ".css": "/* ", ".js": "// ", ".S": "/* "}
NAMES = {"CMakeLists.txt", "Makefile", "run", "setup"}
SPDX = "SPDX-License-Identifier: MIT"
NARROW = ("include/", "src/", "apps/", "python/native/")


def is_source(name):
    path = pathlib.PurePosixPath(name)
    if name.startswith("testdata/") or "/seeds/" in name:
        return False
    if path.suffix in CPP | SCRIPTS | COMMENTS.keys():
        return True
    if path.suffix == ".in":
        return pathlib.PurePosixPath(path.stem).suffix in CPP | {".cmake"}
    return path.name in NAMES


def guard_of(name):
    """include/pith/x.hpp: PITH_X_HPP; src/a/x.hpp: PITH_A_X_HPP."""
    name = name.removeprefix("include/pith/").removeprefix("src/")
    return "PITH_" + re.sub(r"[^A-Za-z0-9]", "_", name).upper()


def complaints(name, data):
    """Yields (line, words) for one file."""
    try:
        text = data.decode("ascii")
    except UnicodeDecodeError as problem:
        yield data.count(b"\n", 0, problem.start) + 1, "not ASCII"
        text = data.decode("utf-8", errors="replace")
    suffix = pathlib.PurePosixPath(name).suffix
    licence = COMMENTS.get(suffix, "") + SPDX
    if licence not in "\n".join(text.split("\n")[:3]):
        yield 1, f"no '{licence}' in the first three lines"
    if not text.endswith("\n") or text.endswith("\n\n"):
        yield text.count("\n") + 1, "must end with exactly one newline"
    included = set()
    narrow = name.startswith(NARROW) and suffix in CPP | COMMENTS.keys()
    for number, line in enumerate(text.split("\n"), start=1):
        if "\r" in line:
            yield number, "carriage return"
        elif line != line.rstrip():
            yield number, "blank at the end of the line"
        if "\t" in line and not name.endswith("Makefile"):
            yield number, "tab"
        if narrow and len(line) > 80:
            yield number, f"{len(line)} columns, 80 are allowed"
        if line.startswith("#include ") and line in included:
            yield number, "included twice"
        included.add(line)
    if name.endswith((".hpp", ".h")):
        guard = guard_of(name)
        if f"#ifndef {guard}\n#define {guard}\n" not in text:
            yield 1, f"the include guard must be {guard}"


def files_of(root):
    """Tracked files and new ones, not ignored ones."""
    listing = subprocess.run(
        ["git", "-C", root, "ls-files", "-z", "--cached", "--others",
         "--exclude-standard"],
        check=False,
        capture_output=True,
    )
    if listing.returncode == 0:
        return sorted(set(listing.stdout.decode().split("\0")) - {""})
    # An unpacked release has no git.
    return sorted(
        path.relative_to(root).as_posix()
        for path in pathlib.Path(root).rglob("*")
        if path.is_file() and "build" not in path.relative_to(root).parts[0]
    )


def source_lists(src):
    """The CMakeLists.txt below src, with all sources named from there."""
    lists = ""
    for path in sorted(src.rglob("CMakeLists.txt")):
        text = path.read_text(encoding="utf-8")
        directory = path.parent.relative_to(src).as_posix()
        if directory != ".":
            text = re.sub(
                r"(?m)^(\s*)([\w/]+\.cpp\)?)$", rf"\1{directory}/\2", text
            )
        lists += text
    return lists


def unlisted(names, lists):
    """Sources and public headers that the lists of the build do not name."""
    for name in names:
        if name.startswith("src/") and name.endswith(".cpp"):
            if not re.search(rf"(?m)^\s*{re.escape(name[4:])}\)?$", lists):
                yield name
        elif name.startswith("include/pith/") and name not in lists:
            yield name


def report(found):
    """Prints what a check found; returns the exit status."""
    for line in found:
        print(line)
    return 1 if found else 0


def main():
    root = pathlib.Path(sys.argv[1])
    count = 0
    failed = False
    for name in files_of(root):
        path = root / name
        if not is_source(name) or not path.is_file():
            continue
        count += 1
        for line, words in complaints(name, path.read_bytes()):
            print(f"{name}:{line}: {words}")
            failed = True
    for name in unlisted(files_of(root), source_lists(root / "src")):
        print(f"{name}:1: not listed in a CMakeLists.txt of src")
        failed = True
    for words in source_sizes.complaints(root, files_of(root)):
        print(words)
        failed = True
    print(f"{count} files looked at")
    return 1 if failed or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
