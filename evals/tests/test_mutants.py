# SPDX-License-Identifier: MIT
"""A scorer that is changed in one place fails a case of this file.

Each mutant is the source of a scorer with one text replaced; it is loaded as a
module of its own and must give another outcome than expected at least once.
"""
import importlib
import inspect
import json
import sys
import types

import pytest

from pith_evals import formats
from pith_evals.generation import sources
from pith_evals.questions.answers import Answer
from pith_evals.tasks import generation

NUMBER = Answer("integer", 1250)
CENTS = Answer("decimal", "464.32")
TEXT = Answer("text", "Ada Byron", aliases=("Ada",))
YES = Answer("boolean", True)
LIST = Answer("list", ("new", "open"))
SET = Answer("set", ("open", "new"))
CHOICE = Answer("choice", "null", ("null", "missing"))

ANSWERS = [
    (NUMBER, "1250", "correct"),
    (NUMBER, "1,250", "correct"),
    (NUMBER, "$1250", "correct"),
    (NUMBER, "1250.", "correct"),
    (NUMBER, "1250.0", "correct"),
    (NUMBER, "**1250**", "correct"),
    (NUMBER, "```\n1250\n```", "correct"),
    (NUMBER, "<think>\n7\n</think>1250", "correct"),
    (NUMBER, "I count.\nAnswer: 1250", "correct"),
    (NUMBER, "1251", "wrong"),
    (NUMBER, "-1250", "wrong"),
    (NUMBER, "1250 orders", "invalid"),
    (NUMBER, "about 1250", "invalid"),
    (NUMBER, "1250\n1251", "invalid"),
    (NUMBER, "", "invalid"),
    (NUMBER, '{"answer": 1250}', "other_notation"),
    (NUMBER, "[1250]", "other_notation"),
    (NUMBER, "GCF profile=generic\nanswer=1250\n", "other_notation"),
    (CENTS, "464.32", "correct"),
    (CENTS, "464.320", "correct"),
    (CENTS, "464.33", "wrong"),
    (CENTS, "464.3", "wrong"),
    (TEXT, "Ada Byron", "correct"),
    (TEXT, "Ada Byron.", "correct"),
    (TEXT, "Ada", "correct"),
    (TEXT, "Byron", "wrong"),
    (TEXT, "ada byron", "wrong"),
    (TEXT, "Ada Byron " * 30, "invalid"),
    (YES, "Yes.", "correct"),
    (YES, "true", "correct"),
    (YES, "no", "wrong"),
    (YES, "false", "wrong"),
    (YES, "maybe", "invalid"),
    (LIST, "new, open", "correct"),
    (LIST, '["new", "open"]', "correct"),
    (LIST, "- new\n- open", "correct"),
    (LIST, "new, open.", "correct"),
    (LIST, "open, new", "wrong"),
    (LIST, "new", "wrong"),
    (LIST, "none", "wrong"),
    (Answer("list", ()), "none", "correct"),
    (LIST, "new, , open", "invalid"),
    (LIST, "new\nopen and more", "invalid"),
    (LIST, '{"a": "new"}', "other_notation"),
    (SET, "new, open", "correct"),
    (SET, "open, new", "correct"),
    (SET, "new, new, open", "wrong"),
    (CHOICE, "Null.", "correct"),
    (CHOICE, "missing", "wrong"),
    (CHOICE, "nothing", "invalid"),
    (CHOICE, "it is null", "invalid"),
]

