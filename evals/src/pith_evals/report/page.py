# SPDX-License-Identifier: MIT
"""The page as a whole."""
from __future__ import annotations

import pathlib
import textwrap
from collections.abc import Sequence

from pith_evals import tables
from pith_evals.agent import asking, figures
from pith_evals.report import (
    agent_tables,
    cost_tables,
    merge_tables,
    models,
    provenance,
    published,
    token_tables,
)
from pith_evals.report.runs import Run, of_tier

_HEAD = """\
# Evidence

Can models read and write compact notations, and what does it cost when they do?
`pith-evals report` makes this page from the results in `evals/results` and the
tables in `evals/tables`, and from nothing else. Do not edit it.
"""


def make(
    runs: Sequence[Run], directory: pathlib.Path = tables.DIRECTORY
) -> tuple[str, dict[str, str]]:
    """The text of the page, and its charts by file name."""
    svgs: dict[str, str] = {}
    evidence = models.evidence(runs, svgs)
    recount = published.section(tables.read("recount", directory), svgs)
    lines = [
        _HEAD,
        *_summary(runs),
        *evidence,
        *recount,
        *token_tables.section(tables.read("tokens", directory)),
        *agent_tables.section(figures.load(), figures.load(asking.FILE)),
        *merge_tables.section(tables.read("merges", directory)),
        *cost_tables.section(tables.read("costs", directory)),
        *models.proof(runs, svgs),
        *provenance.section(runs),
    ]
    return "\n".join(lines).rstrip() + "\n", svgs


def _summary(runs: Sequence[Run]) -> list[str]:
    shown = of_tier(list(runs), "evidence")
    said = (
        f"{len(shown)} runs are evidence: "
        + ", ".join(sorted({run.provenance.model for run in shown}))
        + "."
        if shown
        else "No model has been run as evidence: nothing here says how well any model "
        "reads or writes a notation."
    )
    points = [
        said,
        "[Published figures](#published-figures): what others claim, its flaws, and a "
        "recount of the logs that are public.",
        "[Tokens](#tokens): exact counts of documents, tool schemas and tool calls. On "
        "schemas and calls GCF and TOON mostly cost more than compact JSON.",
        "[Delimiters and tokens](#delimiters-and-tokens): how often delimiters share a "
        "token with their neighbours.",
        "[What a run costs](#what-a-run-costs), and "
        "[how to run it with your own key](evidence-run.md).",
    ]
    if of_tier(list(runs), "pipeline-proof"):
        points.append(
            "[Proof of the pipeline](#proof-of-the-pipeline): a real but tiny model. It "
            "is not evidence."
        )
    return ["\n".join(textwrap.wrap("- " + p, 10_000)) for p in points] + [
        "",
        "Whether a gateway should flatten nested rows for models with open weights is a "
        "setting (`flatten`), not a claim: the arms `gcf` and `gcf-nested` are in every "
        "experiment, and no run here decides it.",
        "",
    ]
