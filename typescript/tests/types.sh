#!/bin/bash
# SPDX-License-Identifier: MIT
# The sources of the npm package have no errors of type. Skips (77) without the
# compiler (.ci/setup installs it).
# usage: types.sh NODE
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
compiler=$here/../node_modules/typescript/bin/tsc
if [[ ! -f $compiler ]]; then
  echo "skipped: run 'npm ci' in typescript first"
  exit 77
fi
"$1" "$compiler" -p "$here/.." --noEmit
