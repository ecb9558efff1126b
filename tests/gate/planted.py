#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants a fault for each gate in a copy of the repository; the gate must
name it. A gate that lets its fault pass is broken.

usage: planted.py [NAME...]     all, or for example leak race
"""

import dataclasses
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# What .ci/setup has installed beside the sources.
INSTALLED = ["tests/differential", "tests/mcp", "tests/tokenizer",
             "tools/tokenizer_data"]


@dataclasses.dataclass
class Fault:
    name: str
    file: str
    after: str  # the text that the fault follows
    fault: str
    command: str  # a stage, or the part of one that takes the least time
    words: str  # what the gate must say


FAULTS = [
    Fault("format", "src/text/utf8.cpp", "namespace pith::inline v0::text {\n",
          "int   wide ;\n", ".ci/run format", "code should be clang-formatted"),
    Fault("script", ".ci/setup", "set -euo pipefail\n", "echo $1\n",
          ".ci/run scripts", "SC2086"),
    Fault("arrow", "src/text/utf8.cpp", '#include "text/utf8.hpp"\n',
          '#include "gcf/lex/scalar.hpp"\n', ".ci/run checks",
          "src/text/utf8.cpp"),
    Fault("tidy", "src/text/utf8.cpp", "namespace pith::inline v0::text {\n",
          "int* planted() { return 0; }\n", ".ci/run tidy",
          "modernize-use-nullptr"),
    Fault("leak", "tests/unit/text/utf8_test.cpp", "namespace {\n",
          "TEST(planted, leak) { EXPECT_NE(new int[100], nullptr); }\n",
          "cmake --preset asan-ubsan && "
          "cmake --build --preset asan-ubsan --target unit_text && "
          "ctest --preset asan-ubsan -R '^unit.text$'",
          "LeakSanitizer"),
    Fault("overflow", "tests/unit/text/utf8_test.cpp", "namespace {\n",
          "TEST(planted, overflow) {\n"
          "  int n = 0x7FFFFFFF;\n"
          "  EXPECT_LT(++n, 0);\n}\n",
          "cmake --preset asan-ubsan && "
          "cmake --build --preset asan-ubsan --target unit_text && "
          "ctest --preset asan-ubsan -R '^unit.text$'",
          "signed integer overflow"),
    Fault("race", "tests/unit/tokenizer/counter_test.cpp", "namespace {\n",
          "TEST(planted, threads) {\n  int n = 0;\n"
          "  std::thread other([&n] { ++n; });\n  ++n;\n  other.join();\n"
          "  EXPECT_GT(n, 0);\n}\n",
          "cmake --preset tsan && "
          "cmake --build --preset tsan --target unit_tokenizer && "
          "build/tsan/tests/unit_tokenizer --gtest_filter='planted*'",
          "ThreadSanitizer: data race"),
    Fault("uncovered", "src/CMakeLists.txt", "set(pith_text_sources\n",
          "    text/planted.cpp\n",
          "echo 'namespace pith::inline v0::text { int planted(int n); "
          "int planted(int n) { return n + 1; } }' > src/text/planted.cpp && "
          "cmake --preset asan-ubsan && "
          "cmake --build --preset asan-ubsan --target unit_text && "
          "ctest --preset asan-ubsan -R '^unit.text$' && "
          "python3 tools/coverage.py build/asan-ubsan --least 95",
          "src/text/planted.cpp: no line was reached"),
    Fault("slower", "src/gcf/encode.cpp",
          "encoder::encode_to(sink& out, value v) {\n",
          "  for (volatile int i = 0; i < 1000000;) i = i + 1;\n",
          ".ci/run instructions", "more instructions than the baselines"),
]


def copy_to(place):
    """The files that git knows, as they are now, as a repository."""
    subprocess.run(["git", "clone", "-q", str(ROOT), str(place)], check=True)
    changed = subprocess.run(["git", "diff", "HEAD", "--binary"], cwd=ROOT,
                             check=True, capture_output=True).stdout
    if changed:
        subprocess.run(["git", "apply"], cwd=place, input=changed, check=True)
    for directory in INSTALLED:
        (place / directory / "node_modules").symlink_to(
            ROOT / directory / "node_modules")
    # What the presets with the static command are configured with.
    (place / "build").mkdir()
    (place / "build" / "deps").symlink_to(ROOT / "build" / "deps")
    shared = ROOT.parent / "shared"
    if shared.exists():
        (place.parent / "shared").symlink_to(shared)


def plant(place, fault):
    file = place / fault.file
    text = file.read_text()
    if fault.after not in text:
        sys.exit(f"planted.py: {fault.file} has changed: there is no place "
                 f"for the fault '{fault.name}'")
    file.write_text(text.replace(fault.after, fault.after + fault.fault, 1))
    return text


def try_fault(place, fault):
    """What is wrong with the gate; nothing when it found the fault."""
    before = plant(place, fault)
    environment = {**os.environ, "CCACHE_BASEDIR": str(place),
                   "CCACHE_NOHASHDIR": "1",
                   "CCACHE_SLOPPINESS": "pch_defines,time_macros"}
    done = subprocess.run(["bash", "-c", fault.command], cwd=place, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=environment, check=False)
    (place / fault.file).write_text(before)
    if done.returncode == 0:
        return "the gate passed"
    if fault.words not in done.stdout:
        return f"no word of it in:\n{done.stdout[-3000:]}"
    return None


def main():
    names = sys.argv[1:] or [fault.name for fault in FAULTS]
    failed = 0
    with tempfile.TemporaryDirectory() as directory:
        place = pathlib.Path(directory) / "pith"
        copy_to(place)
        for fault in (f for f in FAULTS if f.name in names):
            problem = try_fault(place, fault)
            print(f"planted {fault.name}:", problem or "found", flush=True)
            failed += problem is not None
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
