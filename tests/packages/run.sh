#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the Debian packages, installs them into an empty root and runs the
# command there. With "twice" it makes them from a second directory too; they
# must be the same bytes.
# usage: tests/packages/run.sh [twice]   CCACHE_DISABLE=1 compiles all of it
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
# The two directories share what the cache has.
export CCACHE_BASEDIR=/ CCACHE_NOHASHDIR=1

# make_packages DIRECTORY: of the source in it.
make_packages() (
  cd "$1"
  cmake --preset deb >"$work/log" || { cat "$work/log"; exit 1; }
  cmake --build --preset deb
  rm -f build/deb/*.deb
  cpack --preset deb >"$work/log" || { cat "$work/log"; exit 1; }
)

make_again() {
  mkdir "$work/again"
  git ls-files -z --cached --others --exclude-standard |
    tar --create --null --files-from=- | tar --extract -C "$work/again"
  # What setup fetched is not part of the source, but of what is built.
  cp -r tools/tokenizer_data/node_modules "$work/again/tools/tokenizer_data/"
  make_packages "$work/again"
  local package
  for package in build/deb/*.deb; do
    cmp "$package" "$work/again/build/deb/${package##*/}"
    echo "${package##*/}: $(stat -c %s "$package") bytes, twice the same"
  done
}

make_packages .
if [[ ${1:-} == twice ]]; then
  make_again
fi

# A data base of its own, so that nothing of this machine is touched.
root=$work/root
mkdir -p "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/info"
touch "$root/var/lib/dpkg/status"
dpkg --root="$root" --force-depends --force-not-root \
  --force-script-chrootless --install build/deb/*.deb >"$work/log" 2>&1 ||
  { cat "$work/log"; exit 1; }

libraries=$(dirname "$(find "$root/usr/lib" -name 'libpith.so.0')")
pith() { LD_LIBRARY_PATH=$libraries "$root/usr/bin/pith" "$@"; }
expect() {
  [[ $1 == "$2" ]] || { printf 'expected: %s\ngot: %s\n' "$1" "$2"; exit 1; }
}
expect '[{"a":1}]' "$(echo '[{"a":1}]' | pith encode | pith decode)"
expect '2  -' "$(printf 'Hello world' | pith tokens)"
expect '{"a":1}' "$(echo 'a: 1' | pith convert --from yaml --to json)"
for name in $(pith help --list); do
  mandoc -T utf8 "$root/usr/share/man/man1/pith-$name.1" >/dev/null
done
for file in bash-completion/completions/pith zsh/vendor-completions/_pith \
  fish/vendor_completions.d/pith.fish \
  doc/pith/examples/gateway/fleet/pith.toml \
  doc/pith/examples/prometheus/pith.rules.yml \
  doc/pith/examples/grafana/pith-gateway.json; do
  [[ -s $root/usr/share/$file ]] || { echo "no $file"; exit 1; }
done
packaging/tests/systemd.sh "$root"
# No path of the machine inside.
if grep -rlF -e "$PWD" -e "$work/again" "$root/usr"; then
  echo 'the files above name the directory they were built in'
  exit 1
fi
echo "packages: installed and run"
