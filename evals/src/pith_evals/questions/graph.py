# SPDX-License-Identifier: MIT
"""Questions on graphs: counts, kinds, neighbours, paths and what is not there.

The words say "distance" and name the groups beside it in every notation, since
some write the number and others the name.
"""
from __future__ import annotations

import collections
import random
from collections.abc import Iterator

from pith_evals.documents.graphs import EDGE_TYPES, Graph
from pith_evals.questions.answers import Answer
from pith_evals.questions.question import Question

LEGEND = "(distance 0: targets, distance 1: related, distance 2: extended)"
# What a notation may write for a kind.
SHORT_KINDS = {"function": ("fn",), "interface": ("iface",)}

_SYMBOLS = "json_each(:doc, '$.symbols') s"
_EDGES = "json_each(:doc, '$.edges') e"


def _of(row: str, member: str) -> str:
    return f"json_extract({row}.value, '$.{member}')"


_NAME = _of("s", "qualifiedName")


def questions(graph: Graph, seed: int = 1) -> list[Question]:
    rng = random.Random(f"{graph.document.name}:{seed}")
    found: list[Question] = []
    numbers: collections.Counter[str] = collections.Counter()
    for kind, text, answer, sql, values in _all(rng, graph):
        numbers[kind] += 1
        found.append(
            Question(f"{kind}-{numbers[kind]}", kind, text, answer, sql, values)
        )
    return found


Made = tuple[str, str, Answer, str, dict[str, object]]


def _all(rng: random.Random, graph: Graph) -> Iterator[Made]:
    yield from _counts(rng, graph)
    yield from _symbols(rng, graph)
    yield from _neighbours(rng, graph)
    yield from _paths(rng, graph)
    yield from _absences(rng, graph)


def kind_answer(kind: str) -> Answer:
    return Answer("text", kind, aliases=SHORT_KINDS.get(kind, ()))


def _counts(rng: random.Random, graph: Graph) -> Iterator[Made]:
    yield (
        "count",
        "How many symbols does the graph have?",
        Answer("integer", len(graph.names)),
        f"SELECT count(*) FROM {_SYMBOLS}",
        {},
    )
    yield (
        "count",
        "How many edges does the graph have?",
        Answer("integer", len(graph.edges)),
        f"SELECT count(*) FROM {_EDGES}",
        {},
    )
    for distance in rng.sample((0, 1, 2), 2):
        yield (
            "group_count",
            f"How many symbols are at distance {distance}? {LEGEND}",
            Answer("integer", list(graph.distances.values()).count(distance)),
            f"SELECT count(*) FROM {_SYMBOLS} WHERE {_of('s', 'distance')} = :distance",
            {"distance": distance},
        )
    kind = rng.choice(sorted(set(graph.kinds.values())))
    yield (
        "filter",
        f'How many symbols are of the kind "{kind}"?',
        Answer("integer", list(graph.kinds.values()).count(kind)),
        f"SELECT count(*) FROM {_SYMBOLS} WHERE {_of('s', 'kind')} = :kind",
        {"kind": kind},
    )
    edge_type = rng.choice(sorted({one[2] for one in graph.edges}))
    yield (
        "filter",
        f'How many edges are of the type "{edge_type}"?',
        Answer("integer", sum(one[2] == edge_type for one in graph.edges)),
        f"SELECT count(*) FROM {_EDGES} WHERE {_of('e', 'edgeType')} = :type",
        {"type": edge_type},
    )
    distance = rng.choice((0, 1, 2))
    yield (
        "filter2",
        f'How many symbols of the kind "{kind}" are at distance {distance}? {LEGEND}',
        Answer(
            "integer",
            sum(
                graph.kinds[one] == kind and graph.distances[one] == distance
                for one in graph.names
            ),
        ),
        f"SELECT count(*) FROM {_SYMBOLS} WHERE {_of('s', 'kind')} = :kind AND {_of('s', 'distance')} = :distance",
        {"kind": kind, "distance": distance},
    )
    yield (
        "distinct",
        "Which types of edges occur? Sort them alphabetically.",
        Answer("list", tuple(sorted({one[2] for one in graph.edges}))),
        f"SELECT DISTINCT {_of('e', 'edgeType')} FROM {_EDGES} ORDER BY 1",
        {},
    )


