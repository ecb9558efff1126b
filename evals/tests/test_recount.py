# SPDX-License-Identifier: MIT
"""The recount reads logs like the published ones; these are made up."""
from __future__ import annotations

import argparse
import json
import pathlib

import pytest

from pith_evals import tables
from pith_evals.commands import recount as command
from pith_evals.recount import claims, figures, logs

GRAPH_QUESTIONS = [q for group in figures.GROUPS.values() for q in group]


def graph_log(model: str, wrong: set[tuple[str, str]], empty: set[tuple[str, str]]) -> str:
    lines = ["=== RUN   TestComprehension", f"    c_test.go:1: Backend: shop ({model})"]
    for question in GRAPH_QUESTIONS:
        for name in ("gcf", "toon", "json"):
            key = (question, name)
            verdict = "FAIL" if key in wrong or key in empty else "PASS"
            got = "" if key in empty else "9"
            lines.append(
                f'    c_test.go:2:   {verdict} {question:<15} {name:<5} [got "{got}"] '
                f'expected="9" got="{got}"'
            )
    return "\n".join(lines) + "\n"


@pytest.fixture
def directory(tmp_path: pathlib.Path) -> pathlib.Path:
    (tmp_path / "a.log").write_text(
        graph_log("first", {("edge_count", "json"), ("function_count", "toon")}, set())
    )
    capped = {("symbol_count", "json"), ("tool_name", "gcf")}
    (tmp_path / "b.log").write_text(
        graph_log("second", set(), capped).replace(
            'PASS top_kind        toon  [got "9"] expected="9" got="9"',
            "SKIP top_kind        toon  error: no answer",
        )
    )
    (tmp_path / "early.log").write_text(
        '    c_test.go:2:   PASS symbol_count    gcf   [exact] expected="9" got="9"\n'
    )
    questions = [f"q{n}" for n in range(13)]
    (tmp_path / "generic.log").write_text(
        "Backend: cli (agent --model third)\n"
        + "".join(
            f'  {"FAIL" if q == "q3" and f == "json" else "PASS"} {q}   {f} '
            f'[x] expected="1" got="1, and \\"more\\""\n'
            for q in questions
            for f in ("gcf", "toon", "json")
        )
    )
    (tmp_path / "generation.log").write_text(
        "=== RUN   TestGeneration\n"
        "    g_test.go:1: Generating 5 symbols, 3 edges...\n"
        "    g_test.go:2:   VALID  5 symbols, 3 edges  (4 B GCF, 6 B JSON)\n"
        "    g_test.go:1: Generating 10 symbols, 6 edges...\n"
        "    g_test.go:2:   VALID  7 symbols, 6 edges  (4 B GCF, 6 B JSON)\n"
        "    Generating 20 symbols, 12 edges...\n"
        "      ERROR: no answer\n"
        "=== RUN   TestGenerationTOON\n"
        "    g_test.go:1: Generating 5 symbols, 3 edges...\n"
        "    g_test.go:2:   INVALID: distance: cannot assign string to int\n"
        "    g_test.go:3:   Output (first 500 chars): VALID text of a model\n"
        "    g_test.go:1: Generating 10 symbols, 6 edges...\n"
        "    g_test.go:2:   INVALID: line 3: missing colon\n"
        "=== RUN   TestGenerationJSON\n"
        "    g_test.go:1: Generating 5 symbols, 3 edges...\n"
        "    g_test.go:2:   VALID  (6 B JSON)\n"
        "    g_test.go:1: Generating 10 symbols, 6 edges...\n"
        "    g_test.go:2:   INVALID: unexpected end of JSON input\n"
    )
    (tmp_path / "notes.md").write_text("# nothing\n")
    (tmp_path / "list.json").write_text("[1, 2]")
    return tmp_path


def test_graph(directory: pathlib.Path) -> None:
    found = figures.figures(logs.read_directory(directory))
    graph = found["graph"]
    assert graph["logs"] == 2
    assert graph["capped models"] == ["second"]
    assert graph["empty answers"] == {"second, gcf": 1, "second, json": 1}
    assert graph["all models"] == {"gcf": [25, 26], "json": [24, 26], "toon": [24, 25]}
    assert graph["without capped"] == {"gcf": [13, 13], "json": [12, 13], "toon": [12, 13]}
    assert graph["without capped, totals and distance groups"] == {
        "gcf": [8, 8],
        "json": [8, 8],
        "toon": [7, 8],
    }
    assert graph["groups"]["totals of symbols and edges"]["all models"] == {
        "gcf": [4, 4],
        "json": [2, 4],
        "toon": [4, 4],
    }
    assert graph["pairs"]["scan and count"]["gcf against toon"] == {
        "pairs": 2,
        "won": 1,
        "lost": 0,
        "p": 1.0,
    }
    assert found["left out of the published shares"] == 1
    assert found["logs of earlier question sets"] == ["early.log"]
    assert found["other files"] == 2


