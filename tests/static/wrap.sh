#!/bin/bash
# SPDX-License-Identifier: MIT
# Writes a script that runs a command of another architecture under an emulator
# and prints where it is.
# usage: wrap.sh PITH EMULATOR
set -euo pipefail
pith=$(realpath "$1")
mkdir -p "${pith%/*}/wrapped"
printf '#!/bin/sh\nexec %s %s "$@"\n' "$2" "$pith" >"${pith%/*}/wrapped/pith"
chmod +x "${pith%/*}/wrapped/pith"
echo "${pith%/*}/wrapped/pith"
