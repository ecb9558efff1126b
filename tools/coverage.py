#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How much of src/ the tests of a build reached, by what they left behind.

    coverage.py BUILD [--least PERCENT]

Reads BUILD/profiles and every program of BUILD that wrote there. Prints the
files with the smallest share and the sum; writes all of them to
BUILD/coverage.txt. Fails below PERCENT of the lines, and where a source has
no line that was reached. A source that only includes others has no lines.
"""

import argparse
import json
import pathlib
import subprocess
import sys

import systems

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(*words):
    done = subprocess.run([str(w) for w in words], capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"coverage.py: {words[0]} failed:\n{done.stderr[-4000:]}")
    return done.stdout


def programs_of(build):
    """The executables that tests start."""
    found = []
    for directory in ("tests", "fuzz", "apps/pith"):
        for file in sorted((build / directory).iterdir()):
            if file.is_file() and file.stat().st_mode & 0o111 and \
                    file.suffix == "":
                found.append(file)
    return found


def lines_by_file(build):
    """Lines and lines that were reached, by source."""
    profiles = sorted((build / "profiles").glob("*.profraw"))
    if not profiles:
        sys.exit(f"coverage.py: no profiles in {build}: run its tests first")
    merged = build / "coverage.profdata"
    run("llvm-profdata-16", "merge", "--sparse", "--failure-mode=all", "-o",
        merged, *profiles)
    first, *others = programs_of(build)
    text = run("llvm-cov-16", "export", "--summary-only", "--num-threads=2",
               f"--instr-profile={merged}", first,
               *(f"--object={o}" for o in others), "--sources", ROOT / "src")
    found = {}
    for file in json.loads(text)["data"][0]["files"]:
        lines = file["summary"]["lines"]
        name = pathlib.Path(file["filename"]).relative_to(ROOT).as_posix()
        found[name] = (lines["count"], lines["covered"])
    return found


def has_lines(source):
    """Whether a source holds more than includes and comments."""
    return any(line.strip() and not line.lstrip().startswith(("//", "#include"))
               for line in source.read_text().splitlines())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--least", type=float, default=0)
    options = parser.parse_args()

    found = lines_by_file(options.build.resolve())
    sources = {source.relative_to(ROOT).as_posix(): source
               for source in sorted((ROOT / "src").rglob("*.cpp"))}
    missing = [name for name, source in sources.items()
               if has_lines(source) and found.get(name, (0, 0))[1] == 0
               and not systems.is_for_windows(name)]
    share = {name: 100 * covered / count
             for name, (count, covered) in found.items() if count}
    table = [f"{share[name]:6.1f} %  {name}"
             for name in sorted(share, key=share.get)]
    (options.build / "coverage.txt").write_text("\n".join(table) + "\n")
    print("\n".join(table[:10]))
    count = sum(lines for lines, _ in found.values())
    covered = sum(lines for _, lines in found.values())
    total = 100 * covered / max(count, 1)
    print(f"coverage: {total:.1f} % of {count} lines of src/")
    for name in missing:
        print(f"{name}: no line was reached")
    return 1 if total < options.least or missing else 0


if __name__ == "__main__":
    sys.exit(main())
