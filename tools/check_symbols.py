#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks what a built library calls and what it offers.

A library never prints, logs, aborts or exits, so it must not refer to the
functions that do. (std::terminate and libstdc++'s own assertions are left to
the runtime.) A shared library exports nothing that is not in namespace pith;
weak instances of std templates are let through, as no flag hides them. With
--header, a header of C, it exports exactly the functions that this declares.

usage: check_symbols.py [--nm=NM] [--header=HEADER] LIBRARY
"""

import argparse
import pathlib
import re
import subprocess
import sys

FORBIDDEN = re.compile(
    r"""^(
      abort | exit | _exit | _Exit | quick_exit | at_quick_exit | atexit
    | __assert_fail | raise | kill | signal
    | (__)?(v?[fds]?n?|vas|as)printf(_chk)?
    | puts | fputs | putc | putchar | fputc | fwrite | fopen(64)? | perror
    | stdin | stdout | stderr | write | syslog
    | setlocale | strtod | strtof | atof
    | _ZSt4cout | _ZSt4cerr | _ZSt4clog | _ZSt3cin
    | _ZNSo.* | _ZNSolsE.*
    )$""",
    re.VERBOSE,
)

STD_WEAK = re.compile(r"^_ZZ?(N[KVRO]*)?(St|Ss|Sa|T[ISV]S|9__gnu_cxx)")
OURS = re.compile(r"^_Z(T[ISV]|GV|St)?N[KVRO]*4pith")


def symbols(nm, arguments):
    """Yields (kind, name)."""
    listing = subprocess.run(
        [nm, "-P", *arguments], check=True, capture_output=True, text=True
    )
    for line in listing.stdout.splitlines():
        words = line.split()
        if len(words) >= 2 and len(words[1]) == 1:
            yield words[1], words[0].partition("@")[0]


def calls(undefined):
    """The forbidden ones among (kind, name) of undefined symbols."""
    return sorted({name for _, name in undefined if FORBIDDEN.match(name)})


def foreign(defined):
    """Exported symbols that belong to nobody who should export."""
    found = set()
    for kind, name in defined:
        if OURS.match(name):
            continue
        if kind in "WVvwu" and STD_WEAK.match(name):
            continue
        found.add(name)
    return sorted(found)


def declared(header):
    """The functions that a header of C declares for export."""
    return set(re.findall(r"^PITH_C_API\b[^;()]*?\b(\w+)\(", header, re.M))


def differences(header, defined):
    """What is wrong with the symbols of a library for C, as sentences."""
    promised = declared(header)
    given = {name for _, name in defined}
    yield from (f"exports {name}, which is not declared"
                for name in sorted(given - promised))
    yield from (f"does not export {name}, which is declared"
                for name in sorted(promised - given))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--header", type=pathlib.Path)
    parser.add_argument("library")
    args = parser.parse_args()
    is_shared = ".so" in args.library or ".dylib" in args.library
    dynamic = ["-D"] if is_shared else []

    undefined = list(symbols(args.nm, [*dynamic, "-u", args.library]))
    failed = False
    for name in calls(undefined):
        print(f"{args.library}: refers to {name}")
        failed = True
    if is_shared:
        defined = list(
            symbols(args.nm, ["-D", "--defined-only", args.library])
        )
        if args.header:
            found = list(differences(args.header.read_text(), defined))
        else:
            found = [f"exports {name}" for name in foreign(defined)]
        for words in found:
            print(f"{args.library}: {words}")
            failed = True
        print(f"{len(defined)} symbols exported")
    print(f"{len(undefined)} symbols referred to")
    return 1 if failed or not undefined else 0


if __name__ == "__main__":
    sys.exit(main())
