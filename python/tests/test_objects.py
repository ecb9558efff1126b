# SPDX-License-Identifier: MIT
"""Objects to texts and back."""

from __future__ import annotations

import collections
import dataclasses
import datetime
import decimal
import enum
import gc
import json
import pickle
import sys
import uuid
from collections.abc import Callable

import pith
import pytest
from hypothesis import given
from hypothesis import strategies as st

INT64 = st.integers(-(2**63), 2**63 - 1)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
SCALARS = (st.none() | st.booleans() | INT64 | TEXT
           | st.floats(allow_nan=False, allow_infinity=False)
           .map(lambda x: x + 0.0 if x != 0 else 0.5))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=6)
    | st.dictionaries(TEXT, inner, max_size=6),
    max_leaves=30,
)
ROWS = st.lists(
    st.fixed_dictionaries(
        {"id": INT64, "name": TEXT},
        optional={"score": st.floats(-1e9, 1e9).filter(bool), "tags": VALUES},
    ),
    max_size=8,
)


@given(VALUES | ROWS)
def test_what_is_encoded_is_decoded(value: object) -> None:
    for form in ("gcf", "json", "tron"):
        assert pith.decode(pith.encode(value, form), form) == value


@given(VALUES | ROWS)
def test_the_tape_is_that_of_the_parser(value: object) -> None:
    text = json.dumps(value, ensure_ascii=False)
    for form in ("gcf", "toon", "tron", "json"):
        assert pith.encode(value, form) == pith.convert(text, form, "json")


def test_types_are_kept() -> None:
    value = {"a": 1, "b": 1.0, "c": True, "d": "1", "e": None, "f": 0.1}
    back = pith.decode(pith.encode(value))
    assert {k: type(v) for k, v in back.items()} == {
        "a": int, "b": int, "c": bool, "d": str, "e": type(None), "f": float}
    # GCF writes whole reals as integers do; JSON keeps the two apart.
    assert back == value
    for number in (2**63 - 1, -(2**63), 5e-324, 1.7976931348623157e308, 2**53):
        assert pith.decode(pith.encode([number])) == [number]


def test_keys_stay_in_order() -> None:
    assert list(pith.decode(pith.encode({"z": 1, "a": 2, "m": 3}))) == [
        "z", "a", "m"]


@pytest.mark.parametrize(("value", "code", "path"), [
    (2**63, "out_of_range", ""),
    ([1, -(2**63) - 1], "out_of_range", "/1"),
    ({"a": [float("nan")]}, "not_finite", "/a/0"),
    (float("inf"), "not_finite", ""),
    ({"a/b": {"c~": "\ud800"}}, "invalid_surrogate", "/a~1b/c~0"),
    ({"\udfff": 1}, "invalid_surrogate", ""),
    ({"a": {1: 2}}, "not_supported", "/a"),
    ([{"x": 1}, {"x": {1, 2}}], "not_supported", "/1/x"),
    (object(), "not_supported", ""),
])
def test_refusals(value: object, code: str, path: str) -> None:
    with pytest.raises(pith.Error) as caught:
        pith.encode(value)
    assert (caught.value.code, caught.value.path) == (code, path)
    assert caught.value.offset is None


def test_errors_say_where() -> None:
    with pytest.raises(ValueError) as caught:
        pith.decode("GCF profile=generic\na=\u00e9\na=2\n")
    error = caught.value
    assert isinstance(error, pith.Error)
    assert (error.code, error.offset, error.line, error.column) == (
        "duplicate_key", 25, 3, 1)
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.offset, str(again)) == (
        error.code, error.offset, str(error))


def test_cycles_and_depth() -> None:
    circle: list[object] = []
    circle.append(circle)
    ring: dict[str, object] = {}
    ring["self"] = [ring]
    deep: object = 1
    for _ in range(100_000):
        deep = [deep]
    for value in (circle, ring, deep):
        with pytest.raises(pith.Error) as caught:
            pith.encode(value)
        assert caught.value.code == "depth_limit"
    while isinstance(deep, list):
        deep = deep.pop()
    nested: object = 1
    for _ in range(512):
        nested = [nested]
    assert pith.decode(pith.encode(nested, "json"), "json") == nested


class Colour(enum.Enum):
    RED = "red"


class Level(enum.IntEnum):
    HIGH = 3


class Name(str):
    pass


@dataclasses.dataclass
class Point:
    x: int
    y: float
    inner: list[Colour]


def test_types_of_the_standard_library() -> None:
    one = uuid.UUID("12345678123456781234567812345678")
    value = {
        "enum": Colour.RED, "int_enum": Level.HIGH, "str": Name("n"),
        "uuid": one, "decimal": decimal.Decimal("1.10"),
        "date": datetime.date(2026, 1, 2), "time": datetime.time(3, 4, 5),
        "datetime": datetime.datetime(2026, 1, 2, 3, 4,
                                      tzinfo=datetime.timezone.utc),
        "dataclass": Point(1, 2.5, [Colour.RED]),
        "ordered": collections.OrderedDict(a=1),
        "counter": collections.Counter("aab"),
        "tuple": (1, (2, 3)),
    }
    assert pith.decode(pith.encode(value)) == {
        "enum": "red", "int_enum": 3, "str": "n", "uuid": str(one),
        "decimal": "1.10", "date": "2026-01-02", "time": "03:04:05",
        "datetime": "2026-01-02T03:04:00+00:00",
        "dataclass": {"x": 1, "y": 2.5, "inner": ["red"]},
        "ordered": {"a": 1}, "counter": {"a": 2, "b": 1},
        "tuple": [1, [2, 3]],
    }


