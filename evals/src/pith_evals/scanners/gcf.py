# SPDX-License-Identifier: MIT
"""GCF: the generic profile and the graph profile."""
from __future__ import annotations

import dataclasses
import re

from pith_evals.scanners.marks import QUOTED, Marks

_NAME = r'(?:"(?:[^"\\]|\\.)*"|[^\s"\[\]{}=]+(?: +[^\s"\[\]{}=]+)*)'
# What follows a name: a count, fields, and values in the same line.
_SHAPE = re.compile(r"( ?)(\[)(\d+)(:?)(\])")
_MEMBER = re.compile(rf"({_NAME})(?==|\[)")
_NUMBERED = re.compile(r"@(\d+)( ?)")
_ATTACHED = re.compile(rf"\.({_NAME})( )")


@dataclasses.dataclass
class _Table:
    """Rows that are expected at one indentation."""

    rows_left: int
    inline_columns: set[int] = dataclasses.field(default_factory=set)
    bodies_left: int = 0


def scan_gcf(text: str) -> Marks:
    return _Generic(text).scan()


def scan_gcf_graph(text: str) -> Marks:
    """Symbols `@0 fn name 0.90 lsp` and edges `@0<@1 calls`.

    Blanks separate the fields of a line, so they are delimiters here.
    """
    marks = Marks(text)
    begin = 0
    for line in text.splitlines(keepends=True):
        end = begin + len(line)
        for position, character in enumerate(line, begin):
            previous = text[position - 1] if position > begin else "\n"
            if character == "\n":
                marks.structure(position)
            elif character == " ":
                marks.structure(position, "blank")
            elif line.startswith("##"):
                if character in "#[]":
                    marks.structure(position)
            elif line.startswith("@"):
                if character == "@" and previous in "\n<" or (
                    character == "<" and text[position + 1 : position + 2] == "@"
                ):
                    marks.structure(position)
            elif line.startswith("GCF") and character == "=":
                marks.structure(position)
        begin = end
    return marks


