# SPDX-License-Identifier: MIT
"""The commands agent, bfcl and asking, from the line to the directory of a run."""
import pathlib

import pytest

from pith_evals import cli, record
from pith_evals.agent import bfcl_data, places

try:
    places.pith_command(), places.node()
    ABSENT = ""
except places.Absent as problem:
    ABSENT = str(problem)
needs_servers = pytest.mark.skipif(ABSENT != "", reason=ABSENT)
needs_bfcl = pytest.mark.skipif(
    not bfcl_data.is_installed(),
    reason="bfcl-eval is absent: pip install --no-deps -r requirements-bfcl.txt")


@needs_servers
@pytest.mark.parametrize("words, tasks", [
    (["agent", "--task", "memory-lonely", "--arms", "gcf,json"], {"agent"}),
    (["asking", "--limit", "1", "--arms", "auto,ask"], {"asking"}),
])
def test_commands_with_servers(
    words: list[str], tasks: set[str], tmp_path: pathlib.Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main([*words, "--directory", str(tmp_path / "run"), "--price", "1/5"]) == 0
    printed = capsys.readouterr().out
    items = list(record.read_items(tmp_path / "run"))
    assert {item.task for item in items} == tasks and len(items) == 2
    assert all(item.correct for item in items)
    assert printed.index("prices (1/5)") < printed.index("dollars/solved")
    assert record.read_provenance(tmp_path / "run").tier == "mock"


@needs_bfcl
def test_bfcl(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bfcl", "--limit", "1", "--arms", "json,tron-full", "--category", "simple",
             "--category", "multi_turn_base", "--directory", str(tmp_path / "run")]
    assert cli.main(words) == 0
    items = list(record.read_items(tmp_path / "run"))
    assert sorted((item.task, item.arm) for item in items) == [
        ("bfcl", "json"), ("bfcl", "tron-full"), ("bfcl-multi", "json"),
        ("bfcl-multi", "tron-full")]
    assert all(item.correct for item in items)
    capsys.readouterr()
    assert cli.main([*words, "--estimate"]) == 0
    assert "bfcl-multi" in capsys.readouterr().out


def test_too_expensive(tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["agent", "--preset", "standard", "--price", "large", "--max-dollars",
                     "1", "--directory", str(tmp_path / "run")]) == 2
    assert "more than 1.00" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("command", ["agent", "asking"])
def test_servers_that_are_absent_are_named(
    command: str, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PITH_COMMAND", "/bin/sh")
    monkeypatch.setenv("PITH_MCP_PEERS", str(tmp_path))
    words = [command, "--limit", "1", "--directory", str(tmp_path / "run")]
    assert cli.main(words) == 2
    assert "run 'npm ci' in tests/mcp" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
    assert cli.main([*words, "--estimate"]) == 0


@pytest.mark.parametrize("command", ["agent", "asking"])
def test_figures(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([command, "--figures"]) == 0
    assert "auto" in capsys.readouterr().out


def test_unknown_arms_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["agent", "--arms", "gcf,yaml"])
    assert "'yaml' is not one of passthrough" in capsys.readouterr().err
