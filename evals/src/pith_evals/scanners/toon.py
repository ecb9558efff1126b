# SPDX-License-Identifier: MIT
"""TOON with any of its three delimiters."""
from __future__ import annotations

import re

from pith_evals.scanners.marks import QUOTED, Marks

_KEY = r'(?:"(?:[^"\\]|\\.)*"|[^\s":\[\]{},\-][^":\[\]{}]*)'
_HEADER = re.compile(rf"({_KEY})?\[(\d+)(:?)([|\t]?)\](\{{.*\}})?:( ?)")
_FIELD = re.compile(rf"({_KEY}):( ?)")


def scan_toon(text: str) -> Marks:
    return _Toon(text).scan()


class _Toon:
    def __init__(self, text: str) -> None:
        self.marks = Marks(text)
        self.text = text
        self.rows_left = 0
        self.is_keyed = False
        self.delimiter = ","

    def scan(self) -> Marks:
        for begin, end in self.marks.lines():
            self._line(begin, end)
        return self.marks

    def _line(self, begin: int, end: int) -> None:
        start = begin
        while start < end and self.text[start] == " ":
            start += 1
        self.marks.layout(begin, start)
        if self.rows_left:
            self.rows_left -= 1
            if self.is_keyed:
                start = self._key(start, end)
            self.marks.split(start, end, self.delimiter)
            return
        # An item of a list can itself begin with an item.
        while self.text[start:end] == "-" or self.text.startswith("- ", start):
            self.marks.structure(start)
            self.marks.layout(start + 1, min(start + 2, end))
            start = min(start + 2, end)
        self._value(start, end)

    def _value(self, start: int, end: int) -> None:
        header = _HEADER.match(self.text, start, end)
        if header is not None:
            self._header(header, end)
            return
        start = self._key(start, end)
        quoted = QUOTED.match(self.text, start, end)
        if quoted is not None and quoted.end() == end:
            self.marks.quotes(start, end)
        elif self.text[start:end] in ("[]", "{}"):
            self.marks.structure(start)
            self.marks.structure(start + 1)

    def _key(self, start: int, end: int) -> int:
        """Marks `key: ` and returns where its value begins."""
        field = _FIELD.match(self.text, start, end)
        if field is None or not (field.group(2) or field.end() == end):
            return start
        if self.text[start] == '"':
            self.marks.quotes(field.start(1), field.end(1))
        self.marks.structure(field.end(1))
        self.marks.layout(field.start(2), field.end(2))
        return field.end()

    def _header(self, header: re.Match[str], end: int) -> None:
        if header.group(1) and header.group(1).startswith('"'):
            self.marks.quotes(header.start(1), header.end(1))
        self.marks.structure(header.start(2) - 1)
        for group in (3, 4):
            if header.group(group):
                self.marks.structure(header.start(group))
        self.marks.structure(header.end(4))
        self.delimiter = header.group(4) or ","
        if header.group(5):
            self.marks.split(header.start(5), header.end(5), self.delimiter + "{}")
            self.rows_left = int(header.group(2))
            self.is_keyed = bool(header.group(3))
        self.marks.structure(header.start(6) - 1)
        self.marks.layout(header.start(6), header.end(6))
        if header.end() < end:
            self.marks.split(header.end(), end, self.delimiter)
