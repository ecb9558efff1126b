# SPDX-License-Identifier: MIT
"""The published figures, what their logs say, and what is wrong with them."""
from __future__ import annotations

from typing import Any

from pith_evals import stats
from pith_evals.report import charts
from pith_evals.report.markdown import DASH, MINUS, per_cent, signed, table, thousands

_FLAWS = [
    [
        "GCF, generic profile: 100 % for most models (gcf-go)",
        "One document of 500 orders made by index arithmetic, and 13 questions; 13 of "
        "13 has an interval of 77 to 100 %. Nine questions are at 100 % in every format. "
        "Containment counts as correct. Failed calls leave the denominator. Models "
        "ran through different programs, one of which can run code. Tokens are "
        "bytes / 4, the baseline is pretty JSON.",
    ],
    [
        "GCF, graph profile: 91.2 / 68.2 / 53.4 % (GCF, TOON, JSON)",
        "The same payload in every run. All empty answers are one model's, under a cap "
        "of 200 tokens that includes reasoning, which is likely the cause and was not "
        "tested. Much of the lead rests on counts that GCF's layout may give away; "
        "without them and without that model it is 93.3 / 80.7 / 81.2 %. JSON has empty "
        "fields and indentation, five times the tokens of GCF. No control with the same "
        "grouping.",
    ],
    [
        "GCF, generation: 5 of 5 valid for nearly all models",
        "What was written is never compared with what was asked. TOON was read into a "
        "struct with an integer that its prompt did not name as such, JSON was only "
        "parsed: three tasks, not one.",
    ],
    [
        "*Notation Matters*: within 14 points, up to 27 % fewer tokens",
        "The mean of four benchmarks, two of which are at the floor; on BFCL alone "
        "TRON loses 6 to 44 points. A model at 0.0 in every format. No intervals. "
        "*Answered in the wrong notation* and *wrong call* are one number. Not recounted: "
        "we have no logs of it.",
    ],
    [
        "GOON: -11 % cost, +4.8 points, p = 0.043",
        "The p value belongs to the length of tool sequences, not to correctness. Five "
        "variants by three or more measures, uncorrected. Not recounted: data and harness "
        "are private.",
    ],
    [
        "`knowing`: 6 of 6 for GCF",
        "6 of 6 has an interval of 61 to 100 %. Each question is about another payload, "
        "and one format leaves out what two of them ask for. Tokens are a heuristic "
        "over words.",
    ],
    [
        "TOON: 72.2 % against 69.0 % for compact JSON",
        "The best of these: 244 typed questions, intervals, raw answers. Against pretty "
        "JSON the difference is 0.8 points, p = 0.43. The lead is in questions about "
        "structure and in five about damaged data, hardly elsewhere.",
    ],
]


def section(table_: dict[str, Any], svgs: dict[str, str]) -> list[str]:
    lines = [
        "## Published figures",
        "",
        "What others have published, and what is wrong with it. The figures are theirs; "
        "we ran none of these models.",
        "",
        *table(["published", "flaws"], _FLAWS, left=2),
        "### Recount of the public logs",
        "",
        "`pith-evals recount` counts the logs that two of these projects publish. *Note* "
        "is a recount made before this code was written; both were made from the same "
        "logs by different programs.",
        "",
    ]
    for source in table_["sources"]:
        lines += _claims(source)
        figures = source["figures"]
        if "graph" in figures:
            lines += _graph(figures["graph"])
        if "raw answers" in figures:
            lines += _raw(figures["raw answers"], svgs)
    return lines


def _claims(source: dict[str, Any]) -> list[str]:
    rows = [
        [
            row["claim"],
            _value(row["noted"]),
            "the same" if row["agrees"] else f"**{_value(row['recounted'])}**",
        ]
        for row in source["claims"]
    ]
    agreeing = sum(row["agrees"] for row in source["claims"])
    skipped = source["figures"]["left out of the published shares"]
    repository, _, commit = source["source"].partition("@")
    said = (
        f" {skipped} questions whose calls failed are in neither count, because the logs "
        "leave them out of theirs."
        if skipped
        else ""
    )
    return [
        f"From `{repository}` at commit `{commit[:10]}`: {agreeing} of {len(rows)} claims "
        f"as noted.{said}",
        "",
        *table(["claim", "note", "recount"], rows, left=3),
    ]


def _value(value: Any) -> str:
    """A number, a range, or by name: numbers, or correct and asked."""
    if isinstance(value, list):
        return " to ".join(str(inner) for inner in value)
    if not isinstance(value, dict):
        return str(value)
    return ", ".join(
        f"{name} {inner[0]}/{inner[1]}" if isinstance(inner, list) else f"{name} {inner}"
        for name, inner in value.items()
    ).replace("-", MINUS if _has_signs(value) else "-")


def _has_signs(value: dict[str, Any]) -> bool:
    return any(isinstance(inner, float) and inner < 0 for inner in value.values())


def _graph(figures: dict[str, Any]) -> list[str]:
    groups = {
        "all 13, all models": figures["all models"],
        "all 13, without the capped model": figures["without capped"],
        "without it, totals and distance groups": figures[
            "without capped, totals and distance groups"
        ],
        **{f"{n} (without it)": g["without capped"] for n, g in figures["groups"].items()},
    }
    rows = [
        [name, *(_share(*shares[arm]) for arm in ("gcf", "toon", "json"))]
        for name, shares in groups.items()
    ]
    return [
        "Graph questions by group, correct of asked with Wilson's interval. The groups "
        "were chosen after the data had been seen.",
        "",
        *table(["questions", "GCF", "TOON", "JSON"], rows),
    ]


def _share(correct: int, asked: int) -> str:
    low, high = stats.wilson(correct, asked)
    share = per_cent(correct / asked) if asked else DASH
    return f"{correct}/{asked} = {share} [{per_cent(low)}, {per_cent(high)}]"


def _raw(figures: dict[str, Any], svgs: dict[str, str]) -> list[str]:
    tokens = {
        name: sum(counts[name] for counts in figures["input tokens"].values())
        for name in next(iter(figures["input tokens"].values()))
    }
    shares = {name: figures["all models"][name] for name in tokens}
    svgs["published-retrieval.svg"] = charts.pareto(
        [
            charts.Point(
                name,
                tokens[name] / asked,
                correct / asked,
                *stats.wilson(correct, asked),
            )
            for name, (correct, asked) in shares.items()
        ],
        f"Published raw answers, recounted: {figures['questions']} questions, "
        f"{len(figures['models'])} models",
        "billed input tokens per question, mean of the models",
    )
    pairs = [
        [
            name,
            row["pairs"],
            f"{row['won']} : {row['lost']}",
            signed(100 * (row["won"] - row["lost"]) / row["pairs"]),
            f"{row['p']:.4f}",
        ]
        for name, row in figures["pairs"].items()
    ]
    return [
        f"{figures['questions']} questions, {len(figures['models'])} models "
        f"({', '.join(figures['models'])}):",
        "",
        *table(
            ["format", "correct, per cent", "billed input per question"],
            [
                [name, _share(*share), thousands(tokens[name] / share[1])]
                for name, share in shares.items()
            ],
        ),
        "In pairs; p is uncorrected, and which document a question is about is not in "
        "the data, so that these intervals cannot be clustered:",
        "",
        *table(["first against second", "pairs", "won : lost", "points", "p"], pairs),
        "![Accuracy against tokens in the published raw answers]"
        "(evidence/published-retrieval.svg)",
        "",
        "Hollow points are dominated: another format has no more tokens and is right no "
        "less often. The models tokenize differently, so that these tokens are means.",
        "",
    ]
