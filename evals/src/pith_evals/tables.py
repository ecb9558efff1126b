# SPDX-License-Identifier: MIT
"""Tables that commands compute, that are committed and that the report reads."""
from __future__ import annotations

import argparse
import json
import pathlib
import re
import sys
from typing import Any

DIRECTORY = pathlib.Path(__file__).resolve().parents[2] / "tables"

_NUMBERS = re.compile(r"\[\s+((?:-?[\d.]+,\s+)*-?[\d.]+)\s+\]")


def to_text(table: Any) -> str:
    """JSON with an entry a line, so that a change shows where it is."""
    text = json.dumps(table, indent=1, ensure_ascii=False)
    return _NUMBERS.sub(lambda m: "[" + " ".join(m.group(1).split()) + "]", text) + "\n"


def read(name: str, directory: pathlib.Path = DIRECTORY) -> Any:
    return json.loads((directory / f"{name}.json").read_text("utf-8"))


def add_output_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--output",
        type=pathlib.Path,
        default=DIRECTORY,
        help="the directory of the table",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="compare with the table that is there and write nothing",
    )


def finish(name: str, table: Any, options: argparse.Namespace) -> int:
    """Writes the table, or compares it. Returns what the command returns."""
    path = options.output / f"{name}.json"
    text = to_text(table)
    if options.check:
        if path.exists() and path.read_text("utf-8") == text:
            print(f"{path.name} is as computed")
            return 0
        print(f"{path} differs from what was computed", file=sys.stderr)
        return 1
    options.output.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    print(f"wrote {path}")
    return 0