def test_order_of_an_ordered_dict() -> None:
    value = collections.OrderedDict(a=1, b=2)
    value.move_to_end("a")
    assert list(pith.decode(pith.encode(value))) == ["b", "a"]


def test_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    value = [numpy.int64(-5), numpy.uint8(7), numpy.float64(0.1),
             numpy.float32(0.5), numpy.bool_(True), numpy.str_("s"),
             numpy.array([[1, 2], [3, 4]])]
    assert pith.decode(pith.encode(value, "json"), "json") == [
        -5, 7, 0.1, 0.5, True, "s", [[1, 2], [3, 4]]]
    with pytest.raises(pith.Error) as caught:
        pith.encode([numpy.uint64(2**63)])
    assert caught.value.code == "out_of_range"


def test_pydantic() -> None:
    pydantic = pytest.importorskip("pydantic")
    Model = pydantic.create_model("Model", id=(int, ...),
                                  when=(datetime.date, ...))
    rows = [Model(id=i, when=datetime.date(2026, 1, i)) for i in (1, 2)]
    assert pith.decode(pith.encode(rows)) == [
        {"id": 1, "when": "2026-01-01"}, {"id": 2, "when": "2026-01-02"}]


def test_default() -> None:
    assert pith.encode({1, 2}, "json", default=sorted) == "[1,2]"
    assert pith.decode(pith.encode([b"x"], default=lambda b: b.decode())) == [
        "x"]
    with pytest.raises(ZeroDivisionError):
        pith.encode([set()], default=lambda _: 1 / 0)
    with pytest.raises(pith.Error) as caught:
        pith.encode([set()], default=lambda x: {1, *x})
    assert caught.value.code == "depth_limit"
    with pytest.raises(pith.Error):
        pith.encode(set(), default=lambda _: NotImplemented)


def test_default_may_encode() -> None:
    nested = pith.encode([{1}], default=lambda s: pith.encode(sorted(s)))
    assert pith.decode(pith.decode(nested)[0]) == [1]


def test_an_object_that_changes() -> None:
    rows: list[object] = [set(), 1, 2]
    with pytest.raises(pith.Error) as caught:
        pith.encode(rows, default=lambda _: rows.clear())
    assert caught.value.code == "not_supported"
    table: dict[str, object] = {"a": set(), "b": 2}

    def grow(_: object) -> int:
        table.update({str(i): i for i in range(1000)})
        return 1
    with pytest.raises(pith.Error):
        pith.encode(table, default=grow)


def test_keys_of_objects_that_go() -> None:
    """The addresses of keys are reused; texts must still be looked at."""
    made = (dict([(f"{'ab'[i % 2]}{'x' * 30}", i)]) for i in range(200))
    values = pith.decode(pith.encode([object()] * 200,
                                     default=lambda _: next(made)))
    assert [list(v.items())[0] for v in values] == [
        (f"{'ab'[i % 2]}{'x' * 30}", i) for i in range(200)]


def test_options() -> None:
    rows = [{"a": {"b": 1}}, {"a": {"b": 2}}]
    assert pith.encode(rows) != pith.encode(rows, flatten=False)
    assert pith.encode([{"a": 1}], "toon", delimiter="tab", indent=4)
    assert pith.encode([1, 2], "json", indent=2) == "[\n  1,\n  2\n]"
    with pytest.raises(pith.Error) as caught:
        pith.encode(rows, flaten=False)
    assert caught.value.code == "unknown_option"
    with pytest.raises(pith.Error):
        pith.encode(rows, "no such format")
    with pytest.raises(TypeError):
        pith.encode()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        pith.decode(7)  # type: ignore[arg-type]


def test_bytes() -> None:
    graph = {"symbols": [{"qualifiedName": "a.b", "kind": "function",
                          "provenance": "lsp_resolved"}]}
    packed = pith.encode(graph, "gcb")
    assert isinstance(packed, bytes)
    assert pith.decode(packed, "gcb")["symbols"][0]["qualifiedName"] == "a.b"
    assert pith.decode(b"GCF profile=generic\na=1\n") == {"a": 1}
    with pytest.raises(pith.Error) as caught:
        pith.decode(b"GCF profile=generic\na=\xff\n", "gcf")
    assert caught.value.code == "invalid_utf8"


def test_detect() -> None:
    assert pith.detect("GCF profile=generic\na=1\n") == "gcf"
    assert pith.detect('{"a":1}') == "json"
    assert pith.detect("words of no format") is None
    with pytest.raises(pith.Error):
        pith.decode("words of no format")


def test_references_are_given_back() -> None:
    def refuse(call: Callable[[], object]) -> None:
        try:
            call()
        except pith.Error:
            return
        raise AssertionError

    key, value = "k" * 50, "v" * 50
    rows = [{key: value, "n": 10**6 + i, "l": [value]} for i in range(100)]
    text = pith.encode(rows)
    before = [sys.getrefcount(x) for x in (key, value, rows, rows[0])]
    for _ in range(50):
        pith.encode(rows)
        pith.decode(text)
        refuse(lambda: pith.encode([rows, {1}]))
        refuse(lambda: pith.encode([rows, 2**70]))
        refuse(lambda: pith.encode({1: rows}))
        refuse(lambda: pith.decode(text + "x|"))
    gc.collect()
    after = [sys.getrefcount(x) for x in (key, value, rows, rows[0])]
    assert after == before
