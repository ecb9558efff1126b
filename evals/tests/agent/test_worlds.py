# SPDX-License-Identifier: MIT
"""Worlds are what tasks need, and their checks see every change."""
import collections
import functools
import pathlib
from collections.abc import Callable

import pytest

from pith_evals.agent import players, reference
from pith_evals.agent.worlds import MAX_STEPS, SEEDS, TASKS, make, rules, set_up, state

SETTINGS = [(name, seed) for name in TASKS for seed in SEEDS]
# On disk, some of each family.
SOME = [(name, SEEDS[place % len(SEEDS)]) for place, name in enumerate(TASKS) if place % 6 == 5]


def test_48_tasks() -> None:
    families = collections.Counter(task.family for task in TASKS.values())
    assert families == {"sqlite": 16, "memory": 12, "filesystem": 12, "everything": 2,
                        "across": 6}
    assert sum(task.turns_on_table for task in TASKS.values()) >= 32
    assert MAX_STEPS == 12
    for name, task in TASKS.items():
        assert name == task.name and name.startswith(task.family)


def test_worlds_come_from_their_seeds() -> None:
    for maker in (make.shop, make.graph, make.tree):
        assert maker(1) == maker(1)
        assert maker(1) != maker(2)


def test_sizes_of_worlds() -> None:
    for seed in SEEDS:
        tables = make.shop(seed).tables
        assert {name: len(rows) for name, rows in tables.items()} == {
            "customers": 90, "suppliers": 40, "products": 60, "orders": 1200,
            "events": 2000, "notes": 50}
        for table, column in rules.PARTITIONS.items():
            parts = collections.Counter(row[column] for row in tables[table])
            assert min(parts.values()) >= 50
        graph = make.graph(seed)
        assert (len(graph.entities), len(set(graph.relations))) == (60, 150)
        tree = make.tree(seed)
        assert len(tree.files) == 200
        folders = collections.Counter(name.split("/")[0] for name in tree.files)
        assert folders["inbox"] >= 50 and folders["archive"] >= 50


def test_every_task_asks_for_a_change_or_an_answer() -> None:
    for name, seed in SETTINGS:
        setting = set_up(TASKS[name], seed)
        if setting.task.family == "everything":
            assert setting.answer != "done"
        else:
            assert state.differences(setting.begin, setting.end) != []


@pytest.mark.parametrize("name, seed", SOME)
def test_what_is_expected_is_on_disk_and_is_a_change(
    name: str, seed: int, tmp_path: pathlib.Path
) -> None:
    setting = set_up(TASKS[name], seed)
    state.write(setting.begin, tmp_path)
    assert state.differences(state.read(tmp_path), setting.begin) == []
    answer = "" if setting.task.family == "everything" else setting.answer
    assert reference.problems(setting, tmp_path, answer) != []
    (tmp_path / "end").mkdir()
    state.write(setting.end, tmp_path / "end")
    assert reference.problems(setting, tmp_path / "end", setting.answer) == []
    assert reference.problems(setting, tmp_path / "end", "nothing") != []


def test_no_answer_is_a_count() -> None:
    """Counts stand in headers of some formats; a task must not be won with them."""
    for name, seed in SETTINGS:
        _check_counts(name, seed)


def _check_counts(name: str, seed: int) -> None:
    setting = set_up(TASKS[name], seed)
    begin = setting.begin
    counts = {len(rows) for rows in begin.tables.values()}
    for table, column in rules.PARTITIONS.items():
        counts |= set(collections.Counter(
            row[column] for row in begin.tables.get(table, [])).values())
    counts |= {len(begin.entities), len(begin.relations), len(begin.files)}
    counts |= set(collections.Counter(n.split("/")[0] for n in begin.files).values())
    texts = {setting.answer}
    texts |= {str(row["text"]) for row in setting.end.tables.get("notes", ())
              if row["author"] == "desk"}
    texts |= {content.strip() for path, content in setting.end.files.items()
              if begin.files.get(path) != content}
    assert texts.isdisjoint(map(str, counts))


@functools.cache
def _all_of_it() -> state.State:
    begin = make.shop(1)
    for part in (make.graph(1), make.tree(1)):
        begin.entities |= part.entities
        begin.relations += part.relations
        begin.files |= part.files
        begin.folders |= part.folders
    return begin


def _spoiled(change: Callable[[state.State], object]) -> list[str]:
    begin = _all_of_it()
    spoiled = begin.copy()
    change(spoiled)
    return state.differences(spoiled, begin)


