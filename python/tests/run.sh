#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the tests of the Python package with what .ci/setup installed for them.
# usage: run.sh DIRECTORY [pytest arguments]   pith/ is in DIRECTORY
# PITH_TEST_PYTHON: another Python. PITH_TEST_PRELOAD: the runtime of the
# sanitizers that the package was compiled for.
set -euo pipefail
tests=$(cd "$(dirname "$0")" && pwd)
python=${PITH_TEST_PYTHON:-$tests/../../build/python/bin/python}
if [[ ! -x $python ]]; then
  echo "no $python: .ci/setup makes it"
  exit 77
fi
package=$1
shift
export PYTHONPATH=$package PYTHONDONTWRITEBYTECODE=1
if [[ -n ${PITH_TEST_PRELOAD:-} ]]; then
  # Python leaves memory to the end of the process, and blocks of its own
  # allocator would hide what is read beyond an object.
  export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1
  export ASAN_OPTIONS=$ASAN_OPTIONS:strict_string_checks=1
  export UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc
  export LD_PRELOAD=$PITH_TEST_PRELOAD
fi
exec "$python" -m pytest -c "$tests/../pyproject.toml" --rootdir "$tests" \
  -p no:cacheprovider "$tests" "$@"
