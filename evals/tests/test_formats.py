# SPDX-License-Identifier: MIT
"""The arms carry documents without loss, or say that they cannot."""
import pytest

from pith_evals import formats

ROWS = [
    {"id": 1, "name": "Ada", "open": True, "note": None},
    {"id": 2, "name": "Alan, \"A\"", "open": False, "note": "x|y"},
]


@pytest.mark.parametrize(
    "name",
    [n for n, a in formats.ARMS.items() if a.is_decodable and not a.is_graph_only],
)
def test_rows_come_back(name: str) -> None:
    text = formats.encode(name, ROWS)
    assert formats.decode(name, text) == ROWS
    assert formats.count(text) > 0


def test_csv_is_for_flat_rows() -> None:
    assert formats.encode("csv", ROWS).splitlines()[2] == '2,"Alan, ""A""",false,x|y'
    for value in ({"a": 1}, [], [{"a": [1]}], [{"a": 1}, {"b": 1}]):
        with pytest.raises(formats.NotApplicable):
            formats.encode("csv", value)


@pytest.mark.parametrize("name", ["gcf-graph", "goon"])
def test_graph_notations_refuse_other_documents(name: str) -> None:
    with pytest.raises(formats.NotApplicable):
        formats.encode(name, {"a": [1, 2, 3]})
