# SPDX-License-Identifier: MIT
"""A check that is changed in one place fails a case of this file."""
import functools
import importlib
import inspect
import pathlib
import sys
import types

import pytest

from pith_evals.agent import bfcl_data, prompt
from pith_evals.agent.notation import render_calls
from pith_evals.agent.worlds import TASKS, set_up, state

# What may be done to a world that is solved: (task, change, whether it stays solved).
SOLVED = ("sqlite-new-price", "memory-merge-twins", "filesystem-day-lookup")


@functools.cache
def _states() -> list[tuple[state.State, state.State, bool]]:
    cases = []
    for name in SOLVED:
        setting = set_up(TASKS[name], 1)
        cases += [(setting.end.copy(), setting.end, True), (setting.begin, setting.end, False)]

    def changed(name: str, change) -> None:
        end = set_up(TASKS[name], 1).end
        spoiled = end.copy()
        change(spoiled)
        cases.append((spoiled, end, False))

    first, *_ = set_up(TASKS[SOLVED[1]], 1).end.entities
    changed(SOLVED[0], lambda s: s.tables["notes"].append(dict(s.tables["notes"][0], id=77)))
    changed(SOLVED[0], lambda s: s.tables["orders"].pop())
    changed(SOLVED[0], lambda s: s.tables.update(extra=[]))
    changed(SOLVED[0], lambda s: s.tables["orders"][0].update(id=5))
    changed(SOLVED[1], lambda s: s.relations.append(s.relations[0]))
    changed(SOLVED[1], lambda s: s.relations.pop())
    changed(SOLVED[1], lambda s: s.entities[first].observations.append("x"))
    changed(SOLVED[1], lambda s: setattr(s.entities[first], "kind", "x"))
    changed(SOLVED[2], lambda s: s.files.update({"misc/a.txt": "x"}))
    changed(SOLVED[2], lambda s: s.files.popitem())
    changed(SOLVED[2], lambda s: s.folders.add("x"))
    swapped = set_up(TASKS[SOLVED[0]], 1).end
    ordered = swapped.copy()
    ordered.tables["notes"].reverse()
    for row in ordered.tables["notes"]:
        row["id"] += 7  # keys that the database gave
    cases.append((ordered, swapped, True))
    return cases


STATE_MUTANTS = [
    ("*_table_differences(found.tables, expected.tables),", ""),
    ('*_list_differences("relation", found.relations, expected.relations),', ""),
    ('*_set_differences("folder", found.folders, expected.folders),', ""),
    ("(name, entity.kind, tuple(sorted(entity.observations)))", "(name, entity.kind)"),
    ("(name, entity.kind, tuple(sorted(entity.observations)))",
     "(name, tuple(sorted(entity.observations)))"),
    ('problems = _set_differences("table", set(found), set(expected))', "problems = []"),
    ("set(found.files.items()), set(expected.files.items())",
     "set(found.files), set(expected.files)"),
    ("for one in counted - wanted),", "for one in ()),"),
    ("for one in wanted - counted),", "for one in ()),"),
    ("collections.Counter(found), collections.Counter(expected)", "set(found), set(expected)"),
    ("if table in KEYS_OF_ITS_OWN else None", "if True else None"),
    ("if table in KEYS_OF_ITS_OWN else None", "if False else None"),
    ("sorted(found - expected, key=repr)", "()"),
]

ANSWERS = [
    ("Done.", "done", True), ("`done`", "done", True), ("not done", "done", False),
    ("4,550", "4550", True), ("4550.0", "4550", True), ("45", "4550", False),
    ("4550 rows", "4550", False), ("1,23", "123", False), ("", "done", False),
    ("Light rain / drizzle", "light rain / drizzle", True), ("rain", "Light rain", False),
]
ANSWER_MUTANTS = [
    (".casefold()", ""), ('.strip("`*\\"\'")', ""), ('.rstrip(".")', ""),
    ('repr(float(text.replace(",", "")))', "text"),
    ("-?\\d{1,3}(,\\d{3})*(\\.\\d+)?|", "-?[\\d,]+|"),
    ("if plain(answer) != plain(setting.answer):", "if False:"),
    ("if plain(answer) != plain(setting.answer):",
     "if plain(answer) not in plain(setting.answer):"),
    ("if plain(answer) != plain(setting.answer):",
     "if plain(setting.answer) not in plain(answer):"),
]


def mutant(module: types.ModuleType, old: str, new: str) -> types.ModuleType:
    source = inspect.getsource(module)
    assert old in source, f"nothing to change: {old}"
    made = types.ModuleType(f"{module.__name__}_mutant")
    made.__package__ = module.__package__
    sys.modules[made.__name__] = made
    try:
        exec(compile(source.replace(old, new, 1), made.__name__, "exec"), made.__dict__)
    finally:
        del sys.modules[made.__name__]
    return made


def failed_states(module: types.ModuleType) -> int:
    return sum((module.differences(found, expected) == []) != is_solved
               for found, expected, is_solved in _states())


