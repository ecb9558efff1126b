#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs a program of examples/library; it prints what its file says, no more.
# usage: example.sh PROGRAM EXPECTED
set -euo pipefail
got=$(mktemp)
trap 'rm -f "$got"' EXIT
"$1" >"$got"
diff -u "$2" "$got"
