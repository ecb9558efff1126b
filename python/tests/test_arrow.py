# SPDX-License-Identifier: MIT
"""Tables by Arrow's C data interface, with those who speak it."""

from __future__ import annotations

import datetime
from typing import Any

import pith
import pytest

ROWS: list[dict[str, Any]] = [
    {"id": i, "name": f"n{i} \u00e9" if i % 4 else None, "x": i / 4 + 0.125,
     "ok": i % 3 == 0, "long": "some longer text " * (i % 3)}
    for i in range(100)
]


def test_pyarrow() -> None:
    pa = pytest.importorskip("pyarrow")
    table = pa.Table.from_pylist(ROWS)
    text = pith.encode_arrow(table)
    assert text == pith.encode(ROWS)
    back = pith.decode_arrow(text)
    assert (len(back), back.column_names) == (100, list(ROWS[0]))
    again = pa.table(back)
    assert again.to_pylist() == ROWS
    again.validate(full=True)
    assert again.schema.field("id").type == pa.int64()
    # Chunks, slices and batches.
    chunked = pa.concat_tables([table.slice(3, 10), table.slice(50)])
    assert pith.decode(pith.encode_arrow(chunked)) == ROWS[3:13] + ROWS[50:]
    assert pith.decode(pith.encode_arrow(table.to_batches()[0].slice(7, 5))) \
        == ROWS[7:12]
    assert pith.encode_arrow(table, "toon") == pith.encode(ROWS, "toon")


def test_types_of_pyarrow() -> None:
    pa = pytest.importorskip("pyarrow")
    when = datetime.datetime(1969, 12, 31, 23, 59, 59, 250000)
    columns = {
        "i8": pa.array([-1, None], pa.int8()),
        "u64": pa.array([2**63 - 1, 0], pa.uint64()),
        "f32": pa.array([0.5, None], pa.float32()),
        "large": pa.array(["a", None], pa.large_string()),
        "view": pa.array(["short", "longer than twelve bytes"],
                         pa.string_view()),
        "dict": pa.array(["x", "x"]).dictionary_encode(),
        "date": pa.array([datetime.date(2024, 2, 29), datetime.date(1, 1, 1)]),
        "date64": pa.array([datetime.date(1969, 12, 31), None], pa.date64()),
        "when": pa.array([when, None], pa.timestamp("us")),
        "utc": pa.array([when, None], pa.timestamp("ns", "UTC")),
        "list": pa.array([[1, 2], None]),
        "struct": pa.array([{"a": 1, "b": ["x"]}, None]),
        "null": pa.nulls(2),
        "bool": pa.array([None, True]),
    }
    rows = pith.decode(pith.encode_arrow(pa.table(columns)))
    assert rows[0] == {
        "i8": -1, "u64": 2**63 - 1, "f32": 0.5, "large": "a", "view": "short",
        "dict": "x", "date": "2024-02-29", "date64": "1969-12-31",
        "when": "1969-12-31T23:59:59.250000",
        "utc": "1969-12-31T23:59:59.250000000Z", "list": [1, 2],
        "struct": {"a": 1, "b": ["x"]}, "null": None, "bool": None}
    assert rows[1]["view"] == "longer than twelve bytes"
    assert rows[1]["date"] == "0001-01-01"
    for bad, code in ((pa.array([2**63], pa.uint64()), "out_of_range"),
                      (pa.array([float("nan")]), "not_finite"),
                      (pa.array([b"x"]), "not_supported")):
        with pytest.raises(pith.Error) as caught:
            pith.encode_arrow(pa.table({"a": bad}))
        assert caught.value.code == code


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(ROWS)
    text = pith.encode_arrow(frame)
    assert text == pith.encode(ROWS)
    assert polars.DataFrame(pith.decode_arrow(text)).equals(frame)


def test_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([{"id": r["id"], "x": r["x"], "long": r["long"]}
                              for r in ROWS])
    rows = pith.decode(pith.encode_arrow(frame))
    assert rows == frame.to_dict("records")


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    relation = duckdb.sql("select range as id, 'n' || range as name "
                          "from range(5000)")
    rows = pith.decode(pith.encode_arrow(relation))
    assert rows == [{"id": i, "name": f"n{i}"} for i in range(5000)]
    made = pith.decode_arrow(pith.encode(rows))
    assert duckdb.sql("select sum(id) from made").fetchall() == [(12497500,)]


def test_columns() -> None:
    pa = pytest.importorskip("pyarrow")
    def table(rows: list[Any]) -> Any:
        return pa.table(pith.decode_arrow(pith.encode(rows, "json"), "json"))
    mixed = table([{"a": 1, "b": None}, {"a": 2.5}, {"c": "x"}])
    assert mixed.to_pylist() == [
        {"a": 1.0, "b": None, "c": None}, {"a": 2.5, "b": None, "c": None},
        {"a": None, "b": None, "c": "x"}]
    assert mixed.schema.field("b").type == pa.null()
    assert table([]).num_rows == 0
    for bad, code in (([{"a": 1}, {"a": "x"}], "not_supported"),
                      ([{"a": [1]}], "misplaced_value"), ([1],
                       "misplaced_value"), ({"a": 1}, "misplaced_value"),
                      ([{"a": 2**53 + 1}, {"a": 0.5}], "out_of_range")):
        with pytest.raises(pith.Error) as caught:
            pith.decode_arrow(pith.encode(bad))
        assert caught.value.code == code
    inner = pith.encode({"rows": ROWS})
    assert len(pith.decode_arrow(inner, member="rows")) == 100
    with pytest.raises(TypeError):
        pith.encode_arrow(ROWS)
    with pytest.raises(TypeError):
        pith.ArrowTable()


def test_capsules_that_nobody_takes() -> None:
    table = pith.decode_arrow(pith.encode(ROWS))
    for _ in range(100):
        table.__arrow_c_stream__()
        table.__arrow_c_schema__()
