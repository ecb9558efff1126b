# SPDX-License-Identifier: MIT
"""The snippets of the documentation: blocks of ``python`` run in order, one
page in one namespace; a ``text`` block directly after one is what it prints.
``python fragment`` is only shown."""

from __future__ import annotations

import contextlib
import io
import re

import pytest
from conftest import REPOSITORY

BLOCK = re.compile(r"^```(\w*)([^\n]*)\n(.*?)^```$", re.M | re.S)


@pytest.mark.parametrize("page", ["docs/python.md", "docs/bulk.md",
                                  "docs/languages.md", "README.md",
                                  "python/README.md"])
def test_page(page: str) -> None:
    text = (REPOSITORY / page).read_text()
    for package in ["pyarrow", "mcp"]:
        if re.search(rf"^(import|from) {package}\b", text, re.M):
            pytest.importorskip(package)
    names: dict[str, object] = {}
    printed: str | None = None
    ran = 0
    for language, words, body in BLOCK.findall(text):
        assert language != "python" or words in {"", " fragment"}, page
        if language == "python" and not words:
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(body, page, "exec"), names)
            printed = out.getvalue()
            ran += 1
        else:
            if language == "text" and printed is not None:
                assert printed == body, page
            printed = None
    assert ran > 0
