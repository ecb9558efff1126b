#!/bin/bash
# SPDX-License-Identifier: MIT
# usage: run.sh NODE PROGRAM [arguments of compare.mjs]
# Skips (77) where the reference package was not installed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if [[ ! -d $here/node_modules/@blackwell-systems/gcf ]]; then
  echo "skipped: run 'npm ci' in tests/differential first"
  exit 77
fi
exec "$1" "$here/compare.mjs" "${@:2}"
