# SPDX-License-Identifier: MIT
"""The server of the local model starts, answers and ends with its block."""
from __future__ import annotations

import argparse
import os
import pathlib
import signal
import subprocess
import sys

import pytest

from pith_evals import local, record, smollm2, vocabularies
from pith_evals.agent import bfcl_data
from pith_evals.commands import local as command

SMALL_SERVER = str(pathlib.Path(__file__).with_name("small_server.py"))


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_server_ends_with_its_block(tmp_path: pathlib.Path) -> None:
    port = local.free_port()
    line = [sys.executable, SMALL_SERVER, str(port)]
    with local.serve(line, port, tmp_path / "log", 30) as server:
        assert is_running(server.pid)
        assert server.base_url == f"http://127.0.0.1:{port}/v1"
    assert not is_running(server.pid)


def test_the_server_ends_when_the_block_fails(tmp_path: pathlib.Path) -> None:
    port = local.free_port()
    line = [sys.executable, SMALL_SERVER, str(port)]
    with pytest.raises(KeyError):
        with local.serve(line, port, tmp_path / "log", 30) as server:
            raise KeyError
    assert not is_running(server.pid)


def test_a_server_that_ends_is_reported(tmp_path: pathlib.Path) -> None:
    line = [sys.executable, "-c", "print('no model'); raise SystemExit(3)"]
    with pytest.raises(local.ServerFailed, match="code 3"):
        with local.serve(line, local.free_port(), tmp_path / "log", 30):
            pass
    assert "no model" in (tmp_path / "log").read_text()


def test_a_server_that_is_silent_is_stopped(tmp_path: pathlib.Path) -> None:
    line = [sys.executable, "-c", "import time; time.sleep(60)"]
    with pytest.raises(local.ServerFailed, match="did not answer"):
        with local.serve(line, local.free_port(), tmp_path / "log", 0.5):
            pass


def test_a_missing_program_is_reported(tmp_path: pathlib.Path) -> None:
    with pytest.raises(local.ServerFailed, match="does not start"):
        with local.serve([str(tmp_path / "none")], 1, tmp_path / "log"):
            pass


def test_one_thread_on_loopback() -> None:
    model = pathlib.Path("there/m.gguf")
    line = local.command_line("llama-cpp-python", "python", model, 5, 8192)
    assert line[line.index("--n_threads") + 1] == "1"
    assert line[line.index("--model_alias") + 1] == "m.gguf"
    assert line[line.index("--n_ctx") + 1] == "8192"
    assert line[line.index("--host") + 1] == "127.0.0.1"
    line = local.command_line("xllamacpp", "python", model, 5, 8192)
    assert pathlib.Path(line[1]).exists()
    assert line[2:] == ["there/m.gguf", "m.gguf", "5", "8192", "1"]


def test_the_context_is_that_of_the_models_vocabulary() -> None:
    asks = command.asks_of(1, 1)["generic"]
    same = local.usable_context(asks, "o200k_base", 8192, 256)
    assert same == 8192 - 256 - local.TEMPLATE_TOKENS
    # A smaller vocabulary needs more tokens, so less fits.
    assert local.usable_context(asks, "r50k_base", 8192, 256) < same
    assert local.usable_context(asks, "r50k_base", 100, 256) == 0


def test_one_item_for_each_task_and_notation() -> None:
    for name, asks in command.asks_of(1, 1).items():
        by_document: dict[str, list] = {}
        for ask in asks:
            by_document.setdefault(ask.document, []).append(ask)
        for same in by_document.values():
            assert len({(ask.arm, ask.primer) for ask in same}) == len(same), name
            assert len({ask.question for ask in same}) == 1, name


def test_a_run_from_one_command(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole path: server, Inspect's provider, scorers, items, provenance."""
    monkeypatch.setattr(command, "tools_in_prompts", lambda items: {})
    monkeypatch.setattr(command, "tools_of_servers", lambda items, context: [])
    monkeypatch.setattr(smollm2, "fetch", lambda directory: directory / "none.gguf")
    monkeypatch.setattr(vocabularies, "small_model", lambda directory: "r50k_base")
    monkeypatch.setattr(
        local,
        "command_line",
        lambda engine, python, model, port, context: [python, SMALL_SERVER, str(port)],
    )
    options = argparse.Namespace(
        engine="xllamacpp",
        python=sys.executable,
        cache=tmp_path / "cache",
        results=tmp_path / "results",
        items=1,
        output_cap=256,
        minutes=5,
        seed=1,
    )
    assert command.run(options) == 0
    (directory,) = (tmp_path / "results").iterdir()
    items = list(record.read_items(directory))
    provenance = record.read_provenance(directory)
    assert provenance.tier == "pipeline-proof"
    assert provenance.model_returned == "small-model"
    outcomes = record.count_outcomes(items)
    # The published documents do not fit, and nothing that was asked is right.
    assert outcomes["skipped"] >= 9
    assert outcomes["correct"] == 0 and outcomes["failed"] == 0
    asked = [item for item in items if item.counts]
    assert command.summary(directory).startswith(f"asked {len(asked)} in ")
    assert {item.task for item in asked} == {"generic", "graph", "generation"}
    assert {item.input_tokens for item in asked if item.steps == 1} == {7}


_TERMINATED = """
import os, pathlib, signal, sys, time
from pith_evals import local, smollm2, vocabularies
from pith_evals.commands import local as command

smollm2.fetch = lambda directory: directory / "none.gguf"
vocabularies.small_model = lambda directory: "r50k_base"
command.tools_in_prompts = lambda items: {}
command.tools_of_servers = lambda items, context: []
local.command_line = lambda engine, python, model, port, context: [
    python, sys.argv[1], str(port)]

def ask(experiments, directory, server, options):
    print(server.pid, flush=True)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(30)

command._ask = ask
import argparse
parser = argparse.ArgumentParser()
command.add_arguments(parser)
sys.exit(command.run(parser.parse_args(["--cache", sys.argv[2], "--results", sys.argv[2]])))
"""


def test_a_run_that_is_told_to_end_ends_its_server(tmp_path: pathlib.Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _TERMINATED, SMALL_SERVER, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 128 + signal.SIGTERM, done.stderr
    assert not is_running(int(done.stdout.split()[-1]))


def test_what_is_not_installed_is_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def absent(category: str) -> None:
        raise bfcl_data.Absent("no tasks")

    monkeypatch.setattr(bfcl_data, "load", absent)
    monkeypatch.setenv("PITH_COMMAND", "/nowhere/pith")
    assert command.tools_in_prompts(1) == {}
    assert command.tools_of_servers(1, 8000) == []
    said = capsys.readouterr().out
    assert "no tasks" in said and "no command pith" in said


def test_a_server_that_fails_is_an_error(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "tools_in_prompts", lambda items: {})
    monkeypatch.setattr(command, "tools_of_servers", lambda items, context: [])
    monkeypatch.setattr(smollm2, "fetch", lambda directory: directory / "none.gguf")
    monkeypatch.setattr(vocabularies, "small_model", lambda directory: "r50k_base")
    monkeypatch.setattr(
        local,
        "command_line",
        lambda engine, python, *rest: [python, "-c", "raise SystemExit(1)"],
    )
    options = argparse.Namespace(
        engine="xllamacpp",
        python=sys.executable,
        cache=tmp_path,
        results=tmp_path,
        items=1,
        output_cap=256,
        minutes=5,
        seed=1,
    )
    assert command.run(options) == 1
