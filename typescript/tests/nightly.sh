#!/bin/bash
# SPDX-License-Identifier: MIT
# The npm package at length: every runtime, SIMD and scalar, the bytes of the C++
# library, attacks, a million calls, its peers. Prints one line for each.
# usage: nightly.sh RELEASE_BUILD
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
release=$1
package=$here/../../build/typescript
vocabularies=$release/src/tokenizer
shared=${PITH_SHARED_DIR:-$here/../../../shared}
peers=$here/peers/node_modules
deno=$peers/@deno/linux-x64-glibc/deno
bun=$peers/@oven/bun-linux-x64/bin/bun
fixtures=$package/fixtures.json
many=${PITH_TYPESCRIPT_DOCUMENTS:-100000}
node "$here/collect.mjs" "$release/apps/pith/pith" "$shared" "$fixtures" 2>/dev/null

for module in pith pith-tokens; do
  for twin in .simd ''; do
    printf '%s%s: %d bytes compressed\n' "$module" "$twin" \
      "$(gzip -9c "$package/dist/$module$twin.wasm" | wc -c)"
  done
done
most() {
  [[ $(gzip -9c "$package/dist/$1.wasm" | wc -c) -le $2 ]]
}
most pith 350000
most pith.simd 350000
most pith-tokens 550000
most pith-tokens.simd 550000

# part WORD...: runs beside others; `jobs` of them at a time.
jobs=${PITH_TYPESCRIPT_JOBS:-$(nproc)}
parts=()
part() {
  local words
  printf -v words '%q ' "$@"
  parts+=("$words")
}
# run_parts: all parts; prints what they print in their order.
run_parts() {
  local logs i
  logs=$(mktemp -d)
  # shellcheck disable=SC2016 # the inner shell expands it
  for i in "${!parts[@]}"; do
    printf '%s\0%s\0' "$logs/$(printf '%03d' "$i")" "${parts[i]}"
  done | xargs -0 -n 2 -P "$jobs" bash -o pipefail -c \
    'eval "$1" >"$0" || { cat "$0"; exit 255; }'
  cat "$logs"/*
  rm -r "$logs"
}
# last_line NAME WORD...: what a program prints last, with a name before it.
last_line() {
  local name=$1
  shift
  "$@" | tail -n 1 | sed "s/^/$name /"
}
export -f last_line

node=(node --max-old-space-size=6000)
part "${node[@]}" "$here/random.mjs" "$package" \
  "$release/tests/differential_documents" gcf \
  --count "$((many * 10))" --seed 1000000
for twin in simd scalar; do
  part "${node[@]}" "$here/hostile.mjs" "$package" \
    "$release/tests/hostile_inputs" 1 "$twin"
  for format in gcf:differential toon:toon tron:tron; do
    part "${node[@]}" "$here/random.mjs" "$package" \
      "$release/tests/${format#*:}_documents" "${format%:*}" \
      --count "$many" --twin "$twin"
  done
  words=("$here/run.mjs" "$package" "$fixtures" "$vocabularies" "$twin")
  part last_line Node node "${words[@]}"
  part last_line Deno "$deno" run -A --no-remote --no-npm "${words[@]}"
  part last_line Bun "$bun" "${words[@]}"
done
part node "$here/browser.mjs" "$package" "$fixtures" "$vocabularies"
part node --expose-gc "$here/leak.mjs" "$package"
part node "$here/adapters.mjs" "$package" "$vocabularies"
part node "$here/docs.mjs" "$package" "$vocabularies"
run_parts
for dist in one two; do
  python3 "$here/../../packaging/release.py" --out "$package/../wasm_$dist" \
    --only wasm --wasm "$package/.." --target linux-x64 \
    --binary "linux-x64=$release/apps/pith/pith" \
    --pages-from "$release/apps/pith/pith" >/dev/null
done
diff -r "$package/../wasm_one" "$package/../wasm_two"
node "$here/install.mjs" "$package/../wasm_one"
node "$here/../bench/run.mjs" "$package" "$shared/datasets" "$vocabularies"