def failed_answers(module: types.ModuleType) -> int:
    class Setting:
        end = state.State()
        answer = ""

    failed = 0
    for said, wanted, is_right in ANSWERS:
        Setting.answer = wanted
        # A directory without a world has the empty state.
        found = module.problems(Setting, pathlib.Path(__file__).parent, said)
        failed += (found == []) != is_right
    return failed


@functools.cache
def _replies() -> list[tuple[bfcl_data.Entry, str, str, str]]:
    """Entry, arm, reply, outcome."""
    cases = []
    several, none = bfcl_data.load("parallel_multiple")[0], bfcl_data.load("irrelevance")[0]
    floats = next(e for e in bfcl_data.load("simple") if e.name == "simple_python_13")
    for arm in ("json", "gcf-full", "python"):
        call = prompt.CONDITIONS[arm].call
        other = "gcf" if call != "gcf" else "json"
        right = bfcl_data.reference_calls(several)
        cases += [
            (several, arm, render_calls(right, call), "correct"),
            (several, arm, f"<think>no</think>\n```\n{render_calls(right, call)}\n```",
             "correct"),
            (floats, arm, render_calls(bfcl_data.reference_calls(floats), call), "correct"),
            (several, arm, render_calls(right[:1], call), "wrong"),
            (several, arm, render_calls([dict(right[0], name="x"), right[1]], call), "wrong"),
            (several, arm, render_calls(right, other), "other_notation"),
            (several, arm, f"Here you are: {render_calls(right, 'json')}, yes?",
             "invalid" if call == "json" else "other_notation"),
            (several, arm, "I cannot.", "invalid"),
            (several, arm, '[{"name": "x", "arguments": {}, "more": 1}]', "invalid"),
            (none, arm, render_calls([], call), "correct"),
            (none, arm, render_calls([{"name": none.functions[0]["name"], "arguments": {}}],
                                     call), "wrong"),
            (none, arm, "Nothing fits.", "invalid"),
        ]
    return cases


JUDGE_MUTANTS = [
    ("pith_evals.agent.prompt", 'Verdict("wrong" if error else "correct"',
     'Verdict("correct"'),
    ("pith_evals.agent.prompt", 'return Verdict("other_notation"', 'return Verdict("wrong"'),
    ("pith_evals.agent.prompt", 'if parsed.way == "strict":', "if parsed.calls is not None:"),
    ("pith_evals.agent.prompt", 'if parsed.way == "other":', "if False:"),
    ("pith_evals.agent.prompt", 'return Verdict("invalid"', 'return Verdict("wrong"'),
    ("pith_evals.agent.notation", '_THOUGHT.sub("", reply)', "reply"),
    ("pith_evals.agent.notation", "return fenced[1] if fenced else text", "return text"),
    ("pith_evals.agent.notation", 'if calls is not None:\n        return Parsed("strict"',
     'if calls:\n        return Parsed("strict"'),
    ("pith_evals.agent.notation", "found = pith.extract(reply)", "found = None"),
    ("pith_evals.agent.notation", 'and set(one) <= {"name", "arguments"}', ""),
    ("pith_evals.agent.notation", '"embedded" if found.format == notation else "other"',
     '"strict"'),
    ("pith_evals.agent.bfcl_data", 'return "" if not calls else "irrelevance:called"',
     'return ""'),
    ("pith_evals.agent.bfcl_data", 'return "" if verdict["valid"] else', 'return "" if True else'),
    ("pith_evals.agent.bfcl_data", "return float(value)", "return value"),
]


def failed_replies(judge) -> int:
    return sum(judge(entry, prompt.CONDITIONS[arm], reply).outcome != outcome
               for entry, arm, reply, outcome in _replies())


@pytest.mark.parametrize("name, failures, mutants", [
    ("pith_evals.agent.worlds.state", failed_states, STATE_MUTANTS),
    ("pith_evals.agent.reference", failed_answers, ANSWER_MUTANTS),
], ids=["state", "reference"])
def test_checks_are_right_and_their_mutants_are_not(name, failures, mutants) -> None:
    module = importlib.import_module(name)
    assert failures(module) == 0
    survivors = [pair for pair in mutants if failures(mutant(module, *pair)) == 0]
    assert survivors == []


@pytest.mark.skipif(not bfcl_data.is_installed(), reason="bfcl-eval is absent")
def test_judges_of_calls_are_right_and_their_mutants_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert failed_replies(prompt.judge) == 0
    survivors = []
    for name, old, new in JUDGE_MUTANTS:
        changed = mutant(importlib.import_module(name), old, new)
        with monkeypatch.context() as patch:
            if name.endswith("prompt"):
                judge = changed.judge
            else:
                judge = prompt.judge
                if name.endswith("notation"):
                    patch.setattr(prompt, "parse_calls", changed.parse_calls)
                else:
                    patch.setattr(bfcl_data, "check_single", changed.check_single)
            if failed_replies(judge) == 0:
                survivors.append((old, new))
    assert survivors == []
