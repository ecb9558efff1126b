# SPDX-License-Identifier: MIT
"""What the reference conversations with real servers cost."""
from __future__ import annotations

from pith_evals.agent.figures import Figures
from pith_evals.report.markdown import change, table, thousands


def section(figures: Figures) -> list[str]:
    """Tokens of schemas, calls and results by what the gateway makes of results."""
    totals = {
        condition: [
            sum(schema for schema, _, _ in settings.values()),
            sum(sum(calls) for _, calls, _ in settings.values()),
            sum(sum(results) for _, _, results in settings.values()),
        ]
        for condition, settings in figures.items()
    }
    base = totals["json"][2]
    conversations = len(next(iter(figures.values())))
    return [
        "### Agent loop",
        "",
        f"The reference solutions of {conversations} tasks (48 tasks, each in several "
        "worlds) on real servers behind the gateway, which rewrites results and nothing "
        "else. Schemas count once for each conversation. *passthrough* is what the "
        "servers send. No model chose these calls: a model takes more steps, or fails.",
        "",
        *table(
            ["results as", "schema tokens", "call tokens", "result tokens", "against json"],
            [
                [
                    condition,
                    thousands(schema),
                    thousands(calls),
                    thousands(results),
                    change(results, base),
                ]
                for condition, (schema, calls, results) in totals.items()
            ],
        ),
    ]
