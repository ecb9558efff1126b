# SPDX-License-Identifier: MIT
"""What a solved task costs, and what goes wrong on the way."""
import pytest

from pith_evals import costs, record
from pith_evals.agent.summary import cost_per_solved, summary

PRICE = costs.Price("test", 2.0, 10.0)


def item(outcome: str, read: int, written: int, **details: int) -> record.Item:
    return record.Item(
        task="agent", arm="gcf", primer=False, model="m", document="d", question="q",
        kind="sqlite", rows=50, epoch=1, outcome=outcome, correct=outcome == "correct",
        input_tokens=read, output_tokens=written, schema_tokens=100, call_tokens=10,
        result_tokens=1000, steps=3, details=details)


def test_failures_are_paid_too() -> None:
    items = [item("correct", 1000, 100), item("wrong", 3000, 100), item("failed", 0, 0)]
    assert cost_per_solved(items, PRICE) == pytest.approx(0.010)
    assert cost_per_solved(items[1:], PRICE) is None


def test_a_line_for_each_arm() -> None:
    text = summary([item("correct", 1000, 100, unreadable=2),
                    item("skipped", 9, 9), item("wrong", 3000, 100, errors=1)], PRICE)
    _, line = text.splitlines()
    assert line.split() == ["agent", "gcf", "1", "2", "3.0", "100", "10", "1000", "2000",
                            "100", "0.01000", "unreadable", "2,", "errors", "1"]
    assert "none solved" in summary([item("wrong", 1, 1)], PRICE)
