#!/bin/bash
# SPDX-License-Identifier: MIT
# usage: run.sh NODE SCRIPT PROGRAM [arguments of the script]
# Skips (77) where the reference packages were not installed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
for package in @blackwell-systems/gcf @toon-format/toon @tron-format/tron; do
  if [[ ! -d $here/node_modules/$package ]]; then
    echo "skipped: run 'npm ci' in tests/differential first"
    exit 77
  fi
done
exec "$1" "$here/$2" "${@:3}"
