#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the API pages of the public headers; a warning is an error. They are
# then in OUTPUT/html.
# usage: api.sh DOXYGEN SOURCE_DIR BUILD_DIR VERSION OUTPUT
set -euo pipefail
doxygen=$1 source_dir=$2 build_dir=$3 version=$4 output=$5
rm -rf "$output"
mkdir -p "$output"
cd "$source_dir"
{
  cat docs/Doxyfile
  printf 'INPUT = "%s" "%s"\n' include/pith "$build_dir/include/pith"
  printf 'STRIP_FROM_PATH += "%s"\n' "$build_dir/include"
  printf 'OUTPUT_DIRECTORY = "%s"\nPROJECT_NUMBER = %s\n' "$output" "$version"
} | "$doxygen" -
# Pages that say nothing would have no warnings either.
for page in classpith_1_1document gcf__delta_8hpp pith_8h; do
  [[ -s $output/html/$page.html ]] || { echo "no page $page"; exit 1; }
done
echo "$(find "$output/html" -name '*.html' | wc -l) pages in $output/html"
