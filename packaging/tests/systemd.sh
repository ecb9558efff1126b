#!/bin/bash
# SPDX-License-Identifier: MIT
# The unit of the gateway, as systemd reads it: nothing to complain about, and
# an exposure of at most 2.0. Needs no running systemd.
# usage: packaging/tests/systemd.sh [ROOT]   the unit as it is installed there
set -euo pipefail
cd "$(dirname "$0")/../.."
name=pith-gateway.service
most=2.0

if ! command -v systemd-analyze >/dev/null; then
  echo "skipped: there is no systemd-analyze; run '.ci/setup' first"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=${1:-}
if [[ -z $root ]]; then
  root=$work/root
  install -D -m 644 "packaging/systemd/$name" "$root/usr/lib/systemd/system/$name"
  install -D -m 755 /dev/null "$root/usr/bin/pith"
fi
# Units that every system has, and the programs that ours names beside pith.
mkdir -p "$work/all/usr/lib/systemd" "$work/all/bin"
cp -r /lib/systemd/system "$work/all/usr/lib/systemd/"
cp "$root/usr/lib/systemd/system/$name" "$work/all/usr/lib/systemd/system/"
install -D -m 755 "$root/usr/bin/pith" "$work/all/usr/bin/pith"
install -D -m 755 /bin/kill "$work/all/bin/kill"

systemd-analyze verify --man=no --root="$work/all" "$name" >"$work/said" 2>&1 ||
  { cat "$work/said"; exit 1; }
# It says what it ignores and still ends with 0.
if grep -F "$name" "$work/said"; then
  exit 1
fi
systemd-analyze security --offline=true --no-pager --root="$work/all" "$name" \
  >"$work/score"
score=$(grep -oE 'Overall exposure level for [^:]*: [0-9.]+' "$work/score" |
  grep -oE '[0-9.]+$')
if awk -v a="$score" -v b="$most" 'BEGIN { exit !(a > b) }'; then
  cat "$work/score"
  echo "systemd: an exposure of $score; at most $most is allowed"
  exit 1
fi
echo "systemd: nothing to complain about, exposure $score"
