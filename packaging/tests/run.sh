#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes a release twice, which must be the same bytes, runs the linters over it,
# and installs every package into an empty root. As root: debootstrap and
# chroot need it.
# usage: packaging/tests/run.sh [arguments of release.py]   .ci/nightly release
set -euo pipefail
cd "$(dirname "$0")/../.."

# What the packages are tested with, at pinned versions.
if [[ ! build/packaging/.installed -nt packaging/tests/requirements.txt ]]; then
  python3 -m venv --clear build/packaging
  build/packaging/bin/pip install -q --disable-pip-version-check \
    -r packaging/tests/requirements.txt
  touch build/packaging/.installed
fi
lock=packaging/tests/node_modules/.package-lock.json
if [[ ! $lock -nt packaging/tests/package-lock.json ]]; then
  npm ci --prefix packaging/tests --no-audit --no-fund
  touch "$lock"
fi
python3 tools/bundled_deps.py build/deps

arguments=(--certificates /usr/share/ca-certificates/mozilla "$@")
rm -rf build/dist build/dist_again
python3 packaging/release.py --out build/dist "${arguments[@]}"
python3 packaging/release.py --out build/dist_again "${arguments[@]}" >/dev/null
diff -r build/dist build/dist_again
echo "release: $(find build/dist -type f | wc -l) files, twice the same"
packaging/tests/lint.sh build/dist
python3 packaging/tests/launcher_times.py build/dist
python3 packaging/tests/trials.py build/dist

# The library, from sources as the recipe exports them.
export CONAN_HOME=$PWD/build/conan
build/packaging/bin/conan profile detect --force >/dev/null 2>&1
build/packaging/bin/conan create packaging/conan -s compiler.cppstd=20 \
  -c tools.build:jobs="$(nproc)" >build/conan.log 2>&1 ||
  { tail -n 50 build/conan.log; exit 1; }
grep -q 'GCF profile=generic' build/conan.log
echo 'conan: created, and its test ran'
