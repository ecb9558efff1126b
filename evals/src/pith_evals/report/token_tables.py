# SPDX-License-Identifier: MIT
"""Exact token counts, with what costs more than compact JSON in bold."""
from __future__ import annotations

from typing import Any

from pith_evals.report.markdown import change, table, thousands

_TEXTS = {
    "data sets": "Whole documents.",
    "longest tables": "The longest list of objects of each document, which CSV (flat rows "
    "with the same fields) and Markdown can carry too.",
    "graphs": "Graphs of 15, 100 and 500 symbols. GOON gets them as the answer to a "
    "query, without the fields that it has no place for.",
    "tool lists": "What servers say about their tools, as one document.",
    "tools one by one": "The same, each tool as a document, as prompts often have them.",
    "calls one by one": "Two made calls of each tool, with what it requires and with all "
    "that its schema names, each as a document: what a model would write.",
    "calls in one list": "The same calls as one document.",
}


def section(table_: dict[str, Any]) -> list[str]:
    lines = [
        "## Tokens",
        "",
        f"Counted by pith {table_['pith']}; nothing is estimated. Columns show the change "
        "against compact JSON in per cent, with o200k_base; a dash means that the "
        "notation cannot carry the document. **Bold costs more than compact JSON.** "
        "`pith-evals tokens --check` computes this again; the table with cl100k_base is "
        "in `evals/tables/tokens.json`.",
        "",
    ]
    for block, by_tokenizer in table_["blocks"].items():
        lines += _block(block, by_tokenizer["o200k_base"])
    return lines + _losses(table_["blocks"])


def _block(block: str, rows: dict[str, dict[str, int | None]]) -> list[str]:
    first = next(iter(rows.values()))
    arms = [
        arm
        for arm in first
        if arm != "json" and any(counts[arm] is not None for counts in rows.values())
    ]
    body = [
        [name, thousands(counts["json"] or 0)]
        + [_cell(counts[arm], counts["json"]) for arm in arms]
        for name, counts in rows.items()
    ]
    body.append(_total(rows, arms))
    return [
        f"### {block[0].upper()}{block[1:]}",
        "",
        _TEXTS[block],
        "",
        *table(["", "json", *arms], body),
    ]


def _cell(tokens: int | None, base: int | None) -> str:
    text = change(tokens, base)
    return f"**{text}**" if text.startswith("+") else text


def _total(rows: dict[str, dict[str, int | None]], arms: list[str]) -> list[str]:
    """Over the documents that an arm can carry, against the same in JSON."""
    cells = ["**all**", thousands(sum(counts["json"] or 0 for counts in rows.values()))]
    for arm in arms:
        carried = [counts for counts in rows.values() if counts[arm] is not None]
        cells.append(
            _cell(
                sum(counts[arm] or 0 for counts in carried),
                sum(counts["json"] or 0 for counts in carried),
            )
        )
    return cells


def _losses(blocks: dict[str, Any]) -> list[str]:
    """The sentence that says where a compact notation is not compact."""
    lines = [
        "Where compact notations cost more than compact JSON, in cases of all:",
        "",
    ]
    rows = []
    for block in ("data sets", "tool lists", "tools one by one", "calls one by one"):
        counts = blocks[block]["o200k_base"]
        rows.append(
            [
                block,
                *(
                    f"{sum((c[arm] or 0) > (c['json'] or 0) for c in counts.values())}"
                    f" of {len(counts)}"
                    for arm in ("gcf", "toon", "tron", "auto")
                ),
            ]
        )
    return [*lines, *table(["", "gcf", "toon", "tron", "auto"], rows)]
