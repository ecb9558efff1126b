# SPDX-License-Identifier: MIT
"""JSON, and TRON, which is JSON with classes declared before it."""
from __future__ import annotations

import re

from pith_evals.scanners.marks import Marks

_PIECES = re.compile(r'("(?:[^"\\]|\\.)*")|([{}\[\](),:])|([ \t\r\n]+)')


def scan_json(text: str) -> Marks:
    marks = Marks(text)
    _scan_value(marks, 0)
    return marks


def scan_tron(text: str) -> Marks:
    """Class names are content: the writer chooses them and a reader needs them."""
    marks = Marks(text)
    position = 0
    while text.startswith("class ", position):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        marks.layout(position + 5, position + 6)
        marks.split(position, end, ",:")
        for blank in range(position + 6, end):
            if text[blank] == " " and text[blank - 1] == ":":
                marks.layout(blank, blank + 1)
        position = min(end + 1, len(text))
        marks.layout(end, position)
    _scan_value(marks, position)
    return marks


def _scan_value(marks: Marks, begin: int) -> None:
    for match in _PIECES.finditer(marks.text, begin):
        if match.group(1):
            marks.quotes(match.start(), match.end())
        elif match.group(2):
            marks.structure(match.start())
        else:
            marks.layout(match.start(), match.end())
