#!/bin/bash
# SPDX-License-Identifier: MIT
# The npm package in Node: all suites with SIMD, and a little of what
# `.ci/nightly typescript` does at length. Skips (77) where the package was not
# built (typescript/build.sh).
# usage: gate.sh NODE PITH VOCABULARIES DIFFERENTIAL_DOCUMENTS HOSTILE_INPUTS
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
node=$1 pith=$2 vocabularies=$3 documents=$4 attacks=$5
package=$here/../../build/typescript
if [[ ! -f $package/dist/pith-tokens.simd.wasm || ! -f $package/dist/index.js ]]; then
  echo "skipped: typescript/build.sh has not put the package together"
  exit 77
fi
fixtures=$(mktemp)
trap 'rm -f "$fixtures"' EXIT
"$node" "$here/collect.mjs" "$pith" "${PITH_SHARED_DIR:-$here/../../../shared}" \
  "$fixtures" 2>/dev/null
"$node" "$here/run.mjs" "$package" "$fixtures" "$vocabularies"
"$node" "$here/random.mjs" "$package" "$documents" gcf --count 500
"$node" "$here/hostile.mjs" "$package" "$attacks" 100
"$node" "$here/docs.mjs" "$package" "$vocabularies" || [[ $? -eq 77 ]]
"$node" "$here/adapters.mjs" "$package" "$vocabularies" || [[ $? -eq 77 ]]
