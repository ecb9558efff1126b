# SPDX-License-Identifier: MIT
"""The page is made of committed results alone, and says what they are worth."""
from __future__ import annotations

import argparse
import dataclasses
import pathlib
import xml.etree.ElementTree

import pytest

from pith_evals import record, tables
from pith_evals.commands import report as command
from pith_evals.report import accuracy, charts, markdown, models, page, published, runs


def item(arm: str, number: int, outcome: str, **fields: object) -> record.Item:
    made = record.Item(
        task="generic",
        arm=arm,
        primer=False,
        model="shop/m",
        document=f"d{number % 5}",
        question=f"q{number}",
        kind="lookup",
        rows=10,
        epoch=1,
        outcome=outcome,
        correct=outcome == "correct",
        input_tokens=50 if arm == "gcf" else 100,
        output_tokens=2,
    )
    return dataclasses.replace(made, **fields)


def items_of() -> list[record.Item]:
    """Twenty questions: JSON 15 right, pretty 16, GCF 18, one GCF skipped."""
    made = []
    for n in range(20):
        made.append(item("json", n, "correct" if n < 15 else "wrong"))
        made.append(item("json-pretty", n, "correct" if n < 16 else "truncated"))
        made.append(item("gcf", n, "correct" if n >= 2 else "other_notation"))
        made.append(item("toon", n, "failed" if n == 0 else "correct"))
    made.append(item("gcf", 20, "skipped"))
    return made


def provenance(tier: str) -> record.Provenance:
    return record.Provenance(
        date="2026-11-17T00:00:00+00:00",
        tier=tier,
        preset="smoke",
        tasks=["generic"],
        arms=["json", "gcf"],
        primers=[False],
        model=f"shop/{tier}",
        model_returned="m-1",
        endpoint="shop",
        temperature=0.0,
        seed=1,
        output_cap=4096,
        reasoning="none",
        epochs=1,
        commit="c" * 40,
        is_dirty=False,
        versions={"pith": "0"},
        hashes={"prompts": "abc"},
        outcomes={"correct": 69},
        estimated={"input_tokens": 1},
        usage={"input_tokens": 1},
    )


def run_of(tier: str) -> runs.Run:
    items = [dataclasses.replace(one, model=f"shop/{tier}") for one in items_of()]
    return runs.Run(f"2026-{tier}", provenance(tier), tuple(items))


def cell(name: str) -> accuracy.Cell:
    return next(c for c in accuracy.cells(items_of()) if c.name == name)


def test_cells() -> None:
    gcf = cell("gcf")
    assert (gcf.correct, gcf.asked) == (18, 20)
    assert gcf.outcomes["skipped"] == 1
    assert gcf.tokens_per_question == 50
    assert gcf.tokens_per_correct == pytest.approx((20 * 50 + 20 * 2) / 18)
    # A call that failed stays in the denominator.
    assert (cell("toon").correct, cell("toon").asked) == (19, 20)


def test_the_baseline_is_the_better_json() -> None:
    assert accuracy.baseline_of(accuracy.cells(items_of())).arm == "json-pretty"
    assert accuracy.baseline_of([cell("gcf")]) is None


def test_differences_are_paired() -> None:
    rows = {row.name: row for row in accuracy.differences(items_of(), draws=500)}
    assert set(rows) == {"json", "gcf", "toon"}
    gcf = rows["gcf"]
    assert gcf.baseline == "json-pretty"
    assert (gcf.pairs, gcf.documents) == (20, 5)
    # GCF alone on 16..19, pretty JSON alone on 0 and 1.
    assert (gcf.won, gcf.lost) == (4, 2)
    assert gcf.mean == pytest.approx(0.1)
    assert gcf.low <= gcf.mean <= gcf.high
    assert gcf.adjusted_p >= gcf.p


@pytest.mark.parametrize(
    "low, high, verdict",
    [(-0.02, 0.1, "no worse"), (-0.1, -0.05, "worse"), (-0.1, 0.1, "undecided")],
)
def test_verdicts(low: float, high: float, verdict: str) -> None:
    row = accuracy.Difference("a", "b", 9, 9, 1, 1, 0, low, high, 1, 1)
    assert row.verdict == verdict


def test_dominated() -> None:
    points = [(10, 0.9), (20, 0.9), (5, 0.5), (30, 0.95), (10, 0.9)]
    assert accuracy.dominated(points) == [False, True, False, False, False]


