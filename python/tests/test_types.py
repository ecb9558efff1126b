# SPDX-License-Identifier: MIT
"""The stubs: mypy, strictly, and that they name what there is."""

from __future__ import annotations

import ast
import pathlib
import subprocess
import sys

import pith
import pytest
from conftest import size
from pith import _pith

PACKAGE = pathlib.Path(__file__).resolve().parents[1] / "src/pith"


# Importing what these are for takes mypy a minute: for the nightly run.
ADAPTERS = {"fastmcp.py", "langchain.py", "mcp.py"}


def test_mypy(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("mypy")
    files = [path for path in sorted(PACKAGE.glob("*.py*"))
             if size("all", 0) or path.name not in ADAPTERS]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path,
         *files],
        capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_are_complete() -> None:
    stub = ast.parse((PACKAGE / "_pith.pyi").read_text())
    named: dict[str, set[str]] = {}
    for node in stub.body:
        if isinstance(node, ast.FunctionDef):
            named[node.name] = set()
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            named[node.name] = {inner.name for inner in node.body
                                if isinstance(inner, ast.FunctionDef)
                                and not inner.name.startswith("__")}
        elif isinstance(node, ast.AnnAssign):
            assert isinstance(node.target, ast.Name)
            if not node.target.id.startswith("_"):
                named[node.target.id] = set()
    there = {name for name in dir(_pith) if not name.startswith("_")}
    assert there == named.keys()
    for name in there:
        if isinstance(getattr(_pith, name), type):
            public = {n for n in dir(getattr(_pith, name))
                      if not n.startswith("_")}
            assert public == named[name], name


def test_everything_public_is_listed() -> None:
    for name in pith.__all__:
        assert hasattr(pith, name)