def _symbols(rng: random.Random, graph: Graph) -> Iterator[Made]:
    name = rng.choice(graph.names)
    yield (
        "lookup",
        f'Of which kind is the symbol "{name}"?',
        kind_answer(graph.kinds[name]),
        f"SELECT {_of('s', 'kind')} FROM {_SYMBOLS} WHERE {_NAME} = :name",
        {"name": name},
    )
    name = rng.choice(graph.names)
    yield (
        "lookup",
        f'What is the score of the symbol "{name}"?',
        Answer("decimal", f"{graph.scores[name]:.2f}"),
        f"SELECT {_of('s', 'score')} FROM {_SYMBOLS} WHERE {_NAME} = :name",
        {"name": name},
    )
    for distance in (0, 1, 2):
        group = [one for one in graph.names if graph.distances[one] == distance]
        best = max(graph.scores[one] for one in group)
        top = [one for one in group if graph.scores[one] == best]
        if len(top) == 1:
            yield (
                "max",
                f"Which symbol at distance {distance} has the highest score? {LEGEND}",
                Answer("text", top[0]),
                f"SELECT {_NAME} FROM {_SYMBOLS} WHERE {_of('s', 'distance')} = :distance"
                f" ORDER BY {_of('s', 'score')} DESC LIMIT 1",
                {"distance": distance},
            )
            break


def _neighbours(rng: random.Random, graph: Graph) -> Iterator[Made]:
    outgoing = collections.Counter(one[0] for one in graph.edges)
    some = sorted(name for name, number in outgoing.items() if 1 <= number <= 6)
    name = rng.choice(some)
    yield (
        "neighbours",
        f'To which symbols do edges lead from "{name}"?',
        Answer("set", tuple(sorted(graph.targets_of(name)))),
        f"SELECT {_of('e', 'target')} FROM {_EDGES} WHERE {_of('e', 'source')} = :name ORDER BY 1",
        {"name": name},
    )
    incoming = collections.Counter(one[1] for one in graph.edges)
    name = rng.choice(sorted(incoming, key=lambda one: (-incoming[one], one))[:5])
    yield (
        "neighbours",
        f'How many edges of any type lead to "{name}"?',
        Answer("integer", incoming[name]),
        f"SELECT count(*) FROM {_EDGES} WHERE {_of('e', 'target')} = :name",
        {"name": name},
    )
    source, target, edge_type = rng.choice(graph.edges)
    yield (
        "neighbours",
        f'Of which type is the edge from "{source}" to "{target}"?',
        Answer("text", edge_type),
        f"SELECT {_of('e', 'edgeType')} FROM {_EDGES} WHERE {_of('e', 'source')} = :source AND {_of('e', 'target')} = :target",
        {"source": source, "target": target},
    )


_REACHED = (
    "WITH RECURSIVE reached(name) AS ("
    f" SELECT {_of('e', 'target')} FROM {_EDGES} WHERE {_of('e', 'source')} = :start"
    f" UNION SELECT {_of('e', 'target')} FROM {_EDGES} JOIN reached"
    f" ON {_of('e', 'source')} = reached.name)"
)


def _paths(rng: random.Random, graph: Graph) -> Iterator[Made]:
    outgoing = collections.Counter(one[0] for one in graph.edges)
    # From where one can go two steps without a choice.
    chains = [
        (source, target, graph.targets_of(target)[0])
        for source, target, _ in graph.edges
        if outgoing[source] == 1 and outgoing[target] == 1
    ]
    if chains:
        start, _, end = rng.choice(chains)
        yield (
            "path",
            f'From "{start}" only one edge leads on, and from there only one again. At which symbol do they end?',
            Answer("text", end),
            f"SELECT {_of('f', 'target')} FROM {_EDGES}, json_each(:doc, '$.edges') f"
            f" WHERE {_of('e', 'source')} = :start AND {_of('f', 'source')} = {_of('e', 'target')}",
            {"start": start},
        )
    for wanted in (True, False):
        found = _pair(rng, graph, wanted)
        if found is not None:
            start, end = found
            yield (
                "path",
                f'Can one get from "{start}" to "{end}" by following edges in their direction?',
                Answer("boolean", wanted),
                f"{_REACHED} SELECT EXISTS (SELECT 1 FROM reached WHERE name = :end)",
                {"start": start, "end": end},
            )


