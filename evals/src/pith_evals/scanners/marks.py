# SPDX-License-Identifier: MIT
"""What each character of an encoded text is: structure, layout or content."""
from __future__ import annotations

import re
from collections.abc import Iterator

CONTENT, LAYOUT, STRUCTURE = 0, 1, 2

QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)

_NAMES = {
    ",": "comma",
    "|": "pipe",
    "\t": "tab",
    "\n": "line feed",
    ":": "colon",
    "=": "equals sign",
    "{": "opening brace",
    "}": "closing brace",
    "[": "opening bracket",
    "]": "closing bracket",
    "(": "opening parenthesis",
    ")": "closing parenthesis",
    "#": "number sign",
    "@": "at sign",
    ".": "dot",
    "^": "caret",
    ">": "path sign",
    "<": "arrow",
    "-": "hyphen",
}


class Marks:
    """A text with its structural delimiters.

    Characters that no scanner marks are content: keys, values, counts and row
    numbers, all of which a model reads.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.labels = bytearray(len(text))
        self.delimiters: dict[str, list[int]] = {}

    def structure(self, position: int, name: str | None = None) -> None:
        """The character there is a delimiter, named after itself by default."""
        name = name or _NAMES[self.text[position]]
        self.labels[position] = STRUCTURE
        self.delimiters.setdefault(name, []).append(position)

    def lines(self) -> Iterator[tuple[int, int]]:
        """Where each line begins and ends; what ends it is a delimiter."""
        begin = 0
        while begin < len(self.text):
            end = self.text.find("\n", begin)
            end = len(self.text) if end < 0 else end
            yield begin, end
            if end < len(self.text):
                self.structure(end)
            begin = end + 1

    def layout(self, begin: int, end: int) -> None:
        """The characters there are blanks that carry nothing."""
        self.labels[begin:end] = bytes([LAYOUT]) * (end - begin)

    def quotes(self, begin: int, end: int) -> None:
        """A quoted string: its quotes are structure, all within is content."""
        self.structure(begin, "opening quote")
        self.structure(end - 1, "closing quote")

    def split(self, begin: int, end: int, separators: str) -> list[tuple[int, int]]:
        """The parts between separators outside quotes, which are marked."""
        parts = []
        start = position = begin
        while position < end:
            character = self.text[position]
            if character == '"':
                match = QUOTED.match(self.text, position, end)
                if match is not None:
                    self.quotes(position, match.end())
                    position = match.end()
                    continue
            elif character in separators:
                self.structure(position)
                parts.append((start, position))
                start = position + 1
            position += 1
        parts.append((start, end))
        return parts
