# SPDX-License-Identifier: MIT
"""Items and provenance come back as they were written, or not at all."""
import dataclasses
import datetime
import json
import pathlib

import pytest

from pith_evals import record

ITEM = record.Item(
    task="generic",
    arm="gcf",
    primer=True,
    model="mock/oracle",
    document="orders-10-1",
    question="count",
    kind="count",
    rows=10,
    epoch=1,
    outcome="correct",
    correct=True,
    input_tokens=12,
    answer="10 \u2028 \u00e9",
    target="10",
    details={"valid": True},
)
PROVENANCE = record.Provenance(
    date="2026-01-01T00:00:00+00:00",
    tier="mock",
    preset="smoke",
    tasks=["generic"],
    arms=["gcf"],
    primers=[True],
    model="mock/oracle",
    model_returned="oracle",
    endpoint="mock",
    temperature=0.0,
    seed=1,
    output_cap=4096,
    reasoning="default",
    epochs=1,
    commit="unknown",
    is_dirty=True,
    versions={"pith": "0"},
    hashes={"questions": "0"},
    outcomes={"correct": 1},
    estimated={"input_tokens": 12.0},
    usage={"input_tokens": 12},
)


def test_items_come_back(tmp_path: pathlib.Path) -> None:
    other = dataclasses.replace(ITEM, outcome="failed", correct=False, arm="json")
    record.write_items(tmp_path / "run", [ITEM, other])
    assert list(record.read_items(tmp_path / "run")) == [ITEM, other]
    assert ITEM.pair == other.pair
    assert other.counts
    assert not dataclasses.replace(ITEM, outcome="skipped", correct=False).counts


@pytest.mark.parametrize(
    "change", [{"outcome": "good"}, {"outcome": "wrong"}, {"correct": False}]
)
def test_an_item_agrees_with_itself(change: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        dataclasses.replace(ITEM, **change)


@pytest.mark.parametrize("line", ["[]", "{}", "{", '{"more": 1}'])
def test_lines_that_are_not_items_are_named(tmp_path: pathlib.Path, line: str) -> None:
    (tmp_path / record.ITEMS_FILE).write_text(
        record.to_line(ITEM) + "\n" + line + "\n", encoding="utf-8"
    )
    with pytest.raises(ValueError, match=r"items\.jsonl:2: "):
        list(record.read_items(tmp_path))


def test_provenance_is_whole(tmp_path: pathlib.Path) -> None:
    path = record.write_provenance(tmp_path, PROVENANCE)
    assert record.read_provenance(tmp_path) == PROVENANCE
    assert not PROVENANCE.is_evidence
    fields = json.loads(path.read_text())
    del fields["model"]
    path.write_text(json.dumps(fields))
    with pytest.raises(ValueError, match="model"):
        record.read_provenance(tmp_path)
    with pytest.raises(ValueError, match="tier"):
        dataclasses.replace(PROVENANCE, tier="good")


def test_outcomes_are_all_counted() -> None:
    counted = record.count_outcomes([ITEM, ITEM])
    assert counted["correct"] == 2
    assert list(counted) == list(record.OUTCOMES)


def test_a_run_has_a_safe_name(tmp_path: pathlib.Path) -> None:
    day = datetime.date(2026, 1, 2)
    found = record.run_directory(tmp_path, "openai/gpt-x y", "smoke", day)
    assert found.name == "2026-01-02-openai-gpt-x-y-smoke"
    for name in ("-2", "-3"):
        record.write_items(found, [ITEM])
        found = record.run_directory(tmp_path, "openai/gpt-x y", "smoke", day)
        assert found.name == f"2026-01-02-openai-gpt-x-y-smoke{name}"


def test_source_state_outside_git(tmp_path: pathlib.Path) -> None:
    assert record.source_state(tmp_path) == ("unknown", True)


def test_digest_ignores_only_the_order_of_keys() -> None:
    assert record.digest({"a": 1, "b": 2}) == record.digest({"b": 2, "a": 1})
    assert record.digest([1, 2]) != record.digest([2, 1])
