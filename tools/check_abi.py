#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds pith/pith.h and the library for C against the record of their ABI.

The record (src/c_api/pith_c.abi) is what abidw says of the functions of the
header, compiled as C: of the library itself it would record what C++ has inside,
and not the members of structs. abidiff then compares the header, and the library,
with the record.

What is recorded must stay: a function that is gone, or has another type, a
member that moved. What is new must be recorded: --update does that, and refuses
when something recorded would change. A struct that begins with struct_size may
grow at its end, which nobody but you can tell from a change: look at the
report, then --update --accept. Exits with 77 when libabigail is not installed.

usage: check_abi.py [--update [--accept]] [--cc=CC] HEADER RECORD LIBRARY
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SONAME = "libpith_c.so.0"
# Of the machine that makes the record nothing stays in it.
DUMP = ["--no-corpus-path", "--no-comp-dir-path", "--no-show-locs",
        "--no-elf-needed", "--type-id-style", "hash"]
SKIPPED = 77
# Bits of the status of abidiff.
ERROR, USAGE, CHANGE, INCOMPATIBLE = 1, 2, 4, 8


def stubs(header):
    """Definitions for all functions that a header of C declares."""
    return "".join(
        declaration[:-1] + " { __builtin_trap(); }\n"
        for declaration in re.findall(r"^PITH_C_API\b[^;]*;", header, re.M)
    )


def dump(header, into, cc="cc"):
    """Writes the record of a header."""
    header = pathlib.Path(header).resolve()
    with tempfile.TemporaryDirectory() as work:
        shutil.copyfile(header, pathlib.Path(work, header.name))
        pathlib.Path(work, "stubs.c").write_text(
            f'#include "{header.name}"\n' + stubs(header.read_text()))
        subprocess.run(
            [cc, "-std=c11", "-g", "-shared", "-fPIC",
             f"-Wl,-soname,{SONAME}", "-o", "stubs.so", "stubs.c"],
            cwd=work, check=True)
        subprocess.run(
            ["abidw", *DUMP, "--out-file", "stubs.abi", "stubs.so"],
            cwd=work, check=True)
        shutil.copyfile(pathlib.Path(work, "stubs.abi"), into)


def compare(old, new, *words):
    """The report of abidiff when something differs; else nothing."""
    done = subprocess.run(
        ["abidiff", "--no-show-locs", *words, old, new],
        check=False, capture_output=True, text=True,
    )
    if done.returncode & (ERROR | USAGE):
        raise RuntimeError(done.stdout + done.stderr)
    return done.stdout if done.returncode & (CHANGE | INCOMPATIBLE) else ""


def judge(old, new):
    """What must not be, and what is new and not recorded, as reports."""
    changed = compare(old, new, "--no-added-syms")
    return (changed, "") if changed else ("", compare(old, new))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--accept", action="store_true")
    parser.add_argument("--cc", default="cc")
    parser.add_argument("header", type=pathlib.Path)
    parser.add_argument("record", type=pathlib.Path)
    parser.add_argument("library", type=pathlib.Path)
    args = parser.parse_args()
    if not shutil.which("abidw") or not shutil.which("abidiff"):
        print("skipped: abidw and abidiff (abigail-tools) are not installed")
        return SKIPPED
    with tempfile.TemporaryDirectory() as work:
        now = pathlib.Path(work, "now.abi")
        dump(args.header, now, args.cc)
        if args.record.exists() and not args.accept:
            changed, added = judge(args.record, now)
            if changed:
                print(changed)
                print("what was recorded has changed: programs that are "
                      "compiled already would break")
                return 1
            if added and not args.update:
                print(added)
                print("not recorded yet: run this check with --update and "
                      f"commit {args.record}")
                return 1
        if args.update:
            shutil.copyfile(now, args.record)
    different = compare(args.record, args.library)
    if different:
        print(different)
        print(f"{args.library} is not what the header says")
        return 1
    print("the ABI is as recorded")
    return 0


if __name__ == "__main__":
    sys.exit(main())