ANSWER_MUTANTS = [
    ('_THOUGHT.sub("", reply).strip()', "reply.strip()"),
    ("if fenced := _FENCE.match(text):", "if fenced := None:"),
    ("if lines and _LABEL.match(lines[-1]):", "if False:"),
    (
        "    if len(lines) != 1:\n        return None",
        "    if not lines:\n        return None",
    ),
    ("    if not lines:\n        return None", "    if not lines:\n        return 0"),
    (r"\$?([+-]?(?:", r"([+-]?(?:"),
    (r'(?:\.\d+)?)\Z")', r'(?:\.\d+)?)")'),
    (r'_NUMBER = re.compile(r"\A\$?([+-]?', r'_NUMBER = re.compile(r"\A\$?-?([+-]?'),
    ('.replace(",", "")', '.replace(",", ".")'),
    ("is_right = understood == _comparable(answer)", "is_right = True"),
    (
        "is_right = understood == _comparable(answer)",
        "is_right = str(_comparable(answer)) in str(understood)",
    ),
    (
        "is_right = understood == _comparable(answer)",
        "is_right = str(understood).lower() == str(_comparable(answer)).lower()",
    ),
    (
        'understood.rstrip(".") in (answer.value, *answer.aliases)',
        "understood in (answer.value, *answer.aliases)",
    ),
    (
        'understood.rstrip(".") in (answer.value, *answer.aliases)',
        'understood.rstrip(".") == answer.value',
    ),
    (
        'understood.rstrip(".") in (answer.value, *answer.aliases)',
        "understood in answer.value",
    ),
    ("        return sorted(values)", "        return sorted(set(values))"),
    ("        return sorted(values)", "        return values"),
    ('if values is None or answer.type == "list":', "if values is None:"),
    ('"no": False', '"no": True'),
    ('"false": False', '"false": True'),
    ("one.lower() == word", "one.lower() in word or word in one.lower()"),
    ("line if len(line) <= max(_LONGEST_TEXT, 3 * len(answer.text)) else None", "line"),
    (
        'return Verdict("invalid", reply.strip()[:500])',
        'return Verdict("wrong", reply.strip()[:500])',
    ),
    ('return Verdict("other_notation"', 'return Verdict("invalid"'),
    ('marks = "{" if may_be_array else "{["', 'marks = "{["'),
    ('marks = "{" if may_be_array else "{["', 'marks = "{"'),
    ('found.format == "gcf" or ', ""),
    ('in ("none", "(none)")', "in ()"),
    ('values[-1] = values[-1].rstrip(".")', "pass"),
    (
        "if any(not value or len(value) > _LONGEST_TEXT for value in values):",
        "if False:",
    ),
    ("if any(not _BULLET.match(line) for line in lines):", "if False:"),
    ('if text.startswith("["):', "if False:"),
    (
        "decimal.Decimal(str(answer.value))",
        "decimal.Decimal(str(answer.value)).quantize(1)",
    ),
]

CALLS = [
    ("good", "stop", None, "correct"),
    ("bad", "stop", None, "wrong"),
    ("good", "max_tokens", None, "truncated"),
    ("good", "model_length", None, "truncated"),
    ("good", "content_filter", None, "refused"),
    ("I'm sorry, but no.", "stop", None, "refused"),
    ("good", "stop", "503", "failed"),
    ("", "max_tokens", "503", "failed"),
]

CALL_MUTANTS = [
    ("if failure is not None:", "if False:"),
    ('if stop_reason == "content_filter":', "if False:"),
    ('in ("max_tokens", "model_length")', 'in ("max_tokens",)'),
    ('in ("max_tokens", "model_length")', 'in ("model_length",)'),
    ('return Verdict("truncated", text)', "return judge(text)"),
    ('if verdict.outcome != "correct" and _REFUSAL.match(text):', "if False:"),
    (
        'if verdict.outcome != "correct" and _REFUSAL.match(text):',
        'if verdict.outcome != "correct":',
    ),
    ('return Verdict("failed"', 'return Verdict("wrong"'),
]


def mutant(module: types.ModuleType, old: str, new: str) -> types.ModuleType:
    source = inspect.getsource(module)
    assert old in source, f"nothing to change: {old}"
    name = f"{module.__name__}_mutant"
    made = types.ModuleType(name)
    made.__package__ = module.__package__
    # Dataclasses look their module up.
    sys.modules[name] = made
    try:
        exec(compile(source.replace(old, new, 1), name, "exec"), made.__dict__)
    finally:
        del sys.modules[name]
    return made


def answer_failures(module: types.ModuleType) -> int:
    failed = 0
    for answer, reply, outcome in ANSWERS:
        try:
            failed += module.judge_answer(answer, reply).outcome != outcome
        except Exception:
            failed += 1
    return failed


def call_failures(module: types.ModuleType) -> int:
    def judge(text: str):
        return module.Verdict("correct" if text == "good" else "wrong", text)

    return sum(
        module.judge_reply(judge, text, reason, failure).outcome != outcome
        for text, reason, failure, outcome in CALLS
    )


TABLE = sources.table_source(4, 1)
GRAPH = sources.graph_source(6, 1)
DELTA = sources.delta_source(9, 1)


