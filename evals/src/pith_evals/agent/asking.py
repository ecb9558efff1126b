# SPDX-License-Identifier: MIT
"""Asking instead of reading: the same questions with the table in the context, and
with `pith_query` at hand.

A real server returns the table. The gateway sends it whole in a format, or keeps it
and sends its shape, and the model asks with SQL.
"""
from __future__ import annotations

import collections
import dataclasses
import functools
import pathlib
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

from pith_evals import formats, record
from pith_evals.agent import figures, gateway, native
from pith_evals.agent.worlds import make
from pith_evals.agent.worlds.sqlite_tasks import read
from pith_evals.agent.worlds.state import Row, State
from pith_evals.agent.worlds.task import Call, Setting, Solution, Task
from pith_evals.experiment import Experiment

NAME = "asking"
FILE = pathlib.Path(__file__).with_name("asking.txt")
ARMS = ("json", "gcf", "auto", "ask")
SIZES = (50, 200, 1000, 5000)

# Sizes of tables and number of worlds.
PRESETS: dict[str, tuple[tuple[int, ...], int]] = {
    "smoke": ((50,), 1), "quick": ((50, 1000), 1), "standard": (SIZES, 1),
    "complete": (SIZES, 3),
}

KINDS = ("heat", "light", "noise", "power", "water")
STATUSES = ("ok", "ok", "ok", "warn", "fail")

# What a question names; chosen so that there is one answer.
Given = dict[str, Any]


@functools.cache
def readings(seed: int, size: int) -> list[Row]:
    """Rows without period: no answer can be guessed from a few of them. Many settings
    share them; they are not to be changed."""
    dice = random.Random(f"readings {seed} {size}")
    devices = dice.sample(range(10000, 99999), size)
    values = dice.sample(range(100, 10_000_000), size)
    keys = sorted(dice.sample(range(100000, 999999), size))
    return [
        {"id": key, "device": f"dev-{device}", "city": dice.choice(make.CITIES),
         "kind": dice.choice(KINDS), "value": value / 100, "status": dice.choice(STATUSES)}
        for key, device, value in zip(keys, devices, values)
    ]


@dataclasses.dataclass(frozen=True)
class Question:
    """`answer` computes it from the rows, `sql` from the table t."""

    kind: str
    text: str
    sql: str
    given: Callable[[list[Row], random.Random], Given]
    answer: Callable[[list[Row], Given], str]


def _row(rows: list[Row], dice: random.Random) -> Given:
    row = dice.choice(rows)
    return {key: row[key] for key in ("device", "city", "kind", "status")}


def _clear_status(rows: list[Row], dice: random.Random) -> Given:
    """A status that one city has most often, without a tie."""
    def is_clear(status: str) -> bool:
        counts = collections.Counter(row["city"] for row in rows if row["status"] == status)
        (_, most), (_, next_most) = counts.most_common(2)
        return most > next_most
    return {"status": dice.choice([s for s in ("warn", "fail", "ok") if is_clear(s)])}


def _above(rows: list[Row], dice: random.Random) -> Given:
    return {**_row(rows, dice), "limit": dice.randint(40_000, 95_000)}


def _where(rows: list[Row], **fields: Any) -> list[Row]:
    return [row for row in rows if all(row[key] == value for key, value in fields.items())]


def _plain(value: float) -> str:
    return f"{value:.2f}"


QUESTIONS: dict[str, Question] = {one.kind: one for one in (
    Question("lookup", "What is the value of {device}?",
             "SELECT value FROM t WHERE device = '{device}'", _row,
             lambda rows, g: _plain(_where(rows, device=g["device"])[0]["value"])),
    Question("count", "How many readings of {city} have status {status}?",
             "SELECT count(*) FROM t WHERE city = '{city}' AND status = '{status}'", _row,
             lambda rows, g: str(len(_where(rows, city=g["city"], status=g["status"])))),
    Question("maximum", "Which device has the highest value in {city}?",
             "SELECT device FROM t WHERE city = '{city}' ORDER BY value DESC LIMIT 1", _row,
             lambda rows, g: max(_where(rows, city=g["city"]),
                                 key=lambda row: row["value"])["device"]),
    Question("sum", "What is the sum of the values of kind {kind} with status {status}? "
                    "Round it to two decimals.",
             "SELECT round(sum(value), 2) FROM t WHERE kind = '{kind}' AND "
             "status = '{status}'", _row,
             lambda rows, g: _plain(sum(row["value"] for row in _where(
                 rows, kind=g["kind"], status=g["status"])))),
    Question("group", "Which city has the most readings with status {status}?",
             "SELECT city FROM t WHERE status = '{status}' GROUP BY city "
             "ORDER BY count(*) DESC LIMIT 1", _clear_status,
             lambda rows, g: collections.Counter(row["city"] for row in _where(
                 rows, status=g["status"])).most_common(1)[0][0]),
    Question("lowest", "Which device of kind {kind} has the lowest value?",
             "SELECT device FROM t WHERE kind = '{kind}' ORDER BY value LIMIT 1", _row,
             lambda rows, g: min(_where(rows, kind=g["kind"]),
                                 key=lambda row: row["value"])["device"]),
    Question("distinct", "How many different cities have a reading of kind {kind} with a "
                         "value above {limit}?",
             "SELECT count(DISTINCT city) FROM t WHERE kind = '{kind}' AND value > {limit}",
             _above,
             lambda rows, g: str(len({row["city"] for row in _where(rows, kind=g["kind"])
                                      if row["value"] > g["limit"]}))),
    Question("absence", "Is there a reading of kind {kind} in {city} with status {status} and "
                        "a value above {limit}? Answer yes or no.",
             "SELECT CASE WHEN count(*) > 0 THEN 'yes' ELSE 'no' END FROM t WHERE "
             "kind = '{kind}' AND city = '{city}' AND status = '{status}' AND "
             "value > {limit}", _above,
             lambda rows, g: "yes" if any(
                 row["value"] > g["limit"] for row in _where(
                     rows, kind=g["kind"], city=g["city"], status=g["status"])) else "no"),
)}

