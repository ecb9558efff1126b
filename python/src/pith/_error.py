# SPDX-License-Identifier: MIT
"""The exception of pith."""

from __future__ import annotations


class Error(ValueError):
    """What was wrong with a text or an object.

    ``code`` is the name of the category, for example "row_width_mismatch".
    ``offset`` (in bytes of UTF-8), ``line`` and ``column`` (from 1, in
    characters) say where in a text; ``path`` is a JSON pointer to the place in
    an object. Those that do not apply are None.
    """

    def __init__(
        self,
        message: str,
        code: str,
        offset: int | None = None,
        line: int | None = None,
        column: int | None = None,
        path: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.offset = offset
        self.line = line
        self.column = column
        self.path = path

    def __reduce__(self) -> tuple[type[Error], tuple[object, ...]]:
        return type(self), (
            self.args[0], self.code, self.offset, self.line, self.column,
            self.path,
        )
