#!/bin/bash
# SPDX-License-Identifier: MIT
# usage: run.sh NODE PROGRAM short|full
#        run.sh NODE PROGRAM files FILE...
# Holds our tokens against the original ones: those of the published encodings
# and of the small tokenizers in testdata, or those of tokenizer.json files.
# Skips (77) where the originals were not installed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
node=$1
program=$2
shared=${PITH_SHARED_DIR:-$here/../../../shared}
if [[ ! -d $here/node_modules/tiktoken || ! -d $here/node_modules/tokenizers ]]
then
  echo "skipped: run 'npm ci' in tests/tokenizer first"
  exit 77
fi

# compare NAME|PATH SET...
compare() {
  local name=$1 set
  shift
  for set in "$@"; do
    # Several words, on purpose.
    # shellcheck disable=SC2086
    "$node" "$here/compare.mjs" "$program" "$name" $set
  done
}

encodings=()
if "$program" --tokenizer o200k_base random 1 >/dev/null; then
  encodings=(o200k_base cl100k_base p50k_base r50k_base)
else
  echo "built without embedded tokenizers: only files are compared"
fi
case $3 in
  short)
    for name in "${encodings[@]}"; do
      compare "$name" 'random 4000' 'long 100' 'enumerate 2' 'spaces 2' \
        'codepoints 997' 'vocabulary 211'
    done
    for file in "$here"/../../testdata/tokenizer/*.json; do
      compare "$file" 'random 1500' 'forms 1500' 'spaces 2' \
        '--specials tokens random 1500'
    done
    ;;
  full)
    for name in "${encodings[@]}"; do
      compare "$name" 'random 500000' 'long 20000' 'enumerate 4' 'spaces 5' \
        'codepoints 1' 'marks 1' 'vocabulary 1'
      if [[ -d $shared/datasets ]]; then
        "$node" "$here/compare.mjs" "$program" "$name" codecs \
          "$shared"/datasets/*.json
      fi
    done
    ;;
  files)
    for file in "${@:4}"; do
      compare "$file" 'random 50000' 'long 2000' 'forms 20000' 'enumerate 3' \
        'spaces 4' 'codepoints 37' 'marks 13' 'vocabulary 7'
    done
    ;;
esac
