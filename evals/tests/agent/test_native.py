# SPDX-License-Identifier: MIT
"""Mock models solve tasks through tools, or fail in the way that is expected."""
import io
import pathlib

import pytest

from pith_evals import record, run
from pith_evals.agent import figures, mocks, native, places
from pith_evals.agent.worlds import SEEDS, TASKS, set_up

try:
    places.pith_command(), places.node()
    ABSENT = ""
except places.Absent as problem:
    ABSENT = str(problem)
needs_servers = pytest.mark.skipif(ABSENT != "", reason=ABSENT)


def held(
    where: list[native.Place], mock: str, directory: pathlib.Path
) -> tuple[list[record.Item], record.Provenance]:
    items = run.run(
        [native.experiment(where)], f"mock/{mock}", "smoke", directory,
        settings=run.Settings(max_connections=2), output=io.StringIO(),
    )
    return items, record.read_provenance(directory)


def place(name: str, condition: str, has_primer: bool = False) -> native.Place:
    return native.Place(set_up(TASKS[name], 1), condition, has_primer)


@needs_servers
def test_the_oracle_solves_everything(tmp_path: pathlib.Path) -> None:
    where = [
        place("sqlite-over-the-limit", "gcf"), place("memory-wrong-way", "tron"),
        place("filesystem-in-both", "toon", has_primer=True),
        place("everything-temperature-sum", "passthrough"),
        place("across-best-customer", "json"),
    ]
    items, provenance = held(where, "oracle", tmp_path)
    assert [item.outcome for item in items] == ["correct"] * 5
    for item in items:
        assert item.details["problems"] == []
        assert item.schema_tokens > 0 and item.call_tokens > 0 and item.result_tokens > 0
        assert item.input_tokens == item.details["counted_input"]
        assert item.output_tokens == item.details["counted_output"]
        assert item.steps == item.details["calls"] + 1
    # Worlds of other samples are in nobody's log.
    (log,) = (tmp_path / "logs").glob("*.eval")
    assert log.stat().st_size < 200_000
    # The estimate is of this very conversation; temporary names change a token.
    estimated = provenance.estimated
    # Primers are in the estimate too.
    assert estimated["calls"] == provenance.usage["calls"]
    assert abs(estimated["input_tokens"] / provenance.usage["input_tokens"] - 1) < 0.01
    assert abs(estimated["output_tokens"] / provenance.usage["output_tokens"] - 1) < 0.01


@needs_servers
@pytest.mark.parametrize("mock, outcome, detail", [
    ("stops_early", "wrong", {"end": "answer", "calls": 1}),
    ("mistaken", "wrong", {"end": "answer"}),
    ("meddles", "wrong", {"end": "answer", "errors": 0}),
    ("loops", "wrong", {"end": "steps", "calls": 12}),
    ("unknown_tool", "wrong", {"unknown_tool": 1, "refused": 1}),
    ("unreadable", "wrong", {"unreadable": 1}),
    ("in_words", "other_notation", {"calls": 0}),
    ("truncating", "truncated", {"end": "cap"}),
    ("filtered", "refused", {"end": "filter"}),
    ("failing", "failed", {"end": "failure"}),
])
def test_mocks_fail_as_expected(
    mock: str, outcome: str, detail: dict[str, object], tmp_path: pathlib.Path
) -> None:
    (item,), _ = held([place("filesystem-token", "auto")], mock, tmp_path)
    assert item.outcome == outcome
    assert item.counts
    assert {name: item.details[name] for name in detail} == detail
    assert item.steps <= 12


def test_an_unknown_mock_is_named() -> None:
    with pytest.raises(ValueError, match="one of oracle"):
        mocks.mock_model("mock/nobody", {})


def test_calls_in_words() -> None:
    assert native.wrote_a_call('I call:\n```json\n{"name": "x", "arguments": {}}\n```')
    assert native.wrote_a_call('[{"name": "x", "parameters": {}}]')
    assert not native.wrote_a_call('{"name": "x"}')
    assert not native.wrote_a_call("done")


def test_presets() -> None:
    assert len(native.places("standard", ["gcf"])) == 48 * 3
    smoke = native.places("smoke")
    assert {p.setting.task.family for p in smoke} == {
        "sqlite", "memory", "filesystem", "everything", "across"}
    assert len(smoke) == 5 * len(native.ARMS)


def test_instructions_are_the_same_in_every_condition() -> None:
    texts = {native.system_text(place("across-slow-owner", c)) for c in native.ARMS}
    assert len(texts) == 1
    assert "gcf" not in texts.pop().lower()
    assert len({native.system_text(place("memory-lonely", c, True)) for c in native.ARMS}) == 5


def test_hashes_tell_what_was_asked() -> None:
    one, same, seed, condition, task = (
        native.experiment([place]).hashes for place in (
            place("memory-lonely", "gcf"), place("memory-lonely", "gcf"),
            native.Place(set_up(TASKS["memory-lonely"], 2), "gcf"),
            place("memory-lonely", "toon"), place("memory-busiest", "gcf")))
    assert one == same
    assert one["worlds"] != seed["worlds"] and one["worlds"] == task["worlds"]
    assert one["tasks"] != task["tasks"] and one["tasks"] == condition["tasks"]
    assert len({h["prompts"] for h in (one, seed, condition, task)}) == 4


def test_figures_are_of_every_place() -> None:
    kept = figures.load()
    names = {f"{name}/{seed}" for name in TASKS for seed in SEEDS}
    for condition in ("passthrough", *native.ARMS):
        assert set(kept[condition]) == names
    # Reading costs less than compact JSON in every format but for TOON at times.
    results = {c: sum(sum(one[2]) for one in kept[c].values()) for c in kept}
    assert results["auto"] <= min(results["gcf"], results["tron"]) < results["json"]
    assert results["json"] < results["passthrough"]
    assert "passthrough" in figures.table()
