# SPDX-License-Identifier: MIT
"""What models were right about: the section of evidence and that of proofs."""
from __future__ import annotations

import re
from collections.abc import Sequence

from pith_evals import stats
from pith_evals.record import OUTCOMES, Item
from pith_evals.report import accuracy, charts
from pith_evals.report.markdown import DASH, MINUS, per_cent, signed, table, thousands
from pith_evals.report.runs import Run, of_tier

# What a model has to be above to be more than a guesser.
CHANCE = 0.25

_NO_EVIDENCE = """\
No model has been run as evidence yet, so this page claims nothing about any. The
experiments, their scorers and their statistics are here and tested with mock
models; [evidence-run.md](evidence-run.md) says how to run them with your own key
and what that costs."""


def evidence(runs: Sequence[Run], svgs: dict[str, str]) -> list[str]:
    """Tables of every run that is evidence; charts go into `svgs`."""
    lines = ["## Models", ""]
    shown = of_tier(list(runs), "evidence")
    if not shown:
        return [*lines, *_NO_EVIDENCE.splitlines(), ""]
    lines += [
        "Accuracy has Wilson's 95 % interval. A difference is paired: the same "
        "document, question and repetition in both notations, against the better of "
        "compact and pretty JSON. Its interval draws whole documents (10,000 draws), "
        "its p value is McNemar's exact one, adjusted by Holm over the arms of a "
        f"table. *No worse* means that the interval is above {MINUS}{per_cent(accuracy.MARGIN, 0)} "
        "points.",
        "",
    ]
    for run in shown:
        for task in _tasks(run):
            lines += _task(run, task, svgs)
    return lines


def proof(runs: Sequence[Run], svgs: dict[str, str]) -> list[str]:
    """The section of models that are too small to say anything."""
    shown = of_tier(list(runs), "pipeline-proof")
    if not shown:
        return []
    lines = [
        "## Proof of the pipeline",
        "",
        "These rows are **not evidence**. A model with 135 million parameters runs "
        "here to show that prompts, endpoint, parsing, scoring, counting and this "
        "page work with a real model that rambles, truncates and ignores "
        "instructions. It says nothing about notations. *At chance* means that the "
        f"interval is not above {per_cent(CHANCE, 0)} %, the rate of the mock that "
        "guesses.",
        "",
    ]
    for run in shown:
        for task in _tasks(run):
            lines += _proof_task(run, task)
    return lines


def _tasks(run: Run) -> list[str]:
    return sorted({item.task for item in run.items})


def _items(run: Run, task: str) -> list[Item]:
    return [item for item in run.items if item.task == task]


def _task(run: Run, task: str, svgs: dict[str, str]) -> list[str]:
    items = _items(run, task)
    found = accuracy.cells(items)
    against = {row.name: row for row in accuracy.differences(items)}
    base = accuracy.baseline_of(found)
    rows = []
    for cell in found:
        low, high = cell.interval
        row = against.get(cell.name)
        rows.append(
            [
                cell.name,
                f"{cell.correct}/{cell.asked}",
                f"{per_cent(cell.share)} [{per_cent(low)}, {per_cent(high)}]",
                thousands(cell.tokens_per_question),
                _optional(cell.tokens_per_correct),
                *(_difference(row) if row else [DASH, DASH, DASH, _is_base(cell, base)]),
            ]
        )
    head = ["arm", "correct", "per cent", "input tokens per question"]
    head += ["tokens per correct answer", "points against JSON", "won : lost", "p"]
    head += ["no worse?"]
    name = f"{run.name}-{task}"
    file = re.sub(r"[^a-z0-9.-]+", "-", name.lower()) + ".svg"
    svgs[file] = charts.pareto(
        _points(found), f"{run.provenance.model}: {task}", "input tokens per question"
    )
    return [
        f"### {task}: {run.provenance.model}",
        "",
        f"Run `{run.name}`; {_pairs_note(against.values())}",
        "",
        *table(head, rows),
        *_tokens_apart(found),
        *_outcomes(found),
        f"![Accuracy against tokens, {task}](evidence/{file})",
        "",
    ]


