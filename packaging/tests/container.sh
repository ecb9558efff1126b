#!/bin/bash
# SPDX-License-Identifier: MIT
# The image of packaging/container: twice the same digest, and it serves. runc
# starts it as the image says, with a file system that cannot be written, without
# capabilities, in the network of this machine. Needs root, buildah and runc.
# usage: packaging/tests/container.sh PITH   the static command
set -euo pipefail
pith=$(realpath "$1")
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
name=pith-test-$$
started=
# shellcheck disable=SC2317 # the trap calls it
clean() {
  if [[ -n $started ]]; then
    runc kill "$name" KILL 2>/dev/null || true
    wait "$started" || true
  fi
  rm -rf "$work"
}
trap clean EXIT
fail() { echo "container: $*" >&2; exit 1; }

first=$(packaging/container/build.sh "$pith" "$work/first")
second=$(packaging/container/build.sh "$pith" "$work/second")
[[ $first =~ ^sha256:[0-9a-f]{64}$ ]] || fail "no digest: $first"
[[ $first == "$second" ]] || fail "two digests: $first, $second"

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
mkdir "$work/etc"
printf 'listen = "127.0.0.1:%s"\n[server.none]\nurl = "http://127.0.0.1:1/mcp"\n' \
  "$port" >"$work/etc/gateway.toml"
chmod -R a+rX "$work"
python3 packaging/tests/oci_bundle.py "$work/first" "$work/bundle" \
  "$work/etc=/etc/pith"

runc run --bundle "$work/bundle" "$name" >"$work/log" 2>&1 &
started=$!
for ((i = 0; i < 100; ++i)); do
  said=$(curl -s "http://127.0.0.1:$port/readyz" || true)
  [[ $said != ready ]] || break
  kill -0 "$started" 2>/dev/null || break
  sleep 0.1
done
[[ $said == ready ]] || { cat "$work/log"; fail 'it does not become ready'; }
pid=$(runc state "$name" |
  python3 -c 'import json, sys; print(json.load(sys.stdin)["pid"])')
user=$(awk '/^Uid:/ { print $2 }' "/proc/$pid/status")
[[ $user == 65532 ]] || fail "it runs as $user"
runc kill "$name" TERM
wait "$started" || fail "it ends with $?"
started=
echo "container: $first twice, ready, ended in good order"
