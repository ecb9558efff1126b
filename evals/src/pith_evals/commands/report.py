# SPDX-License-Identifier: MIT
"""The command report."""
from __future__ import annotations

import argparse
import pathlib
import sys

from pith_evals.report import page, runs

SUMMARY = "make docs/evidence.md from committed results and tables"

_ROOT = pathlib.Path(__file__).resolve().parents[4]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--results", type=pathlib.Path, default=_ROOT / "evals/results")
    parser.add_argument("--tables", type=pathlib.Path, default=_ROOT / "evals/tables")
    parser.add_argument("--docs", type=pathlib.Path, default=_ROOT / "docs")
    parser.add_argument(
        "--check",
        action="store_true",
        help="compare with the page that is there and write nothing",
    )


def run(options: argparse.Namespace) -> int:
    try:
        text, svgs = page.make(runs.read(options.results), options.tables)
    except (OSError, ValueError) as problem:
        print(f"pith-evals: {problem}", file=sys.stderr)
        return 2
    files = {options.docs / "evidence.md": text}
    for name, svg in svgs.items():
        files[options.docs / "evidence" / name] = svg
    if options.check:
        return _check(files, options.docs / "evidence")
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
        print(f"wrote {path}")
    return 0


def _check(files: dict[pathlib.Path, str], charts: pathlib.Path) -> int:
    differing = [
        str(path)
        for path, content in files.items()
        if not path.exists() or path.read_text("utf-8") != content
    ]
    differing += [str(path) for path in charts.glob("*.svg") if path not in files]
    for path in differing:
        print(f"{path} differs: run pith-evals report", file=sys.stderr)
    return 1 if differing else 0
