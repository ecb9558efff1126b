# SPDX-License-Identifier: MIT
"""Reads published logs: of Go tests, and of answers as JSON.

Two kinds of Go logs are known. A comprehension log has a line for each question
and format, `PASS edge_count gcf [exact] expected="200" got="200"` or
`SKIP edge_count gcf error: ...`. A generation log has `Generating 5 symbols, 3
edges...` and then `VALID 5 symbols, 3 edges` or `INVALID: reason`. Raw answers
are a JSON array of objects with questionId, format, model and isCorrect.
"""
from __future__ import annotations

import dataclasses
import json
import pathlib
import re
from collections.abc import Iterator

_ANSWER = re.compile(
    r"\b(PASS|FAIL|SKIP) +(\w+) +(\w+)\b(?: +\[.*?\] expected=\"(.*)\" got=\"(.*)\")?"
)
_BACKEND = re.compile(r"Backend: +\w+ \((?:.* --model )?(.*)\)")
_RUN = re.compile(r"=== RUN +(\w+)")
_ASKED = re.compile(r"Generating (\d+) symbols, (\d+) edges")
_WRITTEN = re.compile(r"^\s*(?:\w+\.go:\d+:)? +(VALID|INVALID|ERROR)\b:? *(.*)")
_COUNTS = re.compile(r"(\d+) symbols, (\d+) edges")


@dataclasses.dataclass(frozen=True)
class Answer:
    """One question that was asked in one format."""

    log: str
    model: str
    question: str
    format: str
    is_correct: bool
    is_empty: bool
    input_tokens: int = 0
    output_tokens: int = 0


@dataclasses.dataclass(frozen=True)
class Output:
    """One document that a model wrote."""

    log: str
    test: str
    asked: tuple[int, int]
    verdict: str
    written: tuple[int, int] | None
    reason: str


@dataclasses.dataclass
class Logs:
    """Everything that a directory holds."""

    graph: list[Answer] = dataclasses.field(default_factory=list)
    generic: list[Answer] = dataclasses.field(default_factory=list)
    generation: list[Output] = dataclasses.field(default_factory=list)
    raw: list[Answer] = dataclasses.field(default_factory=list)
    skipped: int = 0
    """Questions that failed and that the published shares leave out."""
    short: list[str] = dataclasses.field(default_factory=list)
    """Logs of earlier question sets, which are left out."""
    ignored: list[str] = dataclasses.field(default_factory=list)
    """Files of no kind that is known."""


# A question that only the set about graphs has, and the size of the final sets.
_GRAPH_QUESTION = "symbol_count"
_MIN_QUESTIONS = 13


def read_directory(directory: pathlib.Path) -> Logs:
    """Every file below the directory. Raises OSError if there is none."""
    if not directory.is_dir():
        raise NotADirectoryError(f"{directory} is not a directory of logs")
    logs = Logs()
    for path in sorted(path for path in directory.rglob("*") if path.is_file()):
        name = str(path.relative_to(directory))
        _read_file(name, path.read_text("utf-8", errors="replace"), logs)
    return logs


def _read_file(name: str, text: str, logs: Logs) -> None:
    if text.lstrip().startswith("["):
        answers = list(_raw_answers(name, text))
        (logs.raw.extend(answers) if answers else logs.ignored.append(name))
        return
    outputs = list(_outputs(name, text))
    if outputs:
        logs.generation.extend(outputs)
        return
    answers = list(_answers(name, text))
    if not answers:
        logs.ignored.append(name)
        return
    questions = {match.group(2) for match in _ANSWER.finditer(text)}
    if len(questions) < _MIN_QUESTIONS:
        logs.short.append(name)
        return
    logs.skipped += sum(
        1 for match in _ANSWER.finditer(text) if match.group(1) == "SKIP"
    )
    is_graph = _GRAPH_QUESTION in questions
    (logs.graph if is_graph else logs.generic).extend(answers)


def _answers(name: str, text: str) -> Iterator[Answer]:
    backend = _BACKEND.search(text)
    model = backend.group(1) if backend else ""
    if not model or " " in model:  # a command line without the option
        model = "not named"
    for line in text.splitlines():
        match = _ANSWER.search(line)
        if match is None or match.group(1) == "SKIP" or match.group(5) is None:
            continue
        yield Answer(
            log=name,
            model=model,
            question=match.group(2),
            format=match.group(3),
            is_correct=match.group(1) == "PASS",
            is_empty=match.group(5) == "",
        )


def _outputs(name: str, text: str) -> Iterator[Output]:
    test = ""
    asked = (0, 0)
    for line in text.splitlines():
        if run := _RUN.search(line):
            test = run.group(1)
        if size := _ASKED.search(line):
            asked = int(size.group(1)), int(size.group(2))
        verdict = _WRITTEN.match(line)
        if verdict is None or asked == (0, 0):
            continue
        counts = _COUNTS.search(verdict.group(2))
        yield Output(
            log=name,
            test=test,
            asked=asked,
            verdict=verdict.group(1).lower(),
            written=(int(counts.group(1)), int(counts.group(2))) if counts else None,
            reason=verdict.group(2) if verdict.group(1) != "VALID" else "",
        )


def _raw_answers(name: str, text: str) -> Iterator[Answer]:
    try:
        entries = json.loads(text)
    except ValueError:
        return
    for entry in entries:
        if not isinstance(entry, dict) or "questionId" not in entry:
            continue
        yield Answer(
            log=name,
            model=str(entry["model"]),
            question=str(entry["questionId"]),
            format=str(entry["format"]),
            is_correct=bool(entry["isCorrect"]),
            is_empty=entry.get("actual") == "",
            input_tokens=int(entry.get("inputTokens") or 0),
            output_tokens=int(entry.get("outputTokens") or 0),
        )
