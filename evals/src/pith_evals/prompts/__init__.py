# SPDX-License-Identifier: MIT
"""What models are told. The same words in every notation, but for its name.

The primers are those of the command `pith primer`; a test compares them. The
texts are files of this folder, so that a run can say by a hash what it used.
"""
from __future__ import annotations

import functools
import importlib.resources

import pith

from pith_evals import formats, record

# How a prompt calls a notation; options of a notation are not named.
NAMES = {
    "json": "JSON",
    "gcf": "GCF",
    "toon": "TOON",
    "tron": "TRON",
    "goon": "GOON",
    "markdown": "Markdown",
    "csv": "CSV",
}
PRIMERS = ("gcf", "gcf-graph", "toon", "tron")


@functools.cache
def primer(name: str) -> str:
    """The text of `pith primer NAME`."""
    if name not in PRIMERS:
        raise ValueError(f"there is no primer for {name!r}; one of {PRIMERS}")
    return (
        importlib.resources.files(__name__).joinpath(f"{name}.txt").read_text("utf-8")
    )


@functools.cache
def delta_primer() -> str:
    """How to write a delta in GCF, which no primer of the command says."""
    return (
        importlib.resources.files(__name__).joinpath("gcf-delta.txt").read_text("utf-8")
    )


def notation_of(arm: formats.Arm, text: str) -> str:
    """The format of a text of this arm; "auto" is whatever was chosen."""
    if arm.format != "auto":
        return arm.format
    return "json" if text.lstrip()[:1] in ("{", "[") else pith.detect(text) or "gcf"


def primer_for(arm: formats.Arm, text: str) -> str:
    """The primer that a text of this arm needs, or "" where there is none.

    JSON, CSV and Markdown need none, and GOON has none; for these a run with
    primers is the same as one without, and is not made twice.
    """
    name = notation_of(arm, text)
    if name == "gcf" and arm.is_graph_only:
        name = "gcf-graph"
    return primer(name) if name in PRIMERS else ""


def document_prefix(arm: formats.Arm, text: str) -> str:
    """The part of a prompt that has the document."""
    name = NAMES[notation_of(arm, text)]
    ending = "" if text.endswith("\n") else "\n"
    return f"Here is data in {name}.\n\n{text}{ending}\n"


def question_suffix(question: str, instruction: str) -> str:
    return f"Question: {question}\n{instruction} No explanation.\n"


def digest() -> str:
    """A hash of every text and template above."""
    arm = formats.ARMS["json"]
    return record.digest(
        [
            {name: primer(name) for name in PRIMERS},
            delta_primer(),
            NAMES,
            document_prefix(arm, "{}"),
            question_suffix("q", "i"),
        ]
    )
