# SPDX-License-Identifier: MIT
"""What a run leaves behind: one line for each question asked, and provenance.

A run is a directory `results/<date>-<model>-<preset>/` with `items.jsonl` and
`provenance.json`. Reports are made from these files alone, so an item has
everything a table needs and a call that failed is an item too.
"""
from __future__ import annotations

import collections
import dataclasses
import datetime
import hashlib
import json
import pathlib
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

ITEMS_FILE = "items.jsonl"
PROVENANCE_FILE = "provenance.json"

# In the order in which tables show them. Only "correct" counts as success;
# "skipped" (the prompt is longer than the context of the model) is the only
# outcome that leaves the denominator.
OUTCOMES = (
    "correct",
    "wrong",
    "invalid",
    "other_notation",
    "truncated",
    "refused",
    "failed",
    "skipped",
)

TIERS = ("evidence", "pipeline-proof", "mock")


@dataclasses.dataclass(frozen=True)
class Item:
    """One question, asked once of one model in one notation.

    `document`, `question` and `epoch` name the pair across arms. `kind` is the
    kind of question, `rows` the size of the document. Tokens are what the
    provider bills, or pith's count where it says nothing; `counted_input` and
    `counted_output` in `details` are always pith's. `same_as` in `details` names
    the arm that was asked, where the prompt of this one was the same.
    """

    task: str
    arm: str
    primer: bool
    model: str
    document: str
    question: str
    kind: str
    rows: int
    epoch: int
    outcome: str
    correct: bool
    input_tokens: int = 0
    output_tokens: int = 0
    schema_tokens: int = 0
    call_tokens: int = 0
    result_tokens: int = 0
    answer: str = ""
    target: str = ""
    steps: int = 1
    details: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.outcome not in OUTCOMES:
            raise ValueError(f"unknown outcome {self.outcome!r}; one of {OUTCOMES}")
        if self.correct != (self.outcome == "correct"):
            raise ValueError(f"outcome {self.outcome!r} with correct={self.correct}")

    @property
    def pair(self) -> tuple[str, str, str, str, int]:
        """What is the same in every arm that was asked the same."""
        return (self.task, self.model, self.document, self.question, self.epoch)

    @property
    def counts(self) -> bool:
        """Whether the item is in the denominator."""
        return self.outcome != "skipped"


def to_line(item: Item) -> str:
    return json.dumps(dataclasses.asdict(item), ensure_ascii=False, sort_keys=False)


def from_line(line: str) -> Item:
    """Raises ValueError (also for JSON that is not an item)."""
    fields = json.loads(line)
    if not isinstance(fields, dict):
        raise ValueError("an item is an object")
    known = {field.name for field in dataclasses.fields(Item)}
    if unknown := sorted(set(fields) - known):
        raise ValueError(f"unknown fields of an item: {', '.join(unknown)}")
    try:
        return Item(**fields)
    except TypeError as error:
        raise ValueError(f"not an item: {error}") from error


def write_items(directory: pathlib.Path, items: Iterable[Item]) -> pathlib.Path:
    """Writes the file of items anew; the directory is made if it is missing."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / ITEMS_FILE
    with path.open("w", encoding="utf-8") as file:
        for item in items:
            file.write(to_line(item) + "\n")
    return path


def read_items(directory: pathlib.Path) -> Iterator[Item]:
    """The items of a run. Raises ValueError with the line that is not one."""
    path = directory / ITEMS_FILE
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            try:
                yield from_line(line)
            except ValueError as error:
                raise ValueError(f"{path}:{number}: {error}") from error


@dataclasses.dataclass(frozen=True)
class Provenance:
    """What has to be known to run it again. Rows without it are not shown."""

    date: str
    tier: str
    preset: str
    tasks: list[str]
    arms: list[str]
    primers: list[bool]
    model: str
    model_returned: str
    endpoint: str
    temperature: float | None
    seed: int | None
    output_cap: int
    reasoning: str
    epochs: int
    commit: str
    is_dirty: bool
    versions: Mapping[str, str]
    hashes: Mapping[str, str]
    outcomes: Mapping[str, int]
    estimated: Mapping[str, float]
    usage: Mapping[str, int]
    notes: str = ""

    def __post_init__(self) -> None:
        if self.tier not in TIERS:
            raise ValueError(f"unknown tier {self.tier!r}; one of {TIERS}")

    @property
    def is_evidence(self) -> bool:
        return self.tier == "evidence"


def write_provenance(directory: pathlib.Path, provenance: Provenance) -> pathlib.Path:
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / PROVENANCE_FILE
    text = json.dumps(dataclasses.asdict(provenance), indent=2, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")
    return path


def read_provenance(directory: pathlib.Path) -> Provenance:
    """Raises ValueError if the file does not hold everything."""
    path = directory / PROVENANCE_FILE
    try:
        return Provenance(**json.loads(path.read_text(encoding="utf-8")))
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error


def run_directory(
    results: pathlib.Path, model: str, preset: str, date: datetime.date | None = None
) -> pathlib.Path:
    """`<date>-<model>-<preset>` with nothing in the name that a path minds, and a
    number after it if such a run is there already: runs cost money."""
    day = (date or datetime.datetime.now(datetime.timezone.utc).date()).isoformat()
    name = re.sub(r"[^A-Za-z0-9._]+", "-", model).strip("-")
    first = results / f"{day}-{name}-{preset}"
    found, number = first, 1
    while (found / ITEMS_FILE).exists():
        number += 1
        found = first.with_name(f"{first.name}-{number}")
    return found


def count_outcomes(items: Iterable[Item]) -> dict[str, int]:
    """How many items ended in which way, every way named."""
    found = collections.Counter(item.outcome for item in items)
    return {outcome: found[outcome] for outcome in OUTCOMES}


def digest(value: Any) -> str:
    """A short hash of anything that JSON can carry, the same on every machine."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def source_state(directory: pathlib.Path) -> tuple[str, bool]:
    """Commit and whether the tree differs from it; ("unknown", True) outside git."""
    try:
        commit = _git(directory, "rev-parse", "HEAD")
        return commit, bool(_git(directory, "status", "--porcelain", "-uno"))
    except (OSError, subprocess.CalledProcessError):
        return "unknown", True


def _git(directory: pathlib.Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(directory), *arguments],
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    return done.stdout.strip()
