#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs the tests of the experiments, with mock models only, with what .ci/setup
# installed for them.
# usage: run.sh DIRECTORY [pytest arguments]   pith/ is in DIRECTORY
# PITH_EVALS_PYTHON: another Python that has evals/requirements.txt.
set -euo pipefail
evals=$(cd "$(dirname "$0")/.." && pwd)
python=${PITH_EVALS_PYTHON:-$evals/../build/evals/bin/python}
if [[ ! -x $python ]]; then
  echo "no $python: .ci/setup makes it"
  exit 77
fi
package=$(cd "$1" && pwd)
shift
export PYTHONPATH=$package PYTHONDONTWRITEBYTECODE=1
cd "$evals"
# What Inspect logs would hide what failed.
exec "$python" -m pytest -q -p no:cacheprovider --show-capture=stdout \
  -W ignore::DeprecationWarning "$@"
