# SPDX-License-Identifier: MIT
"""Small scanners that tell structure from content in each notation.

They read what pith writes and do not judge it: text that is not valid gets
some marks and no error.
"""
from __future__ import annotations

from collections.abc import Callable

from pith_evals.scanners.gcf import scan_gcf, scan_gcf_graph
from pith_evals.scanners.goon import scan_goon
from pith_evals.scanners.json_like import scan_json, scan_tron
from pith_evals.scanners.marks import CONTENT, LAYOUT, STRUCTURE, Marks
from pith_evals.scanners.tables import scan_csv, scan_markdown
from pith_evals.scanners.toon import scan_toon

SCANNERS: dict[str, Callable[[str], Marks]] = {
    "json": scan_json,
    "json-pretty": scan_json,
    "gcf": scan_gcf,
    "gcf-nested": scan_gcf,
    "gcf-graph": scan_gcf_graph,
    "toon": scan_toon,
    "toon-tab": scan_toon,
    "toon-pipe": scan_toon,
    "tron": scan_tron,
    "goon": scan_goon,
    "markdown": scan_markdown,
    "csv": scan_csv,
}

__all__ = ["CONTENT", "LAYOUT", "SCANNERS", "STRUCTURE", "Marks"]
