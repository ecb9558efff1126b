# SPDX-License-Identifier: MIT
"""Questions have the same answer by reading and by asking, and asking is checked."""
import io
import pathlib
import sqlite3

import pytest

from pith_evals import record, run
from pith_evals.agent import asking, figures, native, places

try:
    places.pith_command(), places.node()
    ABSENT = ""
except places.Absent as problem:
    ABSENT = str(problem)
needs_servers = pytest.mark.skipif(ABSENT != "", reason=ABSENT)


@pytest.mark.parametrize("size", asking.SIZES)
@pytest.mark.parametrize("kind", asking.QUESTIONS)
def test_answers_are_the_same_in_sql(kind: str, size: int) -> None:
    question = asking.QUESTIONS[kind]
    for seed in (1, 2, 3):
        setting = asking.setting(question, size, seed, "ask")
        rows = setting.begin.tables["readings"]
        database = sqlite3.connect(":memory:")
        database.execute("create table t (id, device, city, kind, value, status)")
        database.executemany("insert into t values (?, ?, ?, ?, ?, ?)",
                             [tuple(row.values()) for row in rows])
        found = database.execute(question.sql.format(**setting.given)).fetchall()
        assert len(found) == 1
        cell = found[0][0]
        assert setting.answer == (f"{cell:.2f}" if isinstance(cell, float) else str(cell))
        # A header that tells the number of rows tells no answer.
        assert setting.answer != str(size)


def held(
    where: list[native.Place], mock: str, directory: pathlib.Path, context: int | None = None
) -> tuple[list[record.Item], record.Provenance]:
    items = run.run(
        [asking.experiment(where, f"mock/{mock}", context=context)], f"mock/{mock}", "smoke",
        directory, settings=run.Settings(max_connections=2), output=io.StringIO())
    return items, record.read_provenance(directory)


def place(kind: str, size: int, arm: str) -> native.Place:
    way = "ask" if arm == "ask" else "read"
    return native.Place(asking.setting(asking.QUESTIONS[kind], size, 1, way), arm)


@needs_servers
def test_the_oracle_reads_and_asks(tmp_path: pathlib.Path) -> None:
    where = [place("sum", 200, arm) for arm in asking.ARMS] + [place("group", 1000, "ask")]
    items, provenance = held(where, "oracle", tmp_path)
    assert [item.outcome for item in items] == ["correct"] * 5
    by_arm = {item.arm: item for item in items if item.document == "200-seed-1"}
    assert {item.pair for item in by_arm.values()} == {by_arm["ask"].pair}
    assert by_arm["ask"].steps == 3 and by_arm["json"].steps == 2
    assert (by_arm["ask"].result_tokens < by_arm["auto"].result_tokens
            < by_arm["json"].result_tokens)
    assert by_arm["ask"].schema_tokens > by_arm["auto"].schema_tokens
    # A handle is random, and so are its tokens.
    assert provenance.estimated["input_tokens"] == pytest.approx(
        provenance.usage["input_tokens"], rel=0.02)


@needs_servers
@pytest.mark.parametrize("mock, end", [("stops_early", "answer"), ("mistaken", "answer"),
                                       ("loops", "steps")])
def test_mocks_fail(mock: str, end: str, tmp_path: pathlib.Path) -> None:
    (item,), _ = held([place("lookup", 50, "ask")], mock, tmp_path)
    assert (item.outcome, item.details["end"]) == ("wrong", end)


@needs_servers
def test_tables_that_do_not_fit_are_skipped(tmp_path: pathlib.Path) -> None:
    items, _ = held([place("count", 5000, arm) for arm in ("json", "ask")], "oracle",
                    tmp_path, context=8000)
    assert {item.arm: item.outcome for item in items} == {"json": "skipped", "ask": "correct"}
    skipped = next(item for item in items if item.arm == "json")
    assert not skipped.counts and skipped.details["counted_input"] > 100_000
    assert len({item.pair for item in items}) == 1


def test_figures_are_of_every_place() -> None:
    kept = figures.load(asking.FILE)
    assert {arm: set(of_arm) for arm, of_arm in kept.items()} == {
        arm: {one.setting.name for one in asking.places("complete", ["ask"])}
        for arm in asking.ARMS}
    *_, last = asking.table().splitlines()
    assert last.split()[0] == "5000"
