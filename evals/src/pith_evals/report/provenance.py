# SPDX-License-Identifier: MIT
"""Where every row of the report comes from."""
from __future__ import annotations

from collections.abc import Sequence

from pith_evals.report.markdown import DASH, table, thousands
from pith_evals.report.runs import Run


def section(runs: Sequence[Run]) -> list[str]:
    lines = ["## Runs", ""]
    if not runs:
        return [*lines, "There is none yet.", ""]
    for run in runs:
        known = run.provenance
        rows = [
            ["model", f"{known.model}, answered by {known.model_returned or 'nobody'}"],
            ["tier", known.tier],
            ["date", known.date],
            ["commit", known.commit + (" with changes" if known.is_dirty else "")],
            ["tasks", ", ".join(known.tasks)],
            ["arms", ", ".join(known.arms)],
            [
                "settings",
                f"temperature {known.temperature}, seed {known.seed}, at most "
                f"{known.output_cap:,} tokens of output, reasoning {known.reasoning}, "
                f"repetitions {known.epochs}",
            ],
            ["versions", ", ".join(f"{k} {v}" for k, v in sorted(known.versions.items()))],
            ["hashes", ", ".join(f"{k} {v}" for k, v in sorted(known.hashes.items()))],
            [
                "outcomes",
                ", ".join(f"{k.replace('_', ' ')} {v}" for k, v in known.outcomes.items() if v),
            ],
            [
                "tokens",
                f"{thousands(known.usage.get('input_tokens', 0))} in, "
                f"{thousands(known.usage.get('output_tokens', 0))} out; estimated before "
                f"{thousands(known.estimated.get('input_tokens', 0))} and "
                f"{thousands(known.estimated.get('output_tokens', 0))}",
            ],
            ["notes", known.notes or DASH],
        ]
        lines += [f"### {run.name}", "", *table(["", ""], rows, left=2)]
    return lines
