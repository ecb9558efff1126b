# SPDX-License-Identifier: MIT
"""auto, compare, fit, extract, explain."""

from __future__ import annotations

import json
import pathlib

import pith
import pytest
from hypothesis import given
from test_objects import ROWS, VALUES

ROWS_100 = [{"id": i, "name": f"customer {i}", "active": i % 3 == 0}
            for i in range(100)]


def test_auto() -> None:
    best = pith.auto(ROWS_100, "gpt-4o")
    assert best.format == "gcf"
    assert best.tokens == pith.count_tokens(best.text, "gpt-4o")
    assert pith.decode(best.text, best.format) == ROWS_100
    assert best.costs[0].format == "json"
    assert pith.auto([1, 2]).format == "json"
    named = pith.auto(ROWS_100, formats=["tron", "toon-tab", "json"])
    assert [c.format for c in named.costs] == ["json", "tron", "toon-tab"]
    with pytest.raises(pith.Error):
        pith.auto([1], formats=["xml"])


@given(VALUES | ROWS)
def test_auto_never_costs_more(value: object) -> None:
    best = pith.auto(value, formats=["gcf", "tron", "toon"])
    assert best.tokens <= pith.count_tokens(pith.encode(value, "json"))
    form = "json" if best.format == "json" else best.format
    assert pith.decode(best.text, form) == value


def test_compare() -> None:
    costs = pith.compare(ROWS_100)
    assert {"json", "gcf", "toon", "tron"} <= {c.format for c in costs}
    assert [c.tokens for c in costs] == sorted(c.tokens for c in costs)
    by_name = {c.format: c for c in costs}
    gcf = pith.encode(ROWS_100)
    assert by_name["gcf"].bytes == len(gcf.encode())
    assert by_name["gcf"].tokens == pith.count_tokens(gcf)


def test_fit() -> None:
    whole = pith.encode(ROWS_100)
    all_of_it = pith.fit(ROWS_100, 10**6)
    assert (all_of_it.text, all_of_it.rows, all_of_it.fits) == (
        whole, 100, True)
    some = pith.fit({"rows": ROWS_100, "source": "x"}, 300)
    assert some.fits
    assert 0 < some.rows < some.total_rows == 100
    assert some.tokens == pith.count_tokens(some.text) <= 300
    assert pith.decode(some.text)["rows"] == ROWS_100[:some.rows]
    more = pith.encode({"rows": ROWS_100[:some.rows + 1], "source": "x"})
    assert pith.count_tokens(more) > 300
    nothing = pith.fit(ROWS_100, 0)
    assert (nothing.fits, nothing.text, nothing.rows) == (False, "", 0)
    with pytest.raises(pith.Error):
        pith.fit(7, 100)


def test_extract() -> None:
    answer = 'Sure:\n```json\n{"a": [1, 2]}\n```\nDone.'
    found = pith.extract(answer)
    assert found is not None
    assert (found.format, json.loads(found.payload)) == (
        "json", {"a": [1, 2]})
    assert answer.encode()[found.offset:].startswith(b'{"a"')
    assert pith.extract("nothing here") is None
    with pytest.raises(pith.Error) as caught:
        pith.extract(b'{"\xff":1}')
    assert (caught.value.code, caught.value.offset) == ("invalid_utf8", 0)


def test_explain() -> None:
    text = "GCF profile=generic\n## [1]{a,b}\n1\n"
    words = pith.explain(text)
    assert words is not None
    assert "Line 3" in words
    assert pith.explain("GCF profile=generic\na=1\n") is None


def test_data_sets(shared: pathlib.Path) -> None:
    for path in sorted((shared / "datasets").glob("0*.json")):
        value = json.loads(path.read_text())
        best = pith.auto(value)
        assert best.tokens <= pith.count_tokens(pith.encode(value, "json"))
        assert pith.decode(best.text, best.format) == value