def _writings() -> list[tuple[sources.Source, str, str, str]]:
    """Source, arm, reply and outcome."""
    cases = []
    for source in (TABLE, GRAPH, DELTA):
        for name in generation.ARMS:
            arm = generation.arm_for(source, name)
            right = generation.write(source, arm)
            cases += [
                (source, arm.name, right, "correct"),
                (source, arm.name, f"Here:\n```\n{right}\n```\n", "correct"),
                (source, arm.name, f"<think>{{}}\nGCF </think>{right}", "correct"),
                (
                    source,
                    arm.name,
                    generation._write(source, arm, generation.changed(source)),
                    "wrong",
                ),
                (source, arm.name, right[: len(right) * 2 // 5], "invalid"),
                (source, arm.name, "", "invalid"),
                (source, arm.name, "I wrote it", "invalid"),
            ]
    text = json.dumps(TABLE.expected)
    cases += [(TABLE, arm, text, "other_notation") for arm in ("gcf", "toon", "tron")]
    gcf, tron = (formats.encode(arm, TABLE.expected) for arm in ("gcf", "tron"))
    cases += [(TABLE, arm, gcf, "other_notation") for arm in ("json", "toon", "tron")]
    cases += [(TABLE, arm, tron, "other_notation") for arm in ("json", "toon", "gcf")]
    graph = GRAPH.expected
    turned = {**graph, "symbols": graph["symbols"][::-1], "edges": graph["edges"][::-1]}
    cases.append((GRAPH, "json", json.dumps(turned), "correct"))
    delta = DELTA.expected
    cases.append(
        (
            DELTA,
            "json",
            json.dumps(
                {
                    **delta,
                    "changed": delta["changed"][::-1],
                    "added": delta["added"][::-1],
                }
            ),
            "correct",
        )
    )
    cases.append((DELTA, "json", json.dumps({**delta, "more": 1}), "wrong"))
    broken = sources.Source("x", "delta", 9, "", delta, DELTA.base[1:])
    cases.append((broken, "json", json.dumps(delta), "wrong"))
    [(member, rows)] = TABLE.expected.items()
    cases.append((TABLE, "json", json.dumps({member: rows[::-1]}), "wrong"))
    cases.append((TABLE, "json", json.dumps({member: rows[:-1]}), "wrong"))
    cases.append((TABLE, "json", json.dumps({member: rows, "more": 1}), "wrong"))
    flags = sources.Source("x", "table", 1, "", {"a": True, "b": 1})
    cases.append((flags, "json", '{"a": 1, "b": 1}', "wrong"))
    cases.append((flags, "json", '{"a": true, "b": 1.0}', "correct"))
    return cases


WRITINGS = _writings()

WRITING_MUTANTS = [
    ('text = _THOUGHT.sub("", reply)', "text = reply"),
    ("return fenced.group(1) if fenced else text.strip()", "return text.strip()"),
    ("if other is not None:", "if False:"),
    ("if not payload.strip():", "if False:"),
    ("if not isinstance(value, (dict, list)):", "if False:"),
    ('if arm.format != "gcf" and begin.startswith("GCF "):', "if False:"),
    ('if arm.format != "tron" and begin.startswith("class "):', "if False:"),
    ('begin[:1] in ("{", "[") and _is_json(begin)', "False"),
    (
        'if arm.format != "tron" or "class " in pith.encode(source.expected, "tron"):',
        'if arm.format != "tron":',
    ),
    ('if source.kind == "delta" and arm.format == "gcf":', "if False:"),
    (
        "is_right = is_valid and is_faithful(source, arm, reading.value)",
        "is_right = is_valid",
    ),
    ('if source.kind == "graph":', "if False:"),
    ("return decided and _applies(source, value)", "return decided"),
    ("same(_delta_as_sets(value), _delta_as_sets(expected))", "same(value, expected)"),
    ("return decided and _applies(source, value)", "return _applies(source, value)"),
    ("return one is other", "return one == other"),
    ("one.keys() == other.keys() and", ""),
    ("len(one) == len(other) and", ""),
    ('        graph["symbols"] = _sorted(graph["symbols"])', "        pass"),
    (
        'outcome = "other_notation" if reading.notation else "invalid"',
        'outcome = "invalid"',
    ),
    ('("status", "")', '("status", "x")'),
    ("_GRAPH_DEFAULTS.get(name, object()) != cell", "True"),
    ('        outcome = "wrong"', '        outcome = "correct"'),
]


def writing_failures(module: types.ModuleType) -> int:
    failed = 0
    for source, arm, reply, outcome in WRITINGS:
        try:
            failed += (
                module.judge_writing(source, formats.ARMS[arm], reply).outcome
                != outcome
            )
        except Exception:
            failed += 1
    return failed


SCORERS = [
    ("pith_evals.questions.answers", answer_failures, ANSWER_MUTANTS),
    ("pith_evals.ask", call_failures, CALL_MUTANTS),
    ("pith_evals.generation.reading", writing_failures, WRITING_MUTANTS),
]


@pytest.mark.parametrize(
    ("name", "failures", "mutants"), SCORERS, ids=[one[0] for one in SCORERS]
)
def test_scorers_are_right_and_their_mutants_are_not(name, failures, mutants) -> None:
    module = importlib.import_module(name)
    assert failures(module) == 0
    alive = [
        (old, new) for old, new in mutants if failures(mutant(module, old, new)) == 0
    ]
    assert alive == []
