# SPDX-License-Identifier: MIT
"""The checkers of bfcl-eval accept its reference calls in every notation."""
import io
import pathlib

import pytest

from pith_evals import record, run
from pith_evals.agent import bfcl_data, prompt
from pith_evals.agent.notation import PYTHON, parse_calls, render_calls

pytestmark = pytest.mark.skipif(
    not bfcl_data.is_installed(),
    reason="bfcl-eval is absent: pip install --no-deps -r requirements-bfcl.txt")

SIZES = {"simple": 400, "multiple": 200, "parallel": 200, "parallel_multiple": 200,
         "irrelevance": 240}


@pytest.mark.parametrize("category", SIZES)
@pytest.mark.parametrize("notation", ["json", "gcf", "toon", "tron", PYTHON])
def test_reference_calls_pass(category: str, notation: str) -> None:
    entries = bfcl_data.load(category)
    assert len(entries) == SIZES[category]
    for entry in entries:
        text = render_calls(bfcl_data.reference_calls(entry), notation)
        parsed = parse_calls(text, notation)
        assert parsed.way == "strict", (entry.name, text)
        assert bfcl_data.check_single(entry, parsed.calls) == "", (entry.name, text)


@pytest.mark.parametrize("category", bfcl_data.MULTI)
@pytest.mark.parametrize("notation", ["json", "gcf"])
def test_reference_turns_pass(category: str, notation: str) -> None:
    entries = bfcl_data.load(category)
    assert len(entries) == 200
    # All of them in JSON, which all other notations are equal to; some in GCF.
    for entry in entries if notation == "json" else entries[::10]:
        turns = [
            [parse_calls(render_calls(calls, notation), notation).calls] if calls else []
            for calls in bfcl_data.reference_turns(entry)]
        assert bfcl_data.check_multi(entry, turns) == "", entry.name


def test_wrong_turns_fail() -> None:
    for entry in bfcl_data.load("multi_turn_base")[::20]:
        right = [[calls] if calls else [] for calls in bfcl_data.reference_turns(entry)]
        assert bfcl_data.check_multi(entry, [[] for _ in right]) != ""
        assert bfcl_data.check_multi(entry, [*right[:-1], []]) != ""
    entry = next(entry for entry in bfcl_data.load("multi_turn_miss_param")
                 if [] in entry.truth)
    right = [[calls] if calls else [] for calls in bfcl_data.reference_turns(entry)]
    meddled = list(right)
    meddled[entry.truth.index([])] = right[entry.truth.index([]) + 1]
    assert bfcl_data.check_multi(entry, meddled) != ""


def test_nothing_of_a_call_is_code() -> None:
    entry = bfcl_data.load("multi_turn_base")[0]
    with bfcl_data.simulation(entry) as simulation:
        for name in ("eval", "__import__", "cd(folder='document') or ls"):
            assert "there is no function" in simulation.perform(
                {"name": name, "arguments": {}})
        assert "not the name" in simulation.perform(
            {"name": "cd", "arguments": {"folder='document', x": 1}})
        assert "document" in simulation.perform({"name": "ls", "arguments": {}})
        # Texts stay texts, whatever they look like.
        said = simulation.perform({"name": "cd", "arguments": {"folder": "' + str(1) + '"}})
        assert "No such" in said or "cd:" in said
    unknown = [[[{"name": "eval", "arguments": {"x": "1"}}]] for _ in entry.turns]
    assert bfcl_data.check_multi(entry, unknown) != ""


def test_simulations_are_forgotten() -> None:
    module = bfcl_data._module("eval_checker.multi_turn_eval.multi_turn_utils")
    before = set(vars(module))
    entry = bfcl_data.load("multi_turn_base")[1]
    with bfcl_data.simulation(entry) as one, bfcl_data.simulation(entry) as other:
        one.perform({"name": "cd", "arguments": {"folder": "workspace"}})
        assert one.perform({"name": "pwd", "arguments": {}}) != other.perform(
            {"name": "pwd", "arguments": {}})
        assert set(vars(module)) != before
    bfcl_data.check_multi(entry, [[] for _ in entry.turns])
    assert set(vars(module)) == before


def _entry(category: str) -> bfcl_data.Entry:
    return bfcl_data.load(category)[0]


