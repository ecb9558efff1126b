#!/bin/bash
# SPDX-License-Identifier: MIT
# Builds the static command again, from another directory: the same bytes.
# usage: twice.sh PITH   takes a quarter of an hour of CPU time
set -euo pipefail
pith=$(realpath "$1")
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A cache would give back what the first directory made.
export CCACHE_DISABLE=1
again=$work/again
mkdir -p "$again/build"
git ls-files -z --cached --others --exclude-standard |
  tar --create --null --files-from=- | tar --extract -C "$again"
# What setup fetched is not part of the source, but of what is built.
cp -r tools/tokenizer_data/node_modules "$again/tools/tokenizer_data/"
cp -r build/deps "$again/build/"
(
  cd "$again"
  cmake --preset static >"$work/log" || { cat "$work/log"; exit 1; }
  cmake --build --preset static
)
cmp "$pith" "$again/build/static/apps/pith/pith"
if grep -lF -e "$PWD" -e "$again" "$pith"; then
  echo 'it names the directory that it was built in'
  exit 1
fi
echo "static: $(stat -c %s "$pith") bytes, twice the same"
