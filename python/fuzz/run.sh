#!/bin/bash
# SPDX-License-Identifier: MIT
# Fuzzes the Python package of the preset python-asan with atheris.
# usage: run.sh CORPUS [libFuzzer arguments]
set -euo pipefail
cd "$(dirname "$0")/../.."
home=$PWD/build/atheris
python=$home/bin/python
if [[ ! $home/.installed -nt python/requirements-fuzz.txt ]]; then
  # atheris has wheels for single versions of CPython; Debian's is one of them.
  /usr/bin/python3 -m venv --clear "$home"
  "$python" -m pip install -q --disable-pip-version-check \
    -r python/requirements-fuzz.txt
  touch "$home/.installed"
fi

# One runtime with the sanitizers and libFuzzer, to be loaded before Python. The
# one that atheris brings is of another clang, and lacks what ours calls.
runtime=$home/asan_with_fuzzer.so
if [[ ! -e $runtime ]]; then
  archive() { clang++-16 -print-file-name="libclang_rt.$1-x86_64.a"; }
  cp "$(archive asan)" "$home/asan.a"
  llvm-ar-16 d "$home/asan.a" asan_preinit.cpp.o  # for programs only
  clang++-16 -shared -o "$runtime" -Wl,--whole-archive "$home/asan.a" \
    "$(archive asan_cxx)" "$(archive fuzzer_no_main)" \
    -Wl,--no-whole-archive -lpthread -ldl -lrt -lm -lresolv
fi

# Python itself leaves memory to the end of the process.
export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1
export UBSAN_OPTIONS=print_stacktrace=1
# Blocks of Python's own allocator would hide what is read beyond an object.
export PYTHONMALLOC=malloc PYTHONDONTWRITEBYTECODE=1
export PYTHONPATH=$PWD/build/python-asan/python:$PWD/python/fuzz
LD_PRELOAD=$runtime exec "$python" python/fuzz/run.py "$@"
