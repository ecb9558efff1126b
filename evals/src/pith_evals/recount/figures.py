# SPDX-License-Identifier: MIT
"""What the logs say, as figures."""
from __future__ import annotations

import collections
import itertools
from collections.abc import Iterable, Sequence
from typing import Any

from pith_evals import stats
from pith_evals.recount.logs import Answer, Logs, Output

# The questions about graphs by what answers them. The groups are those of the
# note, chosen after the data had been seen.
GROUPS = {
    "totals of symbols and edges": ("symbol_count", "edge_count"),
    "three distance groups": ("target_count", "related_count", "extended_count"),
    "scan and count": ("function_count", "calls_edge_count"),
    "kind of the last symbol": ("last_symbol_kind",),
    "top symbol, its kind, edge types, edges?, tool": (
        "top_symbol",
        "top_kind",
        "edge_types",
        "has_edges_section",
        "tool_name",
    ),
}
_GRAPH_QUESTIONS = {question for group in GROUPS.values() for question in group}
_COUNTS = GROUPS["totals of symbols and edges"] + GROUPS["three distance groups"]


def figures(logs: Logs) -> dict[str, Any]:
    """The figures of each kind of log that is there."""
    found: dict[str, Any] = {
        "left out of the published shares": logs.skipped,
        "logs of earlier question sets": logs.short,
        "other files": len(logs.ignored),
    }
    if logs.graph:
        found["graph"] = _graph(logs.graph)
    if logs.generic:
        found["generic"] = _generic(logs.generic)
    if logs.generation:
        found["generation"] = _generation(logs.generation)
    if logs.raw:
        found["raw answers"] = _raw(logs.raw)
    return found


def _share(answers: Iterable[Answer]) -> dict[str, list[int]]:
    """Correct and asked by format."""
    counts: dict[str, list[int]] = {}
    for answer in answers:
        count = counts.setdefault(answer.format, [0, 0])
        count[0] += answer.is_correct
        count[1] += 1
    return dict(sorted(counts.items()))


def _graph(every: Sequence[Answer]) -> dict[str, Any]:
    answers = [a for a in every if a.question in _GRAPH_QUESTIONS]
    empty = collections.Counter((a.model, a.format) for a in every if a.is_empty)
    # Models whose answers came back empty: their output was cut off.
    capped = {model for model, _ in empty}
    others = [a for a in answers if a.model not in capped]
    groups = {}
    for name, questions in GROUPS.items():
        groups[name] = {
            "all models": _share(a for a in answers if a.question in questions),
            "without capped": _share(a for a in others if a.question in questions),
        }
    return {
        "logs": len({a.log for a in answers}),
        "empty answers": {
            f"{model}, {format_}": n for (model, format_), n in sorted(empty.items())
        },
        "capped models": sorted(capped),
        "all models": _share(answers),
        "without capped": _share(others),
        "without capped, totals and distance groups": _share(
            a for a in others if a.question not in _COUNTS
        ),
        "groups": groups,
        "models": {
            model: _share(a for a in answers if a.model == model)
            for model in sorted({a.model for a in answers})
        },
        "pairs": {
            name: _pairs(
                [a for a in others if a.question in GROUPS[name]],
                ("log", "question"),
                [("gcf", "toon"), ("gcf", "json")],
            )
            for name in ("scan and count", "kind of the last symbol")
        },
        "questions set aside": sorted({a.question for a in every} - _GRAPH_QUESTIONS),
    }


def _generic(answers: Sequence[Answer]) -> dict[str, Any]:
    questions = {
        question: _share(a for a in answers if a.question == question)
        for question in sorted({a.question for a in answers})
    }
    return {
        "logs": len({a.log for a in answers}),
        "all models": _share(answers),
        "questions": questions,
        "questions at 100 % in every format": sum(
            all(correct == asked for correct, asked in shares.values())
            for shares in questions.values()
        ),
        "models": {
            model: _share(a for a in answers if a.model == model)
            for model in sorted({a.model for a in answers})
        },
    }


