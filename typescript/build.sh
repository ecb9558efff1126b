#!/bin/bash
# SPDX-License-Identifier: MIT
# Puts the npm package together in build/typescript, and beside it the packages
# with vocabularies. The modules must be built:
#   cmake --preset wasm && cmake --build --preset wasm --target pith_wasm_tokens_file pith_wasm_file
# and the same with the preset wasm-simd.
# usage: typescript/build.sh [FOLDER_WITH_TOKENIZER_IMAGES]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$here/../build
out=$build/typescript
"$here/node_modules/.bin/tsc" -p "$here"
for name in pith pith-tokens; do
  cp "$build/wasm/typescript/$name.wasm" "$out/dist/$name.wasm"
  cp "$build/wasm-simd/typescript/$name.wasm" "$out/dist/$name.simd.wasm"
done
version=$(sed -n 's/^  VERSION \([0-9.]*\)$/\1/p' "$here/../CMakeLists.txt")
if ! grep -q "^  \"version\": \"$version\",$" "$here/package.json"; then
  echo "typescript/package.json must have version $version" >&2
  exit 1
fi
cp "$here/package.json" "$here/README.md" "$here/../LICENSE" "$out"
[[ $# -gt 0 ]] || exit 0
for encoding in o200k_base cl100k_base p50k_base; do
  image=$1/$encoding.pithtok
  package=pith-tokens-${encoding%_base}
  folder=$build/$package
  mkdir -p "$folder"
  cp "$image" "$here/../LICENSE" "$folder"
  cat >"$folder/index.js" <<END
// SPDX-License-Identifier: MIT
export default {
  name: '$encoding', url: new URL('./$encoding.pithtok', import.meta.url),
};
END
  cat >"$folder/index.d.ts" <<END
declare const vocabulary: {readonly name: string, readonly url: URL};
export default vocabulary;
END
  cat >"$folder/package.json" <<END
{
  "name": "$package",
  "version": "$version",
  "description": "The vocabulary $encoding for pith-wasm",
  "license": "MIT",
  "type": "module",
  "exports": {
    ".": {"types": "./index.d.ts", "default": "./index.js"},
    "./$encoding.pithtok": "./$encoding.pithtok"
  }
}
END
done
