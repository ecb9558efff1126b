#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the tests of the Python package with what .ci/setup installed for them.
# usage: run.sh DIRECTORY [pytest arguments]   pith/ is in DIRECTORY
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
exec "$python" -m pytest -c "$tests/../pyproject.toml" --rootdir "$tests" \
  -p no:cacheprovider "$tests" "$@"
