# SPDX-License-Identifier: MIT
"""The decoders that others publish, beside ours, on what models wrote.

The packages are those of the differential tests, run by node. Where they are
not installed, there is no table of agreement.
"""
from __future__ import annotations

import dataclasses
import importlib.resources
import json
import os
import pathlib
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from typing import Any

from pith_evals import formats
from pith_evals.generation import reading
from pith_evals.generation.sources import Source

PACKAGES = ("@blackwell-systems/gcf", "@toon-format/toon", "@tron-format/tron")
_SECONDS = 120


@dataclasses.dataclass(frozen=True)
class Text:
    """What a model wrote for a source, in an arm."""

    source: Source
    arm: formats.Arm
    reply: str


@dataclasses.dataclass
class Agreement:
    """How often both decoders took a text, and read the same from it."""

    texts: int = 0
    both_valid: int = 0
    same_value: int = 0
    only_ours: int = 0
    only_theirs: int = 0
    both_refuse: int = 0
    examples: list[str] = dataclasses.field(default_factory=list)


def find() -> pathlib.Path | None:
    """The folder with the packages: PITH_REFERENCE_DIR or that of this
    repository. None if they or node are missing."""
    given = os.environ.get("PITH_REFERENCE_DIR")
    if shutil.which("node") is None:
        return None
    candidates = (
        [pathlib.Path(given)]
        if given
        else [
            parent / "tests" / "differential"
            for parent in pathlib.Path(__file__).resolve().parents
        ]
    )
    for folder in candidates:
        if all((folder / "node_modules" / name).is_dir() for name in PACKAGES):
            return folder
    return None


def decode_all(
    texts: Sequence[tuple[str, str, str]], folder: pathlib.Path
) -> list[dict[str, Any]]:
    """{"value": ...} or {"error": ...} for each (format, kind, text)."""
    script = (
        importlib.resources.files(__package__)
        .joinpath("reference.mjs")
        .read_text("utf-8")
    )
    lines = "".join(
        json.dumps({"format": format, "kind": kind, "text": text}) + "\n"
        for format, kind, text in texts
    )
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script],
        input=lines,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        timeout=_SECONDS,
    )
    # Not splitlines: JSON may have other characters that break lines.
    answers = [json.loads(line) for line in done.stdout.split("\n") if line]
    if len(answers) != len(texts):
        raise RuntimeError(
            f"{len(answers)} answers for {len(texts)} texts: {done.stderr[:500]}"
        )
    return answers


def agreement(texts: Iterable[Text], folder: pathlib.Path) -> dict[str, Agreement]:
    """By arm. JSON is read by node's own parser."""
    listed = [one for one in texts if one.reply.strip()]
    readings = [reading.read(one.source, one.arm, one.reply) for one in listed]
    answers = decode_all(
        [
            (one.arm.format, one.source.kind, found.payload)
            for one, found in zip(listed, readings)
        ],
        folder,
    )
    table: dict[str, Agreement] = {}
    for one, found, answer in zip(listed, readings, answers):
        # What is plainly in another notation is nobody's to decode.
        if found.notation is not None:
            continue
        row = table.setdefault(one.arm.name, Agreement())
        _add(row, one, found, answer)
    return table


def _add(
    row: Agreement, one: Text, found: reading.Reading, answer: dict[str, Any]
) -> None:
    row.texts += 1
    ours, theirs = found.error is None, "value" in answer
    if ours and theirs:
        row.both_valid += 1
        if _same(one.source, found.value, answer["value"]):
            row.same_value += 1
        else:
            row.examples.append(f"{one.source.name}: another value")
    elif ours:
        row.only_ours += 1
        row.examples.append(f"{one.source.name}: they refuse: {answer['error'][:100]}")
    elif theirs:
        row.only_theirs += 1
        row.examples.append(f"{one.source.name}: we refuse: {found.error}")
    else:
        row.both_refuse += 1


def _same(source: Source, ours: Any, theirs: Any) -> bool:
    if source.kind == "graph":
        return reading.same(reading.graph_as_sets(ours), reading.graph_as_sets(theirs))
    return reading.same(ours, theirs)


def table_text(table: dict[str, Agreement]) -> str:
    lines = [
        f"{'arm':<12}{'texts':>7}{'both valid':>12}{'same value':>12}{'only ours':>11}"
        f"{'only theirs':>13}{'both refuse':>13}"
    ]
    for arm, row in sorted(table.items()):
        lines.append(
            f"{arm:<12}{row.texts:>7}{row.both_valid:>12}{row.same_value:>12}"
            f"{row.only_ours:>11}{row.only_theirs:>13}{row.both_refuse:>13}"
        )
    return "\n".join(lines)
