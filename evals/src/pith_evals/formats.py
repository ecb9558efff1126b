# SPDX-License-Identifier: MIT
"""The notations that are compared, each encoded, decoded and counted by pith.

An arm is a notation with its options. A control is the same notation with the
document rearranged as another notation would, so that layout and notation can
be told apart; `pith_evals.controls` has those.
"""
from __future__ import annotations

import csv
import dataclasses
import io
from typing import Any

import pith

DEFAULT_TOKENIZER = "o200k_base"

# What competes with compact JSON in a gateway whose configuration says nothing.
AUTO_FORMATS = ("gcf", "tron")


@dataclasses.dataclass(frozen=True)
class Arm:
    """One notation. `format` is a name of pith, "csv" or "auto"."""

    name: str
    format: str
    options: tuple[tuple[str, Any], ...] = ()
    is_graph_only: bool = False
    is_decodable: bool = True


ARMS: dict[str, Arm] = {
    arm.name: arm
    for arm in (
        Arm("json", "json"),
        Arm("json-pretty", "json", (("indent", 2),)),
        Arm("gcf", "gcf"),
        Arm("gcf-nested", "gcf", (("flatten", False),)),
        Arm("gcf-graph", "gcf", (("profile", "graph"),), is_graph_only=True),
        Arm("toon", "toon"),
        Arm("toon-tab", "toon", (("delimiter", "tab"),)),
        Arm("toon-pipe", "toon", (("delimiter", "pipe"),)),
        Arm("tron", "tron"),
        Arm("goon", "goon", is_graph_only=True, is_decodable=False),
        Arm("markdown", "markdown", is_decodable=False),
        Arm("csv", "csv", is_decodable=False),
        Arm("auto", "auto"),
    )
}


class NotApplicable(ValueError):
    """The notation cannot carry this document."""


def encode(arm: Arm | str, value: Any, tokenizer: str = DEFAULT_TOKENIZER) -> str:
    """The document as text of the arm.

    Raises NotApplicable if the arm cannot carry it: CSV takes only a list of
    flat objects with the same keys, graph notations only graphs.
    """
    arm = ARMS[arm] if isinstance(arm, str) else arm
    if arm.format == "csv":
        return _encode_csv(value)
    if arm.format == "auto":
        return pith.auto(value, tokenizer, formats=AUTO_FORMATS).text
    try:
        return pith.encode(value, arm.format, **dict(arm.options))
    except pith.Error as error:
        if arm.is_graph_only or not arm.is_decodable:
            raise NotApplicable(f"{arm.name}: {error}") from error
        raise


def decode(arm: Arm | str, text: str) -> Any:
    """What the text says, read strictly. Raises pith.Error."""
    arm = ARMS[arm] if isinstance(arm, str) else arm
    if arm.format == "auto":
        return pith.decode(text)
    return pith.decode(text, arm.format)


def count(text: str, tokenizer: str = DEFAULT_TOKENIZER) -> int:
    """Tokens of the text, exactly."""
    return pith.count_tokens(text, tokenizer)


def _encode_csv(value: Any) -> str:
    if not isinstance(value, list) or not value:
        raise NotApplicable("csv: not a list of rows")
    fields = list(value[0]) if isinstance(value[0], dict) else []
    for row in value:
        if not isinstance(row, dict) or list(row) != fields:
            raise NotApplicable("csv: rows differ in their fields")
        if any(isinstance(cell, (dict, list)) for cell in row.values()):
            raise NotApplicable("csv: a cell is nested")
    if not fields:
        raise NotApplicable("csv: rows without fields")
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(fields)
    for row in value:
        writer.writerow(_csv_cell(cell) for cell in row.values())
    return text.getvalue()


def _csv_cell(cell: Any) -> Any:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return cell