def _generation(outputs: Sequence[Output]) -> dict[str, Any]:
    tests: dict[str, Any] = {}
    for test in sorted({output.test for output in outputs}):
        mine = [output for output in outputs if output.test == test]
        verdicts = collections.Counter(output.verdict for output in mine)
        tests[test] = {
            **{verdict: verdicts[verdict] for verdict in ("valid", "invalid", "error")},
            "valid with other numbers than asked": [
                [output.log, list(output.asked), list(output.written or ())]
                for output in mine
                if output.verdict == "valid"
                and output.written is not None
                and output.written != output.asked
            ],
            "invalid by a typed field": sum(
                output.verdict == "invalid" and "cannot assign" in output.reason
                for output in mine
            ),
            "invalid by truncation": sum(
                output.verdict == "invalid" and "unexpected end" in output.reason
                for output in mine
            ),
        }
    return {"logs": len({output.log for output in outputs}), "tests": tests}


def _raw(answers: Sequence[Answer]) -> dict[str, Any]:
    formats = sorted({a.format for a in answers})
    # A format that was not asked everything cannot be compared in pairs.
    most = max(collections.Counter(a.format for a in answers).values())
    complete = [f for f in formats if sum(a.format == f for a in answers) == most]
    every_pair = list(itertools.combinations(complete, 2))
    every_share = {}
    for model in sorted({a.model for a in answers}):
        pairs = _pairs(
            [a for a in answers if a.model == model], ("model", "question"), every_pair
        )
        every_share[model] = [
            (pair["won"] + pair["lost"]) / pair["pairs"] for pair in pairs.values()
        ]
    inputs = {
        model: {
            format_: sum(
                a.input_tokens
                for a in answers
                if (a.model, a.format) == (model, format_)
            )
            for format_ in complete
        }
        for model in every_share
    }
    return {
        "models": sorted({a.model for a in answers}),
        "questions": len({a.question for a in answers}),
        "all models": _share(answers),
        "pairs": _pairs(answers, ("model", "question"), every_pair),
        "per cent correct": {
            format_: round(100 * correct / asked, 1)
            for format_, (correct, asked) in _share(answers).items()
        },
        "discordant share, least and most": {
            model: [round(min(shares), 4), round(max(shares), 4)]
            for model, shares in every_share.items()
        },
        "input tokens": inputs,
        "input tokens against compact JSON, per cent": {
            model: {
                format_: round(100 * (tokens / counts["json-compact"] - 1), 1)
                for format_, tokens in counts.items()
                if format_ != "json-compact"
            }
            for model, counts in inputs.items()
            if counts.get("json-compact")
        },
        "discordant share of all pairs": round(
            sum(sum(shares) for shares in every_share.values())
            / sum(len(shares) for shares in every_share.values()),
            4,
        ),
        "output tokens per answer": {
            model: [
                round(min(means), 1),
                round(max(means), 1),
            ]
            for model, means in _output_means(answers, complete).items()
        },
    }


def _output_means(
    answers: Sequence[Answer], formats: Sequence[str]
) -> dict[str, list[float]]:
    means: dict[str, list[float]] = {}
    for model in sorted({a.model for a in answers}):
        for format_ in formats:
            counts = [
                a.output_tokens for a in answers if (a.model, a.format) == (model, format_)
            ]
            means.setdefault(model, []).append(sum(counts) / len(counts))
    return means


def _pairs(
    answers: Iterable[Answer],
    key: tuple[str, ...],
    compared: Iterable[tuple[str, str]],
) -> dict[str, dict[str, Any]]:
    """For each pair of formats, who alone was right, and the exact p value."""
    by_format: dict[str, dict[tuple[str, ...], bool]] = {}
    for answer in answers:
        name = tuple(getattr(answer, field) for field in key)
        by_format.setdefault(answer.format, {})[name] = answer.is_correct
    found = {}
    for first, second in compared:
        mine, other = by_format.get(first, {}), by_format.get(second, {})
        both = mine.keys() & other.keys()
        if not both:
            continue
        won = sum(mine[name] and not other[name] for name in both)
        lost = sum(other[name] and not mine[name] for name in both)
        found[f"{first} against {second}"] = {
            "pairs": len(both),
            "won": won,
            "lost": lost,
            "p": round(stats.mcnemar_exact(won, lost), 4),
        }
    return found