def _pair(
    rng: random.Random, graph: Graph, is_reachable: bool
) -> tuple[str, str] | None:
    """Two symbols without an edge between them, one of which reaches the other
    in more than one step, or not at all though edges leave it."""
    starts = sorted({one[0] for one in graph.edges})
    rng.shuffle(starts)
    targets = {one[1] for one in graph.edges}
    for start in starts:
        reached = graph.reachable(start)
        direct = set(graph.targets_of(start))
        ends = (reached if is_reachable else targets - reached) - direct - {start}
        if ends:
            return start, rng.choice(sorted(ends))
    return None


def _absences(rng: random.Random, graph: Graph) -> Iterator[Made]:
    known = {(one[0], one[1]) for one in graph.edges}
    source = rng.choice(sorted({one[0] for one in graph.edges}))
    others = [
        one for one in graph.names if one != source and (source, one) not in known
    ]
    target = rng.choice(others)
    yield (
        "absence",
        f'Is there an edge from "{source}" directly to "{target}"?',
        Answer("boolean", False),
        f"SELECT EXISTS (SELECT 1 FROM {_EDGES} WHERE {_of('e', 'source')} = :source AND {_of('e', 'target')} = :target)",
        {"source": source, "target": target},
    )
    a, b = rng.sample(graph.names, 2)
    invented = f"{a.split('.')[0]}.{b.split('.')[1]}"
    is_there = rng.random() < 0.5
    name = a if is_there or invented in graph.kinds else invented
    yield (
        "absence",
        f'Is there a symbol named "{name}"?',
        Answer("boolean", name in graph.kinds),
        f"SELECT EXISTS (SELECT 1 FROM {_SYMBOLS} WHERE {_NAME} = :name)",
        {"name": name},
    )


def published(graph: Graph) -> list[Question]:
    """The thirteen published questions, in our words."""
    counts = [
        Question(
            f"distance-{distance}",
            "group_count",
            f"How many symbols are at distance {distance}? {LEGEND}",
            Answer("integer", expected),
            f"SELECT count(*) FROM {_SYMBOLS} WHERE {_of('s', 'distance')} = {distance}",
        )
        for distance, expected in ((0, 166), (1, 167), (2, 167))
    ]
    top = graph.names[0]
    last = len(graph.names) - 1
    by_score = f"FROM {_SYMBOLS} ORDER BY {_of('s', 'score')} DESC LIMIT 1"
    return [
        Question(
            "symbols",
            "count",
            "How many symbols does the graph have?",
            Answer("integer", 500),
            f"SELECT count(*) FROM {_SYMBOLS}",
        ),
        Question(
            "edges",
            "count",
            "How many edges does the graph have?",
            Answer("integer", 200),
            f"SELECT count(*) FROM {_EDGES}",
        ),
        Question(
            "top-name",
            "max",
            "Which symbol has the highest score?",
            Answer("text", top, aliases=(top.split(".")[1],)),
            f"SELECT {_NAME} {by_score}",
        ),
        Question(
            "top-kind",
            "max",
            "Of which kind is the symbol with the highest score?",
            kind_answer("function"),
            f"SELECT {_of('s', 'kind')} {by_score}",
        ),
        *counts,
        Question(
            "functions",
            "filter",
            'How many symbols are of the kind "function"?',
            Answer("integer", 125),
            f"SELECT count(*) FROM {_SYMBOLS} WHERE {_of('s', 'kind')} = 'function'",
        ),
        Question(
            "calls",
            "filter",
            'How many edges are of the type "calls"?',
            Answer("integer", 50),
            f"SELECT count(*) FROM {_EDGES} WHERE {_of('e', 'edgeType')} = 'calls'",
        ),
        Question(
            "edge-types",
            "distinct",
            "Which types of edges occur? Sort them alphabetically.",
            Answer("list", tuple(sorted(EDGE_TYPES))),
            f"SELECT DISTINCT {_of('e', 'edgeType')} FROM {_EDGES} ORDER BY 1",
        ),
        Question(
            "last-kind",
            "positional",
            f'Of which kind is the symbol "{graph.names[last]}", the last one?',
            kind_answer("interface"),
            f"SELECT {_of('s', 'kind')} FROM {_SYMBOLS} LIMIT 1 OFFSET {last}",
        ),
        Question(
            "has-edges",
            "absence",
            "Are there any edges?",
            Answer("boolean", True),
            f"SELECT EXISTS (SELECT 1 FROM {_EDGES})",
        ),
        Question(
            "tool",
            "lookup",
            "Which tool made the graph?",
            Answer("text", "context_for_task"),
            "SELECT json_extract(:doc, '$.tool')",
        ),
    ]
