#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the cases of cases.txt against the library: what must not compile does
not, with any of the compilers, and the rest runs clean under ASan and UBSan
at -O0 and -O2.

A case is what stands between a line `//! refused NAME` or `//! runs NAME` and
the next such line: the inside of a function. What stands before the first is
common to all.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

MARK = re.compile(r"^//! (refused|runs) (\w+)$")
# What compilers say when the library, and not a slip of ours, refuses.
REFUSAL = re.compile(
    r"deleted|constraint|constant expression|no match|no viable")
LEVELS = ("-O0", "-O2")


def read_cases(path):
    """What is common, and the cases as (kind, name, body)."""
    common = []
    cases = []
    for line in path.read_text(encoding="ascii").splitlines(keepends=True):
        mark = MARK.match(line.rstrip())
        if mark:
            cases.append((mark.group(1), mark.group(2), []))
        elif cases:
            cases[-1][2].append(line)
        else:
            common.append(line)
    return "".join(common), [(k, n, "".join(b)) for k, n, b in cases]


def syntax(compiler, flags, source):
    return subprocess.run(
        [compiler, "-std=c++20", "-fsyntax-only", *flags, "-x", "c++", "-"],
        input=source, capture_output=True, text=True, check=False)


def check_refused(compiler, flags, common, cases):
    """Each case alone would take minutes: all are compiled at once, and every
    one must have an error of its own, found by its lines."""
    source = common
    lines = {}
    for _, name, body in cases:
        begin = source.count("\n") + 2
        source += f"void {name}() {{\n{body}}}\n"
        lines[name] = range(begin, source.count("\n") + 1)
    empty = syntax(compiler, flags, common)
    if empty.returncode != 0:
        return [f"{compiler}: what is common does not compile:\n{empty.stderr}"]
    limit = (["-ferror-limit=0"] if "clang" in compiler
             else ["-fmax-errors=0"])
    done = syntax(compiler, flags + limit, source)
    refused = {}
    for found in re.finditer(r"^<stdin>:(\d+):\d+: error: (.*)$", done.stderr,
                             re.MULTILINE):
        for name, where in lines.items():
            if int(found.group(1)) in where:
                refused.setdefault(name, []).append(found.group(2))
    problems = []
    for _, name, _ in cases:
        why = refused.get(name)
        if why is None:
            problems.append(f"{compiler} accepts {name}")
        elif not any(REFUSAL.search(one) for one in why):
            problems.append(f"{compiler} refuses {name} for another reason: "
                            + "; ".join(why))
    return problems


def check_runs(options, flags, common, cases, directory):
    source = common
    for _, name, body in cases:
        source += f"static void {name}() {{\n{body}}}\n"
    source += "int main() {\n"
    for _, name, _ in cases:
        source += f'  std::puts("{name}");\n  std::fflush(stdout);\n'
        source += f"  {name}();\n"
    source += "}\n"
    path = directory / "cases.cpp"
    path.write_text(source, encoding="ascii")
    problems = []
    for level in LEVELS:
        binary = directory / f"cases{level}"
        command = [options.compiler[0], "-std=c++20", level, "-g1", *flags,
                   "-fsanitize=address,undefined",
                   "-fno-sanitize-recover=undefined", str(path)]
        for library in options.library:
            command += [library,
                        f"-Wl,-rpath,{pathlib.Path(library).parent}"]
        made = subprocess.run([*command, "-o", str(binary)],
                              capture_output=True, text=True, check=False)
        if made.returncode != 0:
            problems.append(f"{level}: does not compile:\n{made.stderr}")
            continue
        ran = subprocess.run([str(binary)], capture_output=True, text=True,
                             check=False)
        if ran.returncode != 0 or ran.stderr:
            last = ran.stdout.split()[-1:] or ["before the first case"]
            problems.append(f"{level}: {last[0]}: exit code {ran.returncode}\n"
                            f"{ran.stderr[:4000]}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", action="append", required=True,
                        help="the first one also builds what runs")
    parser.add_argument("--flag", action="append", default=[])
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--library", action="append", default=[])
    parser.add_argument("cases", type=pathlib.Path)
    options = parser.parse_args()
    flags = options.flag + [f"-I{path}" for path in options.include]
    common, cases = read_cases(options.cases)
    refused = [one for one in cases if one[0] == "refused"]
    runs = [one for one in cases if one[0] == "runs"]
    problems = []
    for compiler in options.compiler:
        problems += check_refused(compiler, flags, common, refused)
    if options.library:
        with tempfile.TemporaryDirectory() as directory:
            problems += check_runs(options, flags, common, runs,
                                   pathlib.Path(directory))
    for problem in problems:
        print(problem)
    print(f"{len(refused)} cases must not compile, {len(runs)} run; "
          f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
