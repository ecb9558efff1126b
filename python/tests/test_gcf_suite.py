# SPDX-License-Identifier: MIT
"""The conformance suite of GCF, through Python."""

from __future__ import annotations

import base64
import json
import pathlib
from typing import Any

import pith
import pytest

Case = dict[str, Any]


def encode(case: Case) -> None:
    graph = case["expected"].startswith("GCF profile=graph")
    options = {"profile": "graph"} if graph else {}
    wire = pith.encode(case["input"], **options)
    assert wire == case["expected"]
    back = pith.decode(wire)
    if not graph:
        assert back == case["input"]
    assert pith.encode(back, **options) == wire


def roundtrip_wire(case: Case) -> None:
    assert pith.encode(pith.decode(case["input"])) == case["expected"]


def is_part(part: Any, whole: Any) -> bool:
    if isinstance(part, dict):
        return all(key in whole and is_part(value, whole[key])
                   for key, value in part.items())
    if isinstance(part, list):
        return len(part) == len(whole) and all(map(is_part, part, whole))
    return bool(part == whole)


def wire_of(case: Case) -> str | bytes:
    if "inputBase64" in case:
        return base64.b64decode(case["inputBase64"])
    return str(case["input"])


def decode(case: Case) -> None:
    wire = wire_of(case)
    made = pith.decode(wire, "gcf")
    if str(wire).startswith("GCF profile=graph"):
        assert is_part(case["expected"], made)
    else:
        assert made == case["expected"]


def refused(case: Case, error: pith.Error) -> bool:
    """By its category or, for a few, by words of the message."""
    expected = case.get("expectedError")
    return bool(expected) and (
        error.code == expected or expected in str(error))


def error(case: Case) -> None:
    with pytest.raises(pith.Error) as caught:
        pith.decode(wire_of(case), "gcf")
    assert refused(case, caught.value)
    assert caught.value.line is not None


def encode_error(case: Case) -> None:
    with pytest.raises(pith.Error) as caught:
        pith.encode(case["input"])
    assert refused(case, caught.value)


def session(case: Case) -> None:
    producer, consumer = pith.SessionProducer(), pith.SessionConsumer()
    for call in case["calls"]:
        wire, ticket, _ = producer.encode(call["input"])
        assert wire == call["expected"]
        graph = consumer.decode(wire)
        alone = pith.decode(pith.encode(call["input"], profile="graph"))
        for part in ("symbols", "edges"):
            assert sorted(graph[part], key=str) == sorted(alone[part], key=str)
        assert producer.confirm(ticket)
    assert len(consumer) == len(producer) > 0


def set_of(given: Case) -> Case:
    return {"key": given["key"], "name": given.get("name"),
            "fields": given.get("fields")}


def delta_of(given: Case) -> Any:
    made = {"tool": given.get("tool", ""), "key": given.get("key", ""),
            "base_root": given.get("baseRoot", ""),
            "new_root": given.get("newRoot", ""),
            "fields": given.get("fields", []),
            "delta_tokens": given.get("deltaTokens", 0),
            "full_tokens": given.get("fullTokens", 0)}
    for part in ("added", "changed", "removed"):
        if part in given:
            made[part] = given[part]
    return made


def pack_root(case: Case) -> None:
    if "expectedError" in case:
        with pytest.raises(pith.Error) as caught:
            pith.pack_root(case["input"]["rows"], **set_of(case["input"]))
        assert refused(case, caught.value)
    else:
        assert pith.pack_root(case["input"]["rows"],
                              **set_of(case["input"])) == case["expected"]


def generic_delta(case: Case) -> None:
    assert pith.encode_delta(delta_of(case["input"])) == case["expected"]


def judge_applied(case: Case, make: Any) -> None:
    base = case["input"]["base"]
    try:
        delta = make()
        root = case["input"].get("expectedNewRoot")
        if root:
            delta["new_root"] = root
        rows = pith.apply(base["rows"], delta, **set_of(base))
    except pith.Error as problem:
        assert refused(case, problem), problem
        return
    if "expectedRows" in case:
        assert rows == case["expectedRows"]
    assert pith.pack_root(rows, **set_of(base)) == case["expected"]


