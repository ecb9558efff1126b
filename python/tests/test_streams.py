# SPDX-License-Identifier: MIT
"""Streams as iterators, sessions and deltas as classes."""

from __future__ import annotations

import pith
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_objects import SCALARS, TEXT, VALUES


@given(st.lists(st.fixed_dictionaries({"a": SCALARS, "b": SCALARS})),
       st.integers(1, 40))
def test_tables(rows: list[dict[str, object]], step: int) -> None:
    text = "".join(pith.stream(rows, ["a", "b"]))
    assert pith.decode(text) == rows
    chunks = [text[i:i + step] for i in range(0, len(text), step)]
    assert list(pith.rows(chunks, require_summary=True)) == rows


@given(st.lists(VALUES), TEXT)
def test_lists(items: list[object], name: str) -> None:
    pieces = list(pith.stream(iter(items), name=name))
    assert len(pieces) == len(items) + 2
    assert pith.decode("".join(pieces)) == {name: items}
    assert list(pith.rows(pieces)) == items


def test_events() -> None:
    text = pith.encode({"source": "x", "rows": [{"a": 1}, {"a": 2}],
                        "map": {"k": {"a": 1, "b": 2}, "l": {"a": 3, "b": 4}}})
    found = list(pith.events([text]))
    assert ("member", "source", "x") in found
    assert ("begin", "rows", "table", ["a"]) in found
    assert [e[1] for e in found if e[0] == "item"] == [{"a": 1}, {"a": 2}]
    assert [e[1:] for e in found if e[0] == "entry"] == [
        ("k", {"a": 1, "b": 2}), ("l", {"a": 3, "b": 4})]
    assert list(pith.events(["GCF profile=generic\n", "=7\n"])) == [
        ("root", 7)]


def test_errors_of_streams() -> None:
    writer = pith.StreamWriter()
    writer.begin_table(["a"])
    with pytest.raises(pith.Error):
        writer.row({"b": 1})
    assert writer.row({"a": 1}) == "1\n"
    with pytest.raises(pith.Error) as caught:
        list(pith.rows(["GCF profile=generic\n## [?]{a}\n1\n"],
                       require_summary=True))
    assert caught.value.code == "missing_summary"
    with pytest.raises(pith.Error) as caught:
        list(pith.rows(["GCF profile=generic\n## [1]", "{a,b}\n1\n"]))
    assert (caught.value.code, caught.value.offset, caught.value.line) == (
        "row_width_mismatch", 33, None)
    with pytest.raises(TypeError):
        pith.StreamWriter(7)  # type: ignore[call-arg]


def test_keyed() -> None:
    writer = pith.StreamWriter()
    text = writer.members({"x": 1}) + writer.begin_keyed(["n"], "stock")
    text += writer.row({"n": 400}, "nails") + writer.finish()
    assert pith.decode(text) == {"x": 1, "stock": {"nails": {"n": 400}}}


def test_deltas() -> None:
    before = [{"id": i, "n": i * i} for i in range(50)]
    after = [*before[1:], {"id": 99, "n": 1}]
    delta = pith.diff(before, after)
    assert (delta["removed"], delta["added"]) == ([0], [{"id": 99, "n": 1}])
    assert pith.decode_delta(pith.encode_delta(delta)) == delta
    made = pith.apply(before, delta)
    assert pith.pack_root(made) == pith.pack_root(after) == delta["new_root"]
    with pytest.raises(pith.Error) as caught:
        pith.apply(after, delta)
    assert caught.value.code == "base_mismatch"
    assert pith.decode(pith.encode_full(before)) == {"rows": before}


def test_a_delta_session_of_graphs() -> None:
    def graph(score: float) -> dict[str, object]:
        return {"tool": "t", "symbols": [
            {"qualifiedName": f"p.n{i}", "kind": "function",
             "score": score if i == 0 else 0.25, "provenance": "lsp",
             "distance": 0} for i in range(12)],
            "edges": [{"source": f"p.n{i}", "target": "p.n0",
                       "edgeType": "calls"} for i in range(1, 12)]}

    producer, consumer = pith.GraphDeltaProducer(), pith.GraphDeltaConsumer()
    assert consumer.graph is None
    assert (producer.root, consumer.root) == ("", "")
    for score, expected in ((0.5, "full"), (0.75, "delta"),
                            (0.75, "unchanged")):
        kind, wire = producer.next(graph(score))
        assert kind == consumer.receive(wire) == expected
        assert producer.root == consumer.root == pith.graph_root(graph(score))
        assert consumer.graph is not None
        assert pith.graph_root(consumer.graph) == producer.root
    held = producer.root
    assert producer.answer(graph(0.5), held_root=held)[0] == "delta"
    assert producer.answer(graph(0.75), held_root="sha")[0] == "full"
    assert producer.full(graph(0.75))[0] == "full"
    with pytest.raises(pith.Error) as caught:
        producer.next([1])
    assert caught.value.code == "invalid_payload"
    with pytest.raises(pith.Error) as caught:
        consumer.receive("x")
    assert caught.value.line == 1
    with pytest.raises(ValueError):
        pith.GraphDeltaProducer(reanchor="often")  # type: ignore[arg-type]


def test_a_delta_session() -> None:
    producer, consumer = pith.DeltaProducer("id"), pith.DeltaConsumer()
    assert consumer.rows is None
    rows = [{"id": i, "n": i} for i in range(100)]
    assert consumer.receive(producer.next(rows)[1]) == "full"
    rows[7]["n"] = -1
    kind, wire = producer.next(rows)
    assert kind == "delta"
    assert consumer.receive(wire) == "delta"
    assert consumer.rows == rows
    assert producer.next(rows)[0] == "unchanged"
    assert producer.answer(rows, held_root="sha256:0")[0] == "full"
    with pytest.raises(ValueError):
        pith.DeltaProducer(reanchor="sometimes")  # type: ignore[arg-type]


def test_graph_deltas() -> None:
    def graph(*names: str) -> dict[str, object]:
        return {"symbols": [{"qualifiedName": n, "kind": "function",
                             "provenance": "lsp", "score": 0.5}
                            for n in names], "edges": []}
    wire = pith.graph_diff(graph("a", "b"), graph("b", "c"), tool="t")
    made = pith.graph_apply(graph("a", "b"), wire)
    assert {s["qualifiedName"] for s in made["symbols"]} == {"b", "c"}
