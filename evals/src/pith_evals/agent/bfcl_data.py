# SPDX-License-Identifier: MIT
"""Tasks and checkers of bfcl-eval, without what it needs for models of its own.

The package is installed with --no-deps (requirements-bfcl.txt). Its checkers
read one flag per model from a module that imports every provider, so that
module is replaced by a stand-in. They run `eval` on text of calls, which is
why that text is made of decoded values (notation.python_call).
"""
from __future__ import annotations

import ast
import contextlib
import dataclasses
import functools
import importlib
import importlib.resources
import itertools
import json
import os
import sys
import types
from collections.abc import Iterator
from typing import Any

from pith_evals.agent.notation import Calls, python_call

SINGLE = {
    "simple": "simple_python", "multiple": "multiple", "parallel": "parallel",
    "parallel_multiple": "parallel_multiple", "irrelevance": "irrelevance",
}
MULTI = {"multi_turn_base": "multi_turn_base", "multi_turn_miss_param": "multi_turn_miss_param"}

_MODEL = "pith-evals"
_numbers = itertools.count()


class Absent(RuntimeError):
    """bfcl-eval is not installed."""


@dataclasses.dataclass(frozen=True)
class Entry:
    """One task. `truth` is what the checkers take; `turns` are what a user says."""

    name: str
    category: str
    turns: tuple[str, ...]
    functions: list[dict[str, Any]]
    truth: list[Any]
    raw: dict[str, Any]

    @property
    def is_irrelevant(self) -> bool:
        return self.category == "irrelevance"


class _Flags:
    underscore_to_dot = False


class _EveryModel(dict[str, _Flags]):
    def __missing__(self, name: str) -> _Flags:
        return _Flags()


def _module(name: str) -> Any:
    """A module of the package. Raises Absent."""
    stub = types.ModuleType("bfcl_eval.constants.model_config")
    stub.MODEL_CONFIG_MAPPING = _EveryModel()  # type: ignore[attr-defined]
    sys.modules.setdefault(stub.__name__, stub)
    # Importing it must not write beside the package.
    os.environ.setdefault("BFCL_PROJECT_ROOT", os.devnull)
    try:
        return importlib.import_module(f"bfcl_eval.{name}")
    except ModuleNotFoundError as error:
        raise Absent(
            f"bfcl-eval is not complete ({error}): pip install --no-deps -r "
            "requirements-bfcl.txt") from error


def is_installed() -> bool:
    try:
        _module("eval_checker.ast_eval.ast_checker")
        _module("eval_checker.multi_turn_eval.multi_turn_checker")
        importlib.import_module("mpmath")
    except (Absent, ModuleNotFoundError):
        return False
    return True


def _lines(*path: str) -> list[dict[str, Any]]:
    _module("constants.enums")
    file = importlib.resources.files("bfcl_eval").joinpath("data", *path)
    return [json.loads(line) for line in file.read_text("utf-8").splitlines() if line]


@functools.cache
def load(category: str) -> tuple[Entry, ...]:
    """Every task of a category. Raises KeyError, Absent."""
    is_multi = category in MULTI
    name = f"BFCL_v4_{(MULTI if is_multi else SINGLE)[category]}.json"
    truths = {} if category == "irrelevance" else {
        one["id"]: one["ground_truth"] for one in _lines("possible_answer", name)}
    entries = []
    for raw in _lines(name):
        functions = _functions_of(raw) if is_multi else raw["function"]
        turns = tuple("\n".join(m["content"] for m in turn) for turn in raw["question"])
        entries.append(Entry(raw["id"], category, turns, functions,
                             truths.get(raw["id"], []), raw))
    return tuple(entries)


def _functions_of(raw: dict[str, Any]) -> list[dict[str, Any]]:
    files = _module("constants.executable_backend_config").MULTI_TURN_FUNC_DOC_FILE_MAPPING
    excluded = set(raw.get("excluded_function") or ())
    return [
        {key: value for key, value in function.items() if key != "response"}
        for one in raw["involved_classes"]
        for function in _lines("multi_turn_func_doc", files[one])
        if function["name"] not in excluded
    ]


def reference_calls(entry: Entry) -> Calls:
    """Calls of a single-turn task that its checker accepts: the first value that is
    allowed, in nested objects too. Some answers allow parameters that the function
    does not have; those are left out."""
    known = {one["name"]: one["parameters"]["properties"] for one in entry.functions}
    calls: Calls = []
    for one in entry.truth:
        ((name, parameters),) = one.items()
        calls.append({"name": name, "arguments": _first_values(
            {key: choices for key, choices in parameters.items() if key in known[name]})})
    return calls


def _first_values(parameters: dict[str, list[Any]]) -> dict[str, Any]:
    # An empty text among the choices says that the parameter may be left out.
    return {name: _plain(next(choice for choice in choices if choice != ""))
            for name, choices in parameters.items()
            if any(choice != "" for choice in choices)}


