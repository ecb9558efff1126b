# SPDX-License-Identifier: MIT
"""What the reference conversations with real servers cost."""
from __future__ import annotations

from pith_evals.agent.figures import Figures
from pith_evals.report.markdown import change, table, thousands


def section(tasks: Figures, asked: Figures) -> list[str]:
    """Of the tasks on servers, and of questions read from a table or asked of it."""
    return [*_tasks(tasks), *_asking(asked)]


def _asking(figures: Figures) -> list[str]:
    """By the size of the table, which the name of a setting ends with."""
    sizes = sorted({_size(name) for name in figures["json"]})
    rows = []
    for size in sizes:
        means = {}
        for arm, settings in figures.items():
            costs = [
                schema + sum(calls) + sum(results)
                for name, (schema, calls, results) in settings.items()
                if _size(name) == size
            ]
            means[arm] = sum(costs) / len(costs)
        rows.append([size, *(thousands(mean) for mean in means.values())])
    return [
        "### Asking instead of reading",
        "",
        "The same questions with the table in the context, and with `pith_query` at hand "
        "(*ask*: the model sees the shape of the table and asks one SELECT). Tokens of "
        "schemas, calls and results of a reference conversation, mean over questions; a "
        "model that needs a second query pays for it.",
        "",
        *table(["rows of the table", *figures], rows),
    ]


def _size(name: str) -> int:
    return int(name.split("/")[0].rsplit("-", 1)[1])


def _tasks(figures: Figures) -> list[str]:
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
        f"The reference solutions of 48 tasks, in {conversations} worlds, on real servers "
        "behind the gateway, which rewrites results and nothing else. Schemas count once for each conversation. *passthrough* is what the "
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