@pytest.mark.parametrize("arm", prompt.SINGLE_ARMS)
def test_verdicts(arm: str) -> None:
    condition = prompt.CONDITIONS[arm]
    entry = _entry("parallel_multiple")
    right = bfcl_data.reference_calls(entry)

    def judged(calls: list, notation: str = condition.call) -> prompt.Verdict:
        return prompt.judge(entry, condition, render_calls(calls, notation))

    assert judged(right).outcome == "correct"
    assert judged(right[::-1]).outcome == "correct"
    missing = judged(right[1:])
    assert (missing.outcome, missing.details["fault"]) == ("wrong", "wrong_count")
    renamed = judged([{**right[0], "name": "other"}, *right[1:]])
    assert (renamed.outcome, renamed.details["fault"]) == ("wrong", "wrong_tool")
    changed = judged([{**right[0], "arguments": {}}, *right[1:]])
    assert (changed.outcome, changed.details["fault"]) == ("wrong", "wrong_arguments")
    other = judged(right, "gcf" if condition.call != "gcf" else "json")
    assert (other.outcome, other.details["would_be_right"]) == ("other_notation", True)
    other = judged(right[1:], "gcf" if condition.call != "gcf" else "json")
    assert (other.outcome, other.details["would_be_right"]) == ("other_notation", False)
    nothing = prompt.judge(entry, condition, "I will do it now.")
    assert (nothing.outcome, nothing.details["parse"]) == ("invalid", "none")


def test_irrelevance() -> None:
    entry, condition = _entry("irrelevance"), prompt.CONDITIONS["json"]
    assert prompt.judge(entry, condition, "[]").outcome == "correct"
    called = f'[{{"name":"{entry.functions[0]["name"]}","arguments":{{}}}}]'
    assert prompt.judge(entry, condition, called).outcome == "wrong"
    assert prompt.judge(entry, condition, "No function fits.").outcome == "invalid"


def test_prompts_differ_in_notation_alone() -> None:
    entry = _entry("multiple")
    texts = {arm: prompt.system_text(entry.functions, condition, False, False)
             for arm, condition in prompt.CONDITIONS.items()}
    assert "## " not in texts["gcf-output"].split("These are the functions")[1]
    assert "GCF" in texts["gcf-input"] and "GCF" not in texts["json"]
    assert texts["gcf-input"].split("These are")[0] == texts["json"].split("These are")[0]
    assert len(prompt.system_text(entry.functions, prompt.CONDITIONS["gcf-full"], True, False)
               ) > len(texts["gcf-full"])


def _run(experiment: prompt.Experiment, mock: str, directory: pathlib.Path):
    items = run.run([experiment], f"mock/{mock}", "smoke", directory, output=io.StringIO())
    return items, record.read_provenance(directory)


@pytest.mark.parametrize("mock, outcome", [
    ("oracle", "correct"), ("mistaken", "wrong"), ("wrong_notation", "other_notation"),
    ("rambling", "invalid"), ("truncating", "truncated"),
])
def test_single_turn_mocks(mock: str, outcome: str, tmp_path: pathlib.Path) -> None:
    arms = ("json", "gcf-input", "toon-output", "tron-full")
    experiment = prompt.single_experiment(
        prompt.entries_of(list(SIZES), 1), arms, f"mock/{mock}")
    items, provenance = _run(experiment, mock, tmp_path)
    assert len(items) == 5 * 4
    # JSON is TRON, and its empty list is TOON's too.
    same = {("tron-full", kind) for kind in SIZES} | {("toon-output", "irrelevance")}
    found = {item.outcome for item in items
             if mock not in ("wrong_notation", "rambling")
             or (item.arm, item.kind) not in same}
    assert found == {outcome}
    assert mock == "oracle" or mock == "wrong_notation" or not any(
        item.correct for item in items)
    if mock == "oracle":
        assert all(item.schema_tokens and item.call_tokens for item in items)
        assert provenance.estimated["input_tokens"] == pytest.approx(
            provenance.usage["input_tokens"], rel=0.01)
        assert provenance.estimated["output_tokens"] == provenance.usage["output_tokens"]
    if mock == "mistaken":
        assert sum(item.details["wrong_arguments"] for item in items) == 4 * 4
        assert sum(item.details["unknown_tool"] for item in items) == 4


@pytest.mark.parametrize("mock, outcome, end", [
    ("oracle", "correct", "answer"), ("mistaken", "wrong", "answer"),
    ("wrong_notation", "other_notation", "answer"), ("rambling", "invalid", "answer"),
    ("loops", "wrong", "steps"), ("truncating", "truncated", "cap"),
    ("failing", "failed", "failure"),
])
def test_multi_turn_mocks(
    mock: str, outcome: str, end: str, tmp_path: pathlib.Path
) -> None:
    arms = ("json", "gcf-full") if mock == "oracle" else ("gcf-full",)
    conversations = [prompt.Conversation(entry, arm)
                     for entry in prompt.entries_of(list(bfcl_data.MULTI), 1) for arm in arms]
    items, provenance = _run(prompt.multi_experiment(conversations), mock, tmp_path)
    assert {item.outcome for item in items} == {outcome}
    assert {item.details["end"] for item in items} == {end}
    if mock == "oracle":
        assert all(item.schema_tokens and item.call_tokens and item.result_tokens
                   for item in items)
        assert provenance.estimated["calls"] == provenance.usage["calls"]
        assert provenance.estimated["input_tokens"] == pytest.approx(
            provenance.usage["input_tokens"], rel=0.01)
    if mock == "loops":
        assert all(item.steps == prompt.MAX_STEPS_OF_TURN for item in items)
