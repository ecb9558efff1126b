# SPDX-License-Identifier: MIT
"""What a run costs before it starts."""
from __future__ import annotations

from typing import Any

from pith_evals import costs
from pith_evals.report.markdown import table, thousands


def section(table_: dict[str, Any]) -> list[str]:
    lines = [
        "## What a run costs",
        "",
        "Calls and tokens (o200k_base) of each preset, counted from the prompts "
        "themselves. Dollars are for three classes of price per million tokens, which "
        "are assumptions: "
        + ", ".join(
            f"{price.name} {price.input:g} in and {price.output:g} out"
            for price in costs.PRICES.values()
            if price.input
        )
        + ". Reasoning comes on top, and so do tokenizers that need more tokens: Claude "
        "and Gemini bill 1.1 to 1.3 times as many.",
        "",
    ]
    classes = [price for price in costs.PRICES.values() if price.input]
    for preset, parts in table_["presets"].items():
        made = {name: costs.Estimate(**part) for name, part in parts.items()}
        made["**all**"] = sum(made.values(), costs.Estimate())
        rows = [
            [
                name,
                thousands(part.calls),
                thousands(part.input_tokens),
                thousands(part.output_tokens),
                *(f"{part.dollars(price):.2f}" for price in classes),
            ]
            for name, part in made.items()
        ]
        head = [preset, "calls", "input", "output"]
        lines += table([*head, *(f"{price.name}, $" for price in classes)], rows)
    return lines