def _points(found: Sequence[accuracy.Cell]) -> list[charts.Point]:
    return [
        charts.Point(cell.name, cell.tokens_per_question, cell.share, *cell.interval)
        for cell in found
        if cell.asked
    ]


def _difference(row: accuracy.Difference) -> list[str]:
    low, high = 100 * row.low, 100 * row.high
    return [
        f"{signed(100 * row.mean)} [{signed(low)}, {signed(high)}]",
        f"{row.won} : {row.lost}",
        f"{row.adjusted_p:.3f}",
        row.verdict,
    ]


def _is_base(cell: accuracy.Cell, base: accuracy.Cell | None) -> str:
    return "baseline" if cell == base else DASH


def _optional(number: float | None) -> str:
    return DASH if number is None else thousands(number)


def _pairs_note(rows: Sequence[accuracy.Difference]) -> str:
    """What a table of this size can and cannot find."""
    rows = list(rows)
    if not rows:
        return "nothing to compare in pairs."
    pairs = min(row.pairs for row in rows)
    documents = min(row.documents for row in rows)
    discordant = sum(row.won + row.lost for row in rows) / sum(r.pairs for r in rows)
    note = f"{pairs:,} pairs on {documents:,} documents"
    if 0.03 < discordant < 1:
        needed = stats.pairs_needed(discordant, 0.03)
        note += (
            f"; arms disagree on {per_cent(discordant)} % of them, at which a "
            f"difference of 3 points needs {needed:,}"
        )
    return note + "."


def _tokens_apart(found: Sequence[accuracy.Cell]) -> list[str]:
    """Schemas, calls and results, where a task has them."""
    if not any(c.schema_tokens or c.call_tokens or c.result_tokens for c in found):
        return []
    return table(
        ["arm", "schema tokens", "call tokens", "result tokens", "per solved task"],
        [
            [
                cell.name,
                thousands(cell.schema_tokens),
                thousands(cell.call_tokens),
                thousands(cell.result_tokens),
                _optional(cell.tokens_per_correct),
            ]
            for cell in found
        ],
    )


def _outcomes(found: Sequence[accuracy.Cell]) -> list[str]:
    shown = [o for o in OUTCOMES if any(cell.outcomes.get(o) for cell in found)]
    return table(
        ["arm", *(outcome.replace("_", " ") for outcome in shown)],
        [[cell.name, *(cell.outcomes.get(o, 0) for o in shown)] for cell in found],
    )


def _proof_task(run: Run, task: str) -> list[str]:
    items = _items(run, task)
    found = accuracy.cells(items)
    asked = sum(cell.asked for cell in found)
    correct = sum(cell.correct for cell in found)
    skipped = sum(cell.outcomes.get("skipped", 0) for cell in found)
    rows = []
    for cell in found:
        low, high = cell.interval
        verdict = "not asked" if not cell.asked else (
            "at chance" if stats.is_at_chance(cell.correct, cell.asked, CHANCE) else ""
        )
        rows.append(
            [
                cell.name,
                f"{cell.correct}/{cell.asked}",
                f"[{per_cent(low, 0)}, {per_cent(high, 0)}]" if cell.asked else DASH,
                verdict,
                thousands(cell.tokens_per_question),
                *(cell.outcomes.get(o, 0) for o in OUTCOMES[1:]),
            ]
        )
    low, high = stats.wilson(correct, asked)
    is_at_chance = stats.is_at_chance(correct, asked, CHANCE)
    return [
        f"### {task}: {run.provenance.model}",
        "",
        f"Run `{run.name}`: {correct} of {asked} correct "
        f"[{per_cent(low)}, {per_cent(high)}] over all arms"
        + (", **at chance**" if is_at_chance else "")
        + f"; {skipped} prompts were longer than the context and were skipped.",
        "",
        *table(
            ["arm", "correct", "interval, per cent", "", "input tokens per question"]
            + [outcome.replace("_", " ") for outcome in OUTCOMES[1:]],
            rows,
        ),
    ]
