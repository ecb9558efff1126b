# SPDX-License-Identifier: MIT
"""CSV and Markdown tables."""
from __future__ import annotations

from pith_evals.scanners.marks import Marks


def scan_csv(text: str) -> Marks:
    marks = Marks(text)
    position = 0
    while position < len(text):
        if text[position] == '"':
            end = _end_of_csv_string(text, position)
            marks.quotes(position, end)
            position = end
            continue
        if text[position] in ",\n":
            marks.structure(position)
        position += 1
    return marks


def scan_markdown(text: str) -> Marks:
    marks = Marks(text)
    is_escaped = False
    begin = 0
    for line in text.splitlines(keepends=True):
        is_rule = not line.strip("| -\n") and "-" in line
        for position, character in enumerate(line, begin):
            if is_escaped:
                is_escaped = False
            elif character == "\\":
                is_escaped = True
            elif character in "|\n" or (is_rule and character == "-"):
                marks.structure(position)
            elif character == " " and "|" in (
                text[position - 1 : position],
                text[position + 1 : position + 2],
            ):
                marks.layout(position, position + 1)
        is_escaped = False
        begin += len(line)
    return marks


def _end_of_csv_string(text: str, begin: int) -> int:
    position = begin + 1
    while position < len(text):
        if text[position] == '"':
            if text[position + 1 : position + 2] != '"':
                return position + 1
            position += 1
        position += 1
    return position
