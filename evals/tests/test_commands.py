# SPDX-License-Identifier: MIT
"""The commands, from the line to the directory of a run."""
import json
import pathlib

import pytest

from pith_evals import cli, record
from pith_evals.generation import reference
from pith_evals.questions import published
from pith_evals.tasks import generation, generic, graph

WITH_PRIMER = {"gcf", "gcf-nested", "gcf-graph", "toon", "toon-grouped", "tron", "auto"}


def run(
    directory: pathlib.Path, command: str, model: str, *more: str
) -> list[record.Item]:
    words = [command, "--model", f"mock/{model}", "--directory", str(directory), *more]
    assert cli.main(words) == 0
    return list(record.read_items(directory))


def by_arm(items: list[record.Item]) -> dict[tuple[str, str, bool], dict[str, int]]:
    groups: dict[tuple[str, str, bool], list[record.Item]] = {}
    for item in items:
        groups.setdefault((item.task, item.arm, item.primer), []).append(item)
    return {key: record.count_outcomes(members) for key, members in groups.items()}


def test_the_oracle_is_right_in_every_task_and_notation(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    items = run(
        tmp_path / "run", "all", "oracle", "--preset", "smoke", "--price", "large"
    )
    assert all(item.correct for item in items)
    groups = by_arm(items)
    for task, arms in (
        (generic.NAME, generic.ARMS),
        (graph.NAME, graph.ARMS + graph.CONTROLS),
        (generation.NAME, generation.ARMS + ("gcf-graph",)),
    ):
        for arm in arms:
            for primer in (False, True) if arm in WITH_PRIMER else (False,):
                if task == generation.NAME and primer != (arm in WITH_PRIMER):
                    continue
                # Ten or more, but for kinds that only some items have.
                least = 2 if task == generation.NAME or arm == "auto" else 10
                assert groups[task, arm, primer]["correct"] >= least, (
                    task,
                    arm,
                    primer,
                )
    provenance = record.read_provenance(tmp_path / "run")
    for name in ("input_tokens", "output_tokens"):
        counted, estimated = provenance.usage[name], provenance.estimated[name]
        assert abs(estimated / counted - 1) <= 0.05, name
    asked = [item for item in items if "same_as" not in item.details]
    assert provenance.estimated["calls"] == provenance.usage["calls"] == len(asked)
    assert {item.arm for item in items if item not in asked} >= {"auto"}
    assert provenance.tasks == ["generic", "graph", "generation"]
    assert {"templates", "graph.documents", "generation.targets"} <= set(
        provenance.hashes
    )
    said = capsys.readouterr().out
    assert said.index("dollars") < said.index("correct")
    if reference.find() is not None:
        kept = json.loads((tmp_path / "run" / "agreement.json").read_text())
        assert kept["toon"]["same_value"] == kept["toon"]["texts"] == 10


def test_a_repair_is_counted_apart(tmp_path: pathlib.Path) -> None:
    items = run(
        tmp_path, "generation", "clumsy", "--preset", "smoke", "--arms", "json,gcf,toon"
    )
    assert not any(item.correct for item in items)
    invalid = [item for item in items if item.outcome == "invalid"]
    wrong = [item for item in items if item.outcome == "wrong"]
    assert len(invalid) > 20 and len(invalid) + len(wrong) == len(items)
    for item in invalid:
        assert item.steps == 2 and item.details["repaired"]
        assert not item.details["valid"] and item.details["second_outcome"] == "correct"
        # Both rounds are paid for.
        assert item.output_tokens > len(item.target) // 8
    for item in wrong:
        assert (
            item.steps == 1 and item.details["valid"] and not item.details["repaired"]
        )


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("rambling", {"invalid"}),
        ("wrong_notation", {"other_notation"}),
        ("truncating", {"truncated"}),
    ],
)
def test_mocks_through_everything(
    tmp_path: pathlib.Path, model: str, expected: set[str]
) -> None:
    items = run(
        tmp_path,
        "graph",
        model,
        "--limit",
        "2",
        "--arms",
        "json,gcf-graph",
        "--primer",
        "off",
    )
    assert {item.outcome for item in items} == expected
    assert len(items) == 4


def test_epochs_and_limits(tmp_path: pathlib.Path) -> None:
    items = run(
        tmp_path,
        "generic",
        "oracle",
        "--limit",
        "2",
        "--arms",
        "json,csv,toon",
        "--epochs",
        "2",
        "--primer",
        "on",
    )
    # JSON has no primer, and CSV cannot carry these documents.
    assert {item.arm for item in items} == {"toon"}
    assert sorted(item.epoch for item in items) == [1, 1, 2, 2]


def test_an_estimate_asks_nothing(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["all", "--model", "openai/none", "--preset", "standard", "--estimate"]
    assert cli.main([*words, "--results", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "generation" in said and "total" in said and "medium" in said
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(published.find() is None, reason="no data set 17")
def test_the_published_presets(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["all", "--model", "mock/oracle", "--preset", "published", "--estimate"]
    assert cli.main([*words, "--arms", "json,gcf,toon", "--primer", "off"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[1:3]] == [
        ["generic", "39"],
        ["graph", "39"],
    ]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["generic", "--model", "mock/none"], 3),
        (["generic", "--model", "nobody/none", "--limit", "1"], 3),
        (["generation", "--model", "mock/oracle", "--preset", "published"], 2),
        (["generic", "--model", "mock/oracle", "--arms", "goon"], 2),
        (["all", "--model", "mock/oracle", "--price", "1/1", "--max-dollars", "0.01"], 2),
    ],
)
def test_what_cannot_be_run_says_why(
    tmp_path: pathlib.Path,
    words: list[str],
    code: int,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main([*words, "--results", str(tmp_path)]) == code
    assert "pith-evals: " in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [["--arms", "yaml"], ["--price", "x"], ["--limit", "0"], ["--preset", "huge"]],
)
def test_options_are_checked(words: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        cli.main(["generic", "--model", "mock/oracle", *words])
    assert stopped.value.code == 2
