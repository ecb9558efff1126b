#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs programs for Windows under wine, and prints a table of what passed. Wine
# is not Windows: docs/windows.md says where it differs.
# usage: run.sh CORE PITH.EXE     CORE: the build directory windows-x64-core
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
core=$(realpath "$1")
pith=$(realpath "$2")
# shellcheck source=/dev/null
. "$here/prefix.sh"  # sets wine
: "${wine:?}"
shared=$(realpath "${PITH_SHARED_DIR:-$here/../../../shared}")
failed=0
rows=()

# row NAME STATUS WHAT
row() {
  rows+=("| $1 | $([[ $2 -eq 0 ]] && echo passed || echo FAILED) | $3 |")
  [[ $2 -eq 0 ]] || failed=$((failed + 1))
}

work=$(mktemp -d -t pith-windows-XXXXXX)
for program in "$core"/tests/conformance_*.exe; do
  name=${program##*/}
  name=${name%.exe}
  status=0
  "$wine" "$program" >"$work/$name.log" 2>&1 || status=$?
  [[ $status -eq 0 ]] || tail -n 20 "$work/$name.log"
  row "$name" "$status" \
    "$(tr -d '\r' <"$work/$name.log" | grep -E ' (passed|differ)|PASSED' |
      sed -E 's/^\[ +PASSED +\] //' | paste -sd ';')"
done

status=0
python3 "$here/command.py" "$wine" "$pith" "$shared" >"$work/command.log" 2>&1 ||
  status=$?
[[ $status -eq 0 ]] || cat "$work/command.log"
row 'what only Windows has' "$status" "$(tail -n 1 "$work/command.log")"

status=0
python3 "$here/cli.py" "$wine" "$pith" >"$work/cli.log" 2>&1 || status=$?
cat "$work/cli.log"
row 'tests/cli' "$status" "$(tail -n 1 "$work/cli.log")"

rm -r "$work"
printf '\n| what | | figures |\n|---|---|---|\n'
printf '%s\n' "${rows[@]}"
printf '%d of %d parts failed\n' "$failed" "${#rows[@]}"
[[ $failed -eq 0 ]]
