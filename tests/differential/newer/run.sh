#!/bin/bash
# SPDX-License-Identifier: MIT
# Fetches and builds the newer reference packages, at pinned versions, in
# build/newer, and holds pith against each of them.
# usage: run.sh DIFFERENTIAL_DOCUMENTS [arguments of newer.py]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(cd "$here/../../.." && pwd)/build/newer
program=$1
shift

if ! command -v cargo >/dev/null; then
  echo 'run.sh: install cargo 1.80 or newer first' >&2
  exit 1
fi

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q --disable-pip-version-check --require-hashes \
  -r "$here/requirements.txt"
cargo build -q --release \
  --manifest-path "$here/gcf_rust/Cargo.toml" --target-dir "$work/rust"

python3 "$here/newer.py" "$program" --name gcf-python "$@" -- \
  "$work/venv/bin/python" "$here/gcf_python.py"
python3 "$here/newer.py" "$program" --name gcf-rust "$@" -- \
  "$work/rust/release/gcf_peer"
