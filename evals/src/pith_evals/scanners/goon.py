# SPDX-License-Identifier: MIT
"""GOON: sections, groups of nodes and edges, key=value fields."""
from __future__ import annotations

import re

from pith_evals.scanners.marks import QUOTED, Marks

_GROUP = re.compile(r"[^\s\"()]+(\()\d+(\))(:)$")


def scan_goon(text: str) -> Marks:
    """Blanks separate the fields of a line, so they are delimiters here."""
    marks = Marks(text)
    section = ""
    begin = 0
    while begin < len(text):
        end = text.find("\n", begin)
        end = len(text) if end < 0 else end
        group = _GROUP.match(text[begin:end])
        if text.startswith("@", begin):
            marks.structure(begin)
            section = text[begin + 1 : end]
        elif section == "header":
            marks.structure(text.index(":", begin))
        elif group is not None:
            for number in (1, 2, 3):
                marks.structure(begin + group.start(number))
        else:
            _scan_fields(marks, begin, end, section == "edges")
        if end < len(text):
            marks.structure(end)
        begin = end + 1
    return marks


def _scan_fields(marks: Marks, begin: int, end: int, is_edge: bool) -> None:
    text = marks.text
    has_key = False
    position = begin
    while position < end:
        quoted = QUOTED.match(text, position, end)
        if quoted is not None:
            marks.quotes(position, quoted.end())
            position = quoted.end()
            continue
        if text[position] == " ":
            marks.structure(position, "blank")
            has_key = False
        elif text.startswith("-->", position) and text[position - 1] == " ":
            for sign in range(position, position + 3):
                marks.structure(sign, "arrow")
            position += 2
        elif text[position] == "=" and not has_key:
            marks.structure(position)
            has_key = True
        elif text[position] == ":" and is_edge and not has_key:
            marks.structure(position)
            has_key = True
        position += 1
