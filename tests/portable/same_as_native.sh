#!/bin/bash
# SPDX-License-Identifier: MIT
# The smoke test by a native program and by one for WASI: the same lines.
# usage: same_as_native.sh NATIVE WASM TOKENIZER_IMAGE DATASETS
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
native=$(realpath "$1")
wasm=$(realpath "$2")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$3" "$scratch/image"
cp "$4"/*.json "$scratch"
cd "$scratch"
files=(*.json)
"$native" image "${files[@]}" >native.txt
# Inside, the folder is the root.
node --no-warnings "$here/run_wasm.mjs" "$wasm" "$scratch" \
  /image "${files[@]/#//}" | sed 's|^/||' >wasm.txt
diff native.txt wasm.txt
printf 'wasm: %d lines as native\n' "$(wc -l <wasm.txt)"