class _Generic:
    def __init__(self, text: str) -> None:
        self.marks = Marks(text)
        self.text = text
        self.tables: dict[int, _Table] = {}
        # Names of attachments that have declared the fields of their rows,
        # which later ones with the name do not repeat.
        self.declared: set[tuple[int, str]] = set()

    def scan(self) -> Marks:
        for begin, end in self.marks.lines():
            self._line(begin, end)
        return self.marks

    def _line(self, begin: int, end: int) -> None:
        text = self.text
        if begin == 0 and text.startswith("GCF "):
            self._header(end)
            return
        start = begin
        while start < end and text[start] == " ":
            start += 1
        indent = start - begin
        self.marks.layout(begin, start)
        for deeper in [known for known in self.tables if known > indent]:
            del self.tables[deeper]
        table = self.tables.get(indent)
        if text.startswith("##", start):
            self._section(start, end, indent)
        elif text.startswith("@", start):
            self._numbered(start, end, indent, table)
        elif text.startswith(".", start):
            self._attachment(start, end, indent)
        elif table is not None and table.bodies_left:
            table.bodies_left -= 1
            self._cells(start, end)
        elif table is not None and table.rows_left:
            self._row(start, end, table)
        else:
            self._member(start, end, indent)

    def _header(self, end: int) -> None:
        for position in range(end):
            if self.text[position] == "=":
                self.marks.structure(position)
            elif self.text[position] == " ":
                self.marks.layout(position, position + 1)

    def _section(self, start: int, end: int, indent: int) -> None:
        """`## name [N]{fields}`, where all but the signs can be missing."""
        self.marks.structure(start)
        self.marks.structure(start + 1)
        position = start + 2
        if position < end and self.text[position] == " ":
            self.marks.layout(position, position + 1)
            position += 1
        name = re.compile(_NAME).match(self.text, position, end)
        if name is not None:
            self._name(name.start(), name.end())
            position = name.end()
        self._shape(position, end, indent)

    def _numbered(
        self, start: int, end: int, indent: int, table: _Table | None
    ) -> None:
        """`@3 cells` of a table, or `@3 =value`, `@3 {}`, `@3 [2]: 1,2`."""
        match = _NUMBERED.match(self.text, start, end)
        if match is None:
            return
        self.marks.structure(start)
        self.marks.layout(match.start(2), match.end(2))
        if table is not None and table.rows_left:
            self._row(match.end(), end, table)
        else:
            self._value(match.end(), end, indent + 2)

    def _attachment(self, start: int, end: int, indent: int) -> None:
        """`.name {}`, `.name [2]{fields}`, `.name =value`: four blanks deeper."""
        self.marks.structure(start)
        match = _ATTACHED.match(self.text, start, end)
        if match is None:
            return
        self._name(match.start(1), match.end(1))
        self.marks.layout(match.start(2), match.end(2))
        name = (indent, match.group(1))
        if self._value(match.end(), end, indent + 4, name in self.declared):
            self.declared.add(name)

    def _member(self, start: int, end: int, indent: int) -> None:
        """`key=value`, `key[2]: 1,2` or a value without a key."""
        match = _MEMBER.match(self.text, start, end)
        if match is not None:
            self._name(match.start(1), match.end(1))
            start = match.end()
        self._value(start, end, indent)

    def _value(
        self, start: int, end: int, indent: int, is_declared: bool = False
    ) -> bool:
        """Whether the value declares fields of rows."""
        if start >= end:
            return False
        if self.text[start] == "=":
            self.marks.structure(start)
            quoted = QUOTED.match(self.text, start + 1, end)
            if quoted is not None and quoted.end() == end:
                self.marks.quotes(start + 1, end)
        elif self.text.startswith("{}", start):
            self.marks.structure(start)
            self.marks.structure(start + 1)
        else:
            return self._shape(start, end, indent, is_declared)
        return False

    def _shape(
        self, start: int, end: int, indent: int, is_declared: bool = False
    ) -> bool:
        """`[N]`, then `{fields}` of a table or `: values`."""
        match = _SHAPE.match(self.text, start, end)
        if match is None:
            return False
        self.marks.layout(match.start(1), match.end(1))
        for group in (2, 4, 5):
            if match.group(group):
                self.marks.structure(match.start(group))
        position = match.end()
        if self.text.startswith(": ", position):
            self.marks.structure(position)
            self.marks.layout(position + 1, position + 2)
            self.marks.split(position + 2, end, ",")
            return False
        has_fields = position < end and self.text[position] == "{"
        if has_fields:
            self._fields(position, end)
        if has_fields or is_declared:
            self.tables[indent] = _Table(int(match.group(3)))
        return has_fields

    def _fields(self, start: int, end: int) -> None:
        """`{id,"who>name"}`: a path sign separates keys though it is quoted."""
        self.marks.structure(start)
        self.marks.structure(end - 1)
        for begin, stop in self.marks.split(start + 1, end - 1, ","):
            if self.text[begin : begin + 1] != '"':
                continue
            for position in range(begin, stop):
                if self.text[position] == ">":
                    self.marks.structure(position)

    def _row(self, start: int, end: int, table: _Table) -> None:
        table.rows_left -= 1
        for column, (begin, stop) in enumerate(self._cells(start, end)):
            if self.text[begin : begin + 1] != "^":
                continue
            self.marks.structure(begin)
            if self.text[begin + 1 : begin + 2] == "{":
                self._fields(begin + 1, stop)
                table.inline_columns.add(column)
            if column in table.inline_columns:
                table.bodies_left += 1

    def _cells(self, start: int, end: int) -> list[tuple[int, int]]:
        return self.marks.split(start, end, "|")

    def _name(self, begin: int, end: int) -> None:
        if self.text[begin] == '"':
            self.marks.quotes(begin, end)