HANDLE = re.compile(r'"handle":"([0-9a-f]{32})"')


class AskedTask(Task):
    """A question about a table of a size; the world must stay as it is."""

    family = NAME
    servers = ("table",)

    def __init__(self, question: Question, size: int) -> None:
        self.question = question
        self.name = f"{NAME}-{question.kind}-{size}"
        self.text = ("Read the table readings and answer this question with the value "
                     f"alone: {question.text}")

    def solve(self, way: str, **given: Any) -> Solution:
        if way != "ask":
            rows = yield read("readings")
            return self.question.answer(rows, given)
        shape = yield Call(read("readings").tool, read("readings").arguments, is_text=True)
        handle = HANDLE.search(shape)
        assert handle is not None, shape[:200]
        said = yield Call("pith_query", {
            "handle": handle[1], "sql": self.question.sql.format(**given)}, is_text=True)
        rows = gateway.decode_result(said.split("\n[pith]")[0].strip(), ("gcf", "tron"))
        # What was asked in a wrong way has no rows, or is an error.
        return str(*rows[0].values()) if isinstance(rows, list) and rows else "none"


def setting(question: Question, size: int, seed: int, way: str) -> Setting:
    """The question on the table of a seed; `way` is how its reference gets there."""
    rows = readings(seed, size)
    given = question.given(rows, random.Random(f"{question.kind} {size} {seed}"))
    state = State(tables={"readings": rows})
    return Setting(AskedTask(question, size), seed, {"way": way, **given}, state, state,
                   question.answer(rows, given))


def places(
    preset: str, arms: Sequence[str] = ARMS, limit: int | None = None
) -> list[native.Place]:
    """What a preset runs, or so many of its questions. Raises KeyError."""
    sizes, seeds = PRESETS[preset]
    asked = [(question, size, seed) for size in sizes for seed in range(1, seeds + 1)
             for question in QUESTIONS.values()]
    return [native.Place(setting(*one, "ask" if arm == "ask" else "read"), arm)
            for one in asked[:limit] for arm in arms]


def experiment(
    where: Sequence[native.Place], model: str, epochs: int = 1, context: int | None = None,
    reasoning_tokens: int = 0,
) -> Experiment:
    """With `context`, tables that do not fit into so many tokens are skipped."""
    kept_figures = figures.load(FILE)
    lengths = {one.key: _longest_prompt(one, kept_figures) for one in where}
    fitting = [one for one in where if context is None or lengths[one.key] <= context]
    kept = {one.key for one in fitting}
    made = native.experiment(fitting, epochs, NAME, FILE, reasoning_tokens)
    skipped = tuple(
        _skipped(one, model, epoch, context or 0, lengths[one.key])
        for one in where if one.key not in kept for epoch in range(1, epochs + 1))

    def convert(sample: Any, name: str) -> record.Item:
        item = made.convert(sample, name)
        return dataclasses.replace(item, **_pair(item.document, item.question))

    tables = {(len(one.setting.begin.tables["readings"]), one.setting.seed) for one in where}
    hashes = {**made.hashes, "worlds": record.digest(
        [readings(seed, size) for size, seed in sorted(tables)])}
    return dataclasses.replace(made, convert=convert, skipped=skipped, hashes=hashes,
                               arms=tuple(dict.fromkeys(one.condition for one in where)))


def _pair(task: str, seed: str) -> dict[str, Any]:
    """Documents are tables here, and questions on one belong together."""
    _, kind, size = task.split("-")
    return {"document": f"{size}-{seed}", "question": kind, "kind": kind}


def _longest_prompt(place: native.Place, kept: figures.Figures) -> int:
    schema, calls, results = kept[place.condition][place.setting.name]
    return (int(schema) + sum(calls) + sum(results) + formats.count(native.system_text(place))
            + formats.count(place.setting.prompt))


def _skipped(
    place: native.Place, model: str, epoch: int, context: int, length: int
) -> record.Item:
    rows = len(place.setting.begin.tables["readings"])
    return record.Item(
        task=NAME, arm=place.condition, primer=place.has_primer, model=model,
        **_pair(place.setting.task.name, f"seed-{place.setting.seed}"), rows=rows,
        epoch=epoch, outcome="skipped", correct=False, target=place.setting.answer, steps=0,
        details={"context": context, "counted_input": length})


async def measure() -> figures.Figures:
    """Plays every reference conversation of the complete preset."""
    found: figures.Figures = {}
    for place in places("complete"):
        found.setdefault(place.condition, {})[place.setting.name] = (
            await figures.measure_one(place.setting, place.condition))
    return found


def table(kept: figures.Figures | None = None) -> str:
    """Tokens that one question costs by size and arm: what is in the prompt of the last
    step (schemas, calls and results), the mean over questions and worlds."""
    kept = kept or figures.load(FILE)
    lines = [f"{'rows':>6}" + "".join(f"{arm:>10}" for arm in kept) + f"{'ask/auto':>10}"]
    for size in SIZES:
        means = {}
        for arm, of_arm in kept.items():
            costs = [one[0] + sum(one[1]) + sum(one[2]) for name, one in of_arm.items()
                     if name.split("/")[0].endswith(f"-{size}")]
            means[arm] = sum(costs) / len(costs)
        lines.append(f"{size:>6}" + "".join(f"{mean:>10,.0f}" for mean in means.values())
                     + f"{means['ask'] / means['auto']:>10.1%}")
    return "\n".join(lines)