def _plain(choice: Any) -> Any:
    if isinstance(choice, dict) and all(isinstance(v, list) for v in choice.values()):
        return _first_values(choice)
    if isinstance(choice, list):
        return [_plain(one) for one in choice]
    return choice


def reference_turns(entry: Entry) -> list[Calls]:
    """Calls of every turn of a multi-turn task, with the names of all arguments."""
    parameters = {one["name"]: list(one["parameters"]["properties"])
                  for one in entry.functions}
    return [[_named_call(text, parameters) for text in turn] for turn in entry.truth]


def _named_call(text: str, parameters: dict[str, list[str]]) -> dict[str, Any]:
    node = ast.parse(text, mode="eval").body
    assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    arguments = dict(zip(parameters[node.func.id], map(ast.literal_eval, node.args)))
    arguments |= {str(k.arg): ast.literal_eval(k.value) for k in node.keywords}
    return {"name": node.func.id, "arguments": arguments}


def as_declared(value: Any, schema: dict[str, Any]) -> Any:
    """The value with whole numbers as floats where the schema says float.

    Notations write 3.0 as 3, and numbers have one type in all of them; the checker
    forgives that in arguments, but not within lists.
    """
    kind = schema.get("type")
    if kind == "float" and type(value) is int:
        return float(value)
    if kind in ("array", "tuple") and isinstance(value, list):
        return [as_declared(one, schema.get("items") or {}) for one in value]
    if kind == "dict" and isinstance(value, dict):
        inner = schema.get("properties") or {}
        return {key: as_declared(one, inner.get(key) or {}) for key, one in value.items()}
    return value


def check_single(entry: Entry, calls: Calls) -> str:
    """Empty if the calls are right, else the kind of error that the checker names."""
    if entry.is_irrelevant:
        return "" if not calls else "irrelevance:called"
    module = _module("eval_checker.ast_eval.ast_checker")
    language = _module("constants.enums").Language.PYTHON
    schemas = {one["name"]: one["parameters"] for one in entry.functions}
    given = [{call["name"]: as_declared(call["arguments"], schemas.get(call["name"], {}))}
             for call in calls]
    verdict = module.ast_checker(
        entry.functions, given,
        entry.truth, language, entry.category, _MODEL)
    return "" if verdict["valid"] else str(verdict.get("error_type", "unknown"))


class Simulation:
    """The state of one conversation with the simulated services."""

    def __init__(self, entry: Entry, model: str) -> None:
        self._entry = entry
        self._model = model
        self._known = {one["name"] for one in entry.functions}

    def perform(self, call: dict[str, Any]) -> str:
        """Carries out one call; mistakes come back as text."""
        if call["name"] not in self._known:
            return f"Error: there is no function {call['name']}"
        try:
            text = python_call(call)
        except ValueError as error:
            return f"Error: {error}"
        raw = self._entry.raw
        module = _module("eval_checker.multi_turn_eval.multi_turn_utils")
        results, _ = module.execute_multi_turn_func_call(
            [text], raw["initial_config"], raw["involved_classes"], self._model, raw["id"])
        return str(results[0])


@contextlib.contextmanager
def simulation(entry: Entry) -> Iterator[Simulation]:
    """Services in their first state. The checkers keep them in globals by the name
    of the model, so each conversation has a name of its own, and they are removed."""
    model = f"{_MODEL}-{next(_numbers)}"
    try:
        yield Simulation(entry, model)
    finally:
        _forget(model)


def check_multi(entry: Entry, turns: list[list[Calls]]) -> str:
    """`turns` has the steps of each turn, a step its calls. Empty if it is right."""
    checker = _module("eval_checker.multi_turn_eval.multi_turn_checker")
    known = {one["name"] for one in entry.functions}
    texts = [[[_safe_text(call) for call in step if call["name"] in known]
              for step in steps] for steps in turns]
    model = f"{_MODEL}-{next(_numbers)}"
    try:
        verdict = checker.multi_turn_checker(
            texts, entry.truth, entry.raw, entry.category, model)
        if verdict["valid"]:
            verdict = checker.multi_turn_irrelevance_checker(texts, entry.truth)
    except AssertionError as error:
        return f"multi_turn:{error}"[:200]
    finally:
        _forget(model)
    return "" if verdict["valid"] else str(verdict.get("error_type", "unknown"))


def _safe_text(call: dict[str, Any]) -> str:
    try:
        return python_call(call)
    except ValueError:
        return "None"


def _forget(model: str) -> None:
    begin = model.replace("-", "_") + "_"
    known = vars(_module("eval_checker.multi_turn_eval.multi_turn_utils"))
    for name in [name for name in known if name.startswith(begin)]:
        del known[name]
