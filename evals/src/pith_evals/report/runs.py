# SPDX-License-Identifier: MIT
"""The runs that are kept, with everything that is needed to believe them."""
from __future__ import annotations

import dataclasses
import pathlib

from pith_evals import record


@dataclasses.dataclass(frozen=True)
class Run:
    name: str
    provenance: record.Provenance
    items: tuple[record.Item, ...]


def read(results: pathlib.Path) -> list[Run]:
    """Every run of the directory, by name. Raises ValueError.

    A run without provenance is an error and not left out, so that nobody misses
    it. Mock runs show that scorers work; they are never read for a report.
    """
    runs = []
    folders = sorted(path for path in results.glob("*") if path.is_dir())
    for folder in folders:
        if not (folder / record.PROVENANCE_FILE).exists():
            raise ValueError(f"{folder} has no {record.PROVENANCE_FILE}")
        provenance = record.read_provenance(folder)
        if provenance.tier == "mock":
            continue
        runs.append(Run(folder.name, provenance, tuple(record.read_items(folder))))
    return runs


def of_tier(runs: list[Run], tier: str) -> list[Run]:
    return [run for run in runs if run.provenance.tier == tier]
