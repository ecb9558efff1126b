# SPDX-License-Identifier: MIT
"""The fixtures of TOON and TRON, and random documents by two ways."""

from __future__ import annotations

import json
import pathlib
import random

import pith
from conftest import size


def javascript_number(literal: str) -> int | float:
    number = int(literal)
    return number if -(2**63) <= number < 2**63 else float(literal)


# What is not strict refuses a broken header all the same
# (tests/conformance/suites/toon_suite.cpp has the reasons).
REFUSED = {
    "falls through to a key-value line on a header delimiter mismatch",
    "falls through to a key-value line when whitespace precedes the bracket "
    "segment",
    "skips an entry-depth line without a colon in non-strict mode",
    "treats bracket segment without a length as literal key (non-strict)",
    "treats extra brackets after valid array segment as literal key "
    "(non-strict)",
    "treats non-integer bracket content as literal key (non-strict)",
    "treats text between bracket segment and colon as literal key "
    "(non-strict)",
}


def test_toon(shared: pathlib.Path) -> None:
    passed = 0
    refused = set()
    for path in sorted((shared / "fixtures/toon").glob("*/*.json")):
        for case in json.loads(path.read_text(),
                               parse_int=javascript_number)["tests"]:
            options = dict(case.get("options", {}))
            assert options.keys() <= {"delimiter", "indentSize", "strict"}
            if "indentSize" in options:
                options["indent"] = options.pop("indentSize")
            if "delimiter" in options:
                options["delimiter"] = {",": "comma", "\t": "tab",
                                        "|": "pipe"}[options["delimiter"]]
            if path.parent.name == "encode":
                made = pith.encode(case["input"], "toon", **options)
                assert made == case["expected"], case["name"]
            elif case.get("shouldError"):
                try:
                    pith.decode(case["input"], "toon", **options)
                except pith.Error:
                    pass
                else:
                    raise AssertionError(case["name"])
            else:
                try:
                    made = pith.decode(case["input"], "toon", **options)
                except pith.Error:
                    assert options["strict"] is False, case["name"]
                    refused.add(case["name"])
                else:
                    assert made == case["expected"], case["name"]
            passed += 1
    assert passed == 538
    assert refused == REFUSED


def test_tron(testdata: pathlib.Path) -> None:
    passed = 0
    for path in sorted((testdata / "tron").glob("*.json")):
        for case in json.loads(path.read_text()):
            limits = case.get("limits", {})
            if "error" in case:
                try:
                    pith.decode(case["tron"], "tron", **limits)
                except pith.Error as error:
                    assert (error.code, error.offset) == (
                        case["error"], case["offset"]), case["name"]
                else:
                    raise AssertionError(case["name"])
            else:
                made = pith.decode(case["tron"], "tron", **limits)
                assert made == case["value"], case["name"]
                if case.get("canonical", True):
                    options = {"never_worse": case.get("never_worse", False)}
                    assert pith.encode(case["value"], "tron", **options,
                                       **limits) == case["tron"], case["name"]
            passed += 1
    assert passed > 100


def test_limits(testdata: pathlib.Path) -> None:
    """Those of GCF, and that `convert` has them while it reads."""
    passed = 0
    for case in json.loads((testdata / "gcf/limits.json").read_text()):
        limits = case.get("limits", {})
        if case["operation"] == "error":
            for call in (pith.decode, pith.convert):
                words = ("gcf",) if call is pith.decode else ("json", "gcf")
                try:
                    call(case["input"], *words, **limits)
                except pith.Error as error:
                    assert error.code == case["expectedError"], case["name"]
                    assert error.offset == case["expectedOffset"], case["name"]
                else:
                    raise AssertionError(case["name"])
        else:
            assert pith.decode(case["input"], "gcf", **limits) == case[
                "expected"], case["name"]
        passed += 1
    assert passed > 20


def test_a_limit_is_a_number() -> None:
    for wrong, kind in ((-1, ValueError), ("1", TypeError),
                        (2**64, OverflowError)):
        try:
            pith.decode("[1]", "json", max_items=wrong)
        except kind:
            pass
        else:
            raise AssertionError(wrong)


def random_value(r: random.Random, depth: int) -> object:
    kind = r.randrange(9 if depth else 6)
    if kind == 0:
        return r.choice([None, True, False])
    if kind == 1:
        return r.choice([0, -1, r.randrange(-10**6, 10**6),
                         r.randrange(-2**63, 2**63)])
    if kind == 2:
        return r.choice([0.5, 1e300, -2.5e-7, r.uniform(-1e6, 1e6)])
    if kind < 6:
        return "".join(r.choice("ab |,:=\"\\\n~^@#{}[]-01.\u00e9\u4e2d\U0001f600")
                       for _ in range(r.randrange(12)))
    if kind == 6:
        return [random_value(r, depth - 1) for _ in range(r.randrange(5))]
    keys = [f"{r.choice('abc')}{i}" for i in range(r.randrange(1, 5))]
    if kind == 7:
        return {key: random_value(r, depth - 1) for key in keys}
    return [{key: random_value(r, depth - 1) for key in keys
             if r.random() < 0.9} for _ in range(r.randrange(4))]


def test_random_documents() -> None:
    """Objects to the tape give the bytes that the library's parser gives."""
    for seed in range(size("documents", 3000)):
        value = random_value(random.Random(seed), 4)
        text = json.dumps(value, ensure_ascii=False)
        wire = pith.encode(value)
        assert wire == pith.convert(text, "gcf", "json"), seed
        assert pith.decode(wire) == value, seed