def test_a_chart_is_the_same_every_time() -> None:
    points = [
        charts.Point("json", 100, 0.7, 0.6, 0.8),
        charts.Point("gcf", 60, 0.7, 0.6, 0.8),
        charts.Point("none", 60, 0.0, 0.0, 0.2),
    ]
    svg = charts.pareto(points, "title", "tokens")
    assert svg == charts.pareto(points, "title", "tokens")
    root = xml.etree.ElementTree.fromstring(svg)
    texts = ["".join(node.itertext()).strip() for node in root.iter() if node.tag.endswith("text")]
    assert {"json", "gcf", "none", "title", "tokens"} <= set(texts)
    # Two dominated points are hollow.
    assert svg.count("fill: #ffffff; stroke: #20639b") == 2


def test_proofs_are_only_in_their_own_section() -> None:
    text, svgs = page.make([run_of("pipeline-proof")])
    before, _, after = text.partition("## Proof of the pipeline")
    assert "shop/pipeline-proof" not in before
    assert "shop/pipeline-proof" in after
    assert "not evidence" in after
    assert "No model has been run as evidence" in before
    assert list(svgs) == ["published-retrieval.svg"]


def test_evidence_is_shown_with_intervals_and_chart() -> None:
    text, svgs = page.make([run_of("evidence")])
    assert "## Proof of the pipeline" not in text
    assert "| gcf | 18/20 | 90.0 [69.9, 97.2] | 50 |" in text
    assert "baseline" in text
    assert "| gcf | 18 | 0 | 2 | 0 | 0 | 1 |" in text
    assert "2026-evidence-generic.svg" in svgs


def test_a_model_at_chance_is_called_so() -> None:
    wrong = [dataclasses.replace(item("gcf", n, "wrong"), model="m") for n in range(9)]
    one = runs.Run("r", provenance("pipeline-proof"), (*wrong, item("toon", 1, "skipped")))
    lines = "\n".join(models.proof([one], {}))
    assert "**at chance**" in lines
    assert "| gcf | 0/9 | [0, 30] | at chance |" in lines
    assert "| toon | 0/0 | \u2013 | not asked |" in lines
    right = [item("gcf", n, "correct") for n in range(9)]
    one = runs.Run("r", provenance("pipeline-proof"), tuple(right))
    assert "at chance**" not in "\n".join(models.proof([one], {}))


def test_mock_runs_are_not_read_and_runs_need_provenance(tmp_path: pathlib.Path) -> None:
    for tier in ("mock", "evidence"):
        record.write_items(tmp_path / tier, items_of())
        record.write_provenance(tmp_path / tier, provenance(tier))
    assert [run.name for run in runs.read(tmp_path)] == ["evidence"]
    (tmp_path / "bare").mkdir()
    with pytest.raises(ValueError, match="provenance"):
        runs.read(tmp_path)


def test_recounted_claims_that_differ_are_shown() -> None:
    source = {
        "source": "a/b@" + "0" * 40,
        "figures": {"left out of the published shares": 3},
        "claims": [
            {"claim": "x", "kind": "graph", "noted": 26, "recounted": 25, "agrees": False},
            {"claim": "y", "kind": "graph", "noted": 1, "recounted": 1, "agrees": True},
        ],
    }
    text = "\n".join(published.section({"sources": [source]}, {}))
    assert "1 of 2 claims as noted. 3 questions" in text
    assert "| x | 26 | **25** |" in text
    assert "| y | 1 | the same |" in text


@pytest.mark.parametrize(
    "tokens, base, text",
    [(110, 100, "+10.0"), (90, 100, "\u221210.0"), (100, 100, "0.0"), (None, 1, "\u2013"), (1, 0, "\u2013")],
)
def test_changes(tokens: int | None, base: int, text: str) -> None:
    assert markdown.change(tokens, base) == text


def test_cells_of_tables_are_escaped() -> None:
    assert markdown.table(["a|b"], [["c|d"]])[0] == "| a\\|b |"


def test_the_committed_page_is_as_made(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    assert command.run(parser.parse_args(["--check"])) == 0, capsys.readouterr().err


def test_check_finds_a_difference(tmp_path: pathlib.Path) -> None:
    results = tmp_path / "results"
    results.mkdir()
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    given = ["--results", str(results), "--docs", str(tmp_path / "docs")]
    assert command.run(parser.parse_args([*given, "--check"])) == 1
    assert command.run(parser.parse_args(given)) == 0
    assert command.run(parser.parse_args([*given, "--check"])) == 0
    (tmp_path / "docs/evidence/old.svg").write_text("<svg/>")
    assert command.run(parser.parse_args([*given, "--check"])) == 1


def test_missing_tables_are_an_error(tmp_path: pathlib.Path) -> None:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    assert command.run(parser.parse_args(["--tables", str(tmp_path)])) == 2


def test_tables_that_the_page_needs_are_committed() -> None:
    for name in ("costs", "merges", "recount", "tokens"):
        assert tables.read(name)
