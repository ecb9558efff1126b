#!/bin/bash
# SPDX-License-Identifier: MIT
# usage: run.sh NODE PROGRAM short|full
# Holds our tokens against the original ones. Skips (77) where the original
# was not installed, or the program has no embedded tokenizers.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
node=$1
program=$2
if [[ ! -d $here/node_modules/tiktoken ]]; then
  echo "skipped: run 'npm ci' in tests/tokenizer first"
  exit 77
fi
if ! "$program" --tokenizer o200k_base random 1 >/dev/null; then
  echo "skipped: built without embedded tokenizers"
  exit 77
fi
case $3 in
  short)
    sets=('random 4000' 'long 100' 'enumerate 2' 'spaces 2' 'codepoints 997'
      'vocabulary 211')
    ;;
  full)
    sets=('random 500000' 'long 20000' 'enumerate 4' 'spaces 5' 'codepoints 1'
      'marks 1' 'vocabulary 1')
    ;;
esac
for name in o200k_base cl100k_base p50k_base r50k_base; do
  for set in "${sets[@]}"; do
    # Two words, on purpose.
    # shellcheck disable=SC2086
    "$node" "$here/compare.mjs" "$program" "$name" $set
  done
done
