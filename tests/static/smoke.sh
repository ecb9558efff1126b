#!/bin/bash
# SPDX-License-Identifier: MIT
# The command as one file: it names no interpreter and no library, is small,
# and works in a root that holds nothing else.
# usage: smoke.sh PITH TINY_SERVER [EMULATOR]   the server is for this machine
set -euo pipefail
pith=$1 server=$2 emulator=${3:-}

fail() {
  printf 'static: %s\n' "$1"
  exit 1
}

if readelf --program-headers "$pith" | grep -q INTERP; then
  fail 'it names an interpreter'
fi
if readelf --dynamic "$pith" | grep -q NEEDED; then
  fail 'it needs libraries'
fi
# Where it lies in memory is for the system to choose.
readelf --file-header "$pith" | grep -q 'Type: *DYN' || fail 'it is not PIE'
size=$(stat -c %s "$pith")
packed=$(gzip -9 -c "$pith" | wc -c)
printf 'static: %d bytes, %d after gzip -9\n' "$size" "$packed"
# The targets are 18,000,000 and 8,500,000; docs/dependencies.md says what
# takes the rest.
[[ $size -le 20800000 ]] || fail 'more than 20,800,000 bytes'
[[ $packed -le 9500000 ]] || fail 'more than 9,500,000 bytes after gzip -9'

# A root with these files alone. Who is not root becomes it in a namespace of
# their own, where that is allowed.
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cp "$pith" "$root/pith"
cp "$server" "$root/server"
enter=(chroot)
if [[ $(id -u) -ne 0 ]]; then
  enter=(unshare --map-root-user chroot)
fi
start=()
if [[ -n $emulator ]]; then
  cp "$emulator" "$root/emulator"
  start=(/emulator)
fi
if ! "${enter[@]}" "$root" "${start[@]}" /pith --version >"$root/version" 2>&1; then
  if [[ ${enter[0]} == unshare ]] && ! unshare --map-root-user true; then
    echo 'skipped: this user may not change the root'
    exit 77
  fi
  fail "$(cat "$root/version")"
fi
run() { "${enter[@]}" "$root" "${start[@]}" /pith "$@"; }
expect() {
  [[ $1 == "$2" ]] || fail "expected: $1 got: $2"
}
grep -Eq '^pith [0-9]+\.[0-9]+\.[0-9]+' "$root/version" ||
  fail "--version says $(cat "$root/version")"
expect '[{"a":1}]' "$(echo '[{"a":1}]' | run encode | run decode)"
expect '2  -' "$(printf 'Hello world' | run tokens)"
expect '{"a":1}' "$(echo 'a: 1' | run convert --from yaml --to json)"

# A session with a server: its table arrives in a cheaper form.
answers=$(printf '%s\n' \
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"smoke","version":"1"}}}' \
  '{"jsonrpc":"2.0","method":"notifications/initialized"}' \
  '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"rows","arguments":{}}}' |
  run proxy -- /server)
[[ $(grep -c '"serverInfo"' <<<"$answers") -eq 1 ]] || fail "$answers"
grep '"id":2' <<<"$answers" | grep -q '## \[40\]{id,name,state,total}' ||
  fail "the table was not rewritten: $answers"
echo 'static: runs alone'
