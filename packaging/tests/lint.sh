#!/bin/bash
# SPDX-License-Identifier: MIT
# Every file of a release passes the linter that its kind has.
# usage: packaging/tests/lint.sh DIST
set -euo pipefail
dist=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
tools=build/packaging/bin
modules=packaging/tests/node_modules

shellcheck "$dist/install.sh"
# The two names of the command are one script, and there is no Python inside.
"$tools/twine" check --strict "$dist"/*.whl
"$tools/check-wheel-contents" --ignore W002,W007 "$dist"/*.whl
for package in "$dist"/*.tgz; do
  npm pack --dry-run "$package" >/dev/null 2>&1 ||
    { echo "npm refuses $package"; exit 1; }
  node "$modules/publint/src/cli.js" "$package" --strict
done
# The address of a project that has none yet.
lintian --allow-root --fail-on error,warning --suppress-tags \
  bogus-mail-host,bogus-mail-host-in-debian-changelog "$dist"/pith_*.deb
ruby -c "$dist/pith.rb" >/dev/null
(cd "$dist" && sha256sum --check --quiet --strict SHA256SUMS)

# What the file of static.smoke may have, and its pages (docs/dependencies.md).
for file in "$dist"/*.tgz "$dist"/*.whl "$dist"/*.tar.gz; do
  size=$(stat -c %s "$file")
  [[ $size -le 9700000 ]] ||
    { echo "${file##*/}: $size bytes, 9700000 are allowed"; exit 1; }
done
echo 'lint: nothing found'