def generic_delta_verify(case: Case) -> None:
    judge_applied(case, lambda: delta_of(case["input"]["delta"]))


def generic_delta_decode(case: Case) -> None:
    judge_applied(case, lambda: pith.decode_delta(case["input"]["wire"]))


def generic_delta_session(case: Case) -> None:
    given, expected = case["input"], case["expected"]
    policy = given["policy"]
    producer = pith.DeltaProducer(
        **set_of(given["base"]), tool=given.get("tool"),
        reanchor="by_size" if policy.get("mode") == "sizeGuard" else "every_n",
        every=policy.get("n"), max_percent=policy.get("maxPercent", 0))
    consumer = pith.DeltaConsumer()
    kind, wire = producer.full(given["base"]["rows"])
    assert (kind, wire) == ("full", expected["initialFull"])
    assert consumer.receive(wire) == "full"
    for update, emission in zip(given["updates"], expected["emissions"],
                                strict=True):
        kind, wire = producer.next(update["rows"])
        assert wire == emission["wire"]
        assert kind == emission.get(
            "kind", "full" if emission.get("isFull") else "delta")
        assert consumer.receive(wire) == kind
        assert consumer.root == producer.root
        assert pith.pack_root(update["rows"],
                              given["base"]["key"]) == consumer.root
        assert pith.pack_root(consumer.rows,
                              given["base"]["key"]) == consumer.root


def graph_pack_root(case: Case) -> None:
    if "expectedError" in case:
        with pytest.raises(pith.Error) as caught:
            pith.graph_root(case["input"])
        assert refused(case, caught.value)
    else:
        assert pith.graph_root(case["input"]) == case["expected"]


def graph_delta(case: Case) -> None:
    if isinstance(case["input"], dict):
        delta = delta_of(case["input"])
        for verb in ("added", "removed"):
            delta[f"{verb}_edges"] = case["input"].get(f"{verb}Edges", [])
        assert pith.encode_graph_delta(delta) == case["expected"]
        return
    try:
        made = pith.graph_apply(case["base_snapshot"], case["input"])
    except pith.Error as problem:
        assert refused(case, problem), problem
        return
    assert "expectedError" not in case
    assert made["packRoot"] == case["new_root"]
    assert pith.graph_root(case["expected_snapshot"]) == case["new_root"]


def graph_stream(case: Case) -> None:
    given = case["input"]
    writer = pith.GraphWriter(
        tool=given.get("tool"), token_budget=given.get("tokenBudget"),
        tokens_used=given.get("tokensUsed"), pack_root=given.get("packRoot"),
        labeled_counts=case.get("options", {}).get("labeledTrailerCounts",
                                                   False))
    text = "".join([writer.symbol(s) for s in given["symbols"]])
    text += "".join([writer.edge(e) for e in given.get("edges", [])])
    assert text + writer.finish() == case["expected"]


OPERATIONS = {
    "graph-stream-encode": graph_stream,
    "decode": decode, "encode": encode, "encode-error": encode_error,
    "error": error, "roundtrip": encode, "roundtrip-wire": roundtrip_wire,
    "delta": graph_delta, "delta-verify": graph_delta,
    "generic-delta": generic_delta,
    "generic-delta-decode": generic_delta_decode,
    "generic-delta-session": generic_delta_session,
    "generic-delta-verify": generic_delta_verify,
    "generic-pack-root": pack_root, "pack-root": graph_pack_root,
    "session": session,
}


def test_suite(shared: pathlib.Path, subtests: pytest.Subtests) -> None:
    total = 0
    for path in sorted((shared / "fixtures/gcf").rglob("*.json")):
        case = json.loads(path.read_text())
        if "operation" not in case:
            continue
        total += 1
        with subtests.test(path.name):
            OPERATIONS[case["operation"]](case)
    assert total == 281