def test_generic(directory: pathlib.Path) -> None:
    generic = figures.figures(logs.read_directory(directory))["generic"]
    assert generic["logs"] == 1
    assert generic["questions at 100 % in every format"] == 12
    assert generic["models"] == {
        "third": {"gcf": [13, 13], "json": [12, 13], "toon": [13, 13]}
    }


def test_a_command_line_without_a_model_is_not_one(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.log").write_text(graph_log("agent -p", set(), set()))
    assert {answer.model for answer in logs.read_directory(tmp_path).graph} == {"not named"}


def test_generation(directory: pathlib.Path) -> None:
    tests = figures.figures(logs.read_directory(directory))["generation"]["tests"]
    first = tests["TestGeneration"]
    assert (first["valid"], first["invalid"], first["error"]) == (2, 0, 1)
    assert first["valid with other numbers than asked"] == [
        ["generation.log", [10, 6], [7, 6]]
    ]
    assert tests["TestGenerationTOON"]["invalid"] == 2
    assert tests["TestGenerationTOON"]["invalid by a typed field"] == 1
    assert tests["TestGenerationJSON"]["valid"] == 1
    assert tests["TestGenerationJSON"]["invalid by truncation"] == 1


def test_raw_answers(tmp_path: pathlib.Path) -> None:
    entries = [
        {
            "questionId": f"q{n}",
            "format": name,
            "model": "m",
            "expected": "1",
            "actual": "1",
            "isCorrect": not (name == "json-compact" and n < 3 or name == "toon" and n == 9),
            "inputTokens": 90 if name == "toon" else 100,
            "outputTokens": 5,
        }
        for n in range(10)
        for name in ("json-compact", "toon")
    ] + [
        {"questionId": "q1", "format": "csv", "model": "m", "isCorrect": True}
    ]
    (tmp_path / "m").write_text(json.dumps(entries))
    raw = figures.figures(logs.read_directory(tmp_path))["raw answers"]
    assert raw["all models"] == {"csv": [1, 1], "json-compact": [7, 10], "toon": [9, 10]}
    # CSV was not asked everything and is not compared.
    assert list(raw["pairs"]) == ["json-compact against toon"]
    assert raw["pairs"]["json-compact against toon"]["won"] == 1
    assert raw["pairs"]["json-compact against toon"]["lost"] == 3
    assert raw["discordant share of all pairs"] == 0.4
    assert raw["input tokens against compact JSON, per cent"] == {"m": {"toon": -10.0}}
    assert raw["output tokens per answer"] == {"m": [5.0, 5.0]}


def test_claims_are_compared(directory: pathlib.Path) -> None:
    rows = claims.compare(figures.figures(logs.read_directory(directory)))
    by_text = {row["claim"]: row for row in rows}
    assert not by_text["graph logs counted"]["agrees"]
    assert by_text["graph logs counted"]["recounted"] == 2
    assert "questions with raw answers" not in by_text
    assert by_text["of these with other numbers of symbols or edges than asked"][
        "recounted"
    ] == 1


@pytest.mark.parametrize(
    "noted, value, agrees",
    [(0.08, 0.0752, True), (0.08, 0.0861, False), (-13.6, -13.6, True), (26, 25, False)],
)
def test_digits_of_the_note(noted: float, value: float, agrees: bool) -> None:
    assert claims._agrees(noted, value) == agrees


def test_the_command(directory: pathlib.Path, tmp_path: pathlib.Path) -> None:
    options = argparse.Namespace(
        logs=[f"made@0={directory}"], output=tmp_path / "out", check=False
    )
    assert command.run(options) == 0
    table = tables.read("recount", tmp_path / "out")
    assert table["sources"][0]["source"] == "made@0"
    options.logs = ["no source"]
    assert command.run(options) == 2
    options.logs = [f"made@0={tmp_path}/missing"]
    assert command.run(options) == 2


def test_the_committed_table_names_its_logs() -> None:
    for source in tables.read("recount")["sources"]:
        repository, _, commit = source["source"].partition("@")
        assert "/" in repository and len(commit) == 40
        assert source["claims"]