CHANGES = {
    "a row more": lambda s: s.tables["notes"].append(
        {"id": 99, "subject": "x", "text": "y", "author": "z"}),
    "a row less": lambda s: s.tables["orders"].pop(),
    "a row twice": lambda s: s.tables["notes"].append(dict(s.tables["notes"][0])),
    "another cell": lambda s: s.tables["events"][7].update(level="none"),
    "another type": lambda s: s.tables["products"][0].update(sku=5),
    "another key": lambda s: s.tables["orders"][0].update(id=1),
    "a table more": lambda s: s.tables.update(x=[]),
    "a table less": lambda s: s.tables.pop("notes"),
    "an entity more": lambda s: s.entities.update(x=state.Entity("host", [])),
    "an entity less": lambda s: s.entities.popitem(),
    "another kind": lambda s: setattr(next(iter(s.entities.values())), "kind", "x"),
    "an observation more": lambda s: next(iter(s.entities.values())).observations.append("x"),
    "an observation less": lambda s: next(iter(s.entities.values())).observations.pop(),
    "a relation more": lambda s: s.relations.append(("a", "b", "c")),
    "a relation twice": lambda s: s.relations.append(s.relations[0]),
    "a relation less": lambda s: s.relations.pop(),
    "a file more": lambda s: s.files.update(x=""),
    "a file less": lambda s: s.files.popitem(),
    "another content": lambda s: s.files.update({"misc/a.txt": "token\n"}),
    "a folder more": lambda s: s.folders.add("x"),
    "a folder less": lambda s: s.folders.remove("misc"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_every_change_is_seen(name: str) -> None:
    found = _spoiled(CHANGES[name])
    assert 1 <= len(found) <= 2
    assert _spoiled(lambda s: s.relations.reverse()) == []


def test_a_destroyed_world_is_not_solved(tmp_path: pathlib.Path) -> None:
    setting = set_up(TASKS["memory-lonely"], 1)
    state.write(setting.end, tmp_path)
    assert reference.problems(setting, tmp_path, "Done.") == []
    (tmp_path / state.GRAPH).write_text("{")
    assert "cannot be read" in reference.problems(setting, tmp_path, "done")[0]


def test_answers_without_what_does_not_matter() -> None:
    assert reference.plain(" `Done.`\n") == reference.plain("done")
    assert reference.plain("done, I think") != reference.plain("done")
    for text in ("**4550**", "4,550", "4550.0", " 4550. "):
        assert reference.plain(text) == reference.plain("4550")
    for text in ("14550", "4,55", "4550.01", "4550 rows", "-4550", "1e3"):
        assert reference.plain(text) != reference.plain("4550")


@pytest.mark.parametrize("query", [
    "SELECT * FROM customers", "select * from notes;",
    "SELECT * FROM orders WHERE region = 'north'",
    "SELECT * FROM events\nWHERE service = 'auth-api' ;",
])
def test_reads_that_may_pass(query: str) -> None:
    assert rules.refusal("read_query", {"query": query}) is None


@pytest.mark.parametrize("query", [
    "SELECT name FROM customers", "SELECT * FROM orders",
    "SELECT * FROM customers WHERE name = 'Ada'",
    "SELECT * FROM orders WHERE status = 'open'",
    "SELECT * FROM orders WHERE region = 'north' AND status = 'open'",
    "SELECT * FROM orders WHERE region = 'north' ORDER BY total",
    "SELECT * FROM orders WHERE region = 'north' LIMIT 1",
    "SELECT max(total) FROM orders", "SELECT * FROM orders, customers",
    "SELECT * FROM orders WHERE region = 'north' UNION SELECT * FROM orders",
    "WITH a AS (SELECT 1) SELECT * FROM a", "",
])
def test_reads_that_are_refused(query: str) -> None:
    assert rules.refusal("read_query", {"query": query}) is not None


@pytest.mark.parametrize("query", [
    "INSERT INTO notes (subject, text, author) VALUES ('select', 'b', 'desk')",
    "UPDATE orders SET status = 'sent' WHERE id = 12",
    "update products set stock = stock + 1 where id in (1, 2,3);",
    "DELETE FROM orders WHERE id IN (7)",
])
def test_writes_that_may_pass(query: str) -> None:
    assert rules.refusal("write_query", {"query": query}) is None


@pytest.mark.parametrize("query", [
    "INSERT INTO notes (subject) SELECT name FROM customers",
    "INSERT INTO notes (subject) VALUES ((SELECT name FROM customers))",
    "UPDATE orders SET status = 'sent' WHERE region = 'north' AND id = 1",
    "UPDATE orders SET status = 'sent'",
    "UPDATE orders SET status = 'sent' WHERE id > 1",
    "DELETE FROM orders WHERE id IN (SELECT id FROM orders)",
    "DELETE FROM orders WHERE status = 'lost' OR id = 4",
    "DROP TABLE notes", "PRAGMA writable_schema = 1", "",
])
def test_writes_that_are_refused(query: str) -> None:
    assert rules.refusal("write_query", {"query": query}) is not None


def test_other_arguments_are_the_servers_business() -> None:
    assert rules.refusal("read_query", {"query": 5}) is None
    assert rules.refusal("write_query", {}) is None


def test_spoiled_arguments_differ_in_one_character() -> None:
    given = {"a": [{"b": "x1)"}], "n": 5}
    assert players.spoil(given) == {"a": [{"b": "x7)"}], "n": 5}
    assert given == {"a": [{"b": "x1)"}], "n": 5}
    assert players.spoil({"a": "7"}) == {"a": "8"}
