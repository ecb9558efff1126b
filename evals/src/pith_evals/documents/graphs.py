# SPDX-License-Identifier: MIT
"""Graphs of code: symbols at distances, and edges between them."""
from __future__ import annotations

import dataclasses
import random
from typing import Any

from pith_evals.documents import values
from pith_evals.documents.facts import Document

KINDS = ("function", "method", "type", "interface", "class", "field")
EDGE_TYPES = ("calls", "imports", "implements", "references")
PROVENANCES = ("lsp", "ast", "scip")
TOOLS = ("context_for_task", "blast_radius", "find_callers")


@dataclasses.dataclass(frozen=True)
class Graph:
    """A document with what its generator knows: names in the order of the
    document, kinds by name, and edges as (source, target, type)."""

    document: Document
    names: tuple[str, ...]
    kinds: dict[str, str]
    distances: dict[str, int]
    scores: dict[str, float]
    provenances: dict[str, str]
    edges: tuple[tuple[str, str, str], ...]

    def targets_of(self, name: str, edge_type: str | None = None) -> list[str]:
        return [
            t for s, t, kind in self.edges if s == name and edge_type in (None, kind)
        ]

    def sources_of(self, name: str, edge_type: str | None = None) -> list[str]:
        return [
            s for s, t, kind in self.edges if t == name and edge_type in (None, kind)
        ]

    def reachable(self, name: str) -> set[str]:
        """Everything that edges lead to from here, in any number of steps."""
        following: dict[str, list[str]] = {}
        for source, target, _ in self.edges:
            following.setdefault(source, []).append(target)
        found: set[str] = set()
        waiting = [name]
        while waiting:
            for target in following.get(waiting.pop(), []):
                if target not in found:
                    found.add(target)
                    waiting.append(target)
        return found


def make(symbols: int, seed: int) -> Graph:
    """A graph with so many symbols; the same every time.

    Symbols are in the order that GCF writes them in, and no two scores of a
    group are equal, so that all notations have the same order.
    """
    rng = random.Random(f"graph:{symbols}:{seed}")
    names = values.distinct(
        rng,
        symbols,
        lambda rng: f"{values.word(rng)}.{values.word(rng)}{values.word(rng).title()}",
    )
    kind = values.Weighted(rng, KINDS)
    provenance = values.Weighted(rng, PROVENANCES)
    distance = values.Weighted(rng, (0, 1, 2))
    distances = {name: distance(rng) for name in names}
    # Every group has a member.
    distances.update({name: place for place, name in enumerate(names[:3])})
    scores = _scores(rng, names, distances)
    names.sort(key=lambda name: (distances[name], -scores[name]))
    edges = _edges(rng, names)
    graph = Graph(
        document=Document("", "", 0, None),
        names=tuple(names),
        kinds={name: kind(rng) for name in names},
        distances=distances,
        scores=scores,
        provenances={name: provenance(rng) for name in names},
        edges=tuple(edges),
    )
    document = Document(
        f"graph-{symbols}-{seed}", "graph", symbols, _lay_out(graph, rng.choice(TOOLS))
    )
    return dataclasses.replace(graph, document=document)


def _scores(
    rng: random.Random, names: list[str], distances: dict[str, int]
) -> dict[str, float]:
    """Two decimals are what GCF keeps, so there are a hundred scores for each
    group; large groups have some of them twice."""
    scores: dict[str, float] = {}
    for place in (0, 1, 2):
        group = [name for name in names if distances[name] == place]
        cents = list(range(1, 100)) * (1 + len(group) // 99)
        chosen = rng.sample(cents, len(group))
        scores.update({name: cent / 100 for name, cent in zip(group, chosen)})
    return scores


def _edges(rng: random.Random, names: list[str]) -> list[tuple[str, str, str]]:
    edge_type = values.Weighted(rng, EDGE_TYPES)
    place = {name: index for index, name in enumerate(names)}
    pairs: set[tuple[str, str]] = set()
    for _ in range(round(len(names) * rng.uniform(0.7, 1.1))):
        # Few symbols are used by many, as in code.
        target = names[int(rng.random() ** 2 * len(names))]
        source = rng.choice(names)
        if source != target:
            pairs.add((source, target))
    typed = [(source, target, edge_type(rng)) for source, target in sorted(pairs)]
    return sorted(typed, key=lambda one: (place[one[0]], place[one[1]], one[2]))


def _lay_out(graph: Graph, tool: str) -> dict[str, Any]:
    return {
        "tool": tool,
        "symbols": [
            {
                "qualifiedName": name,
                "kind": graph.kinds[name],
                "score": graph.scores[name],
                "provenance": graph.provenances[name],
                "distance": graph.distances[name],
            }
            for name in graph.names
        ],
        "edges": [
            {"source": source, "target": target, "edgeType": kind}
            for source, target, kind in graph.edges
        ],
    }


def published() -> Graph:
    """A graph with the counts of the published one: 500 symbols and 200 edges by
    index arithmetic, groups of 166, 167 and 167, kinds and types in fours."""
    kinds = ("function", "type", "method", "interface")
    count, edge_count = 500, 200
    names = [f"pkg{i % 10}.Symbol{i:03}" for i in range(count)]
    distances = {
        name: 0 if i < count // 3 else 1 if i < 2 * count // 3 else 2
        for i, name in enumerate(names)
    }
    # From high to low; the first is above all others.
    scores = {
        name: 0.99 if i == 0 else round(0.95 - (i * 9 // count) * 0.1, 2)
        for i, name in enumerate(names)
    }
    edges = tuple(
        (names[i * 2], names[(i * 7 + 1) % count], EDGE_TYPES[i % 4])
        for i in range(edge_count)
    )
    graph = Graph(
        document=Document("", "", 0, None),
        names=tuple(names),
        kinds={name: kinds[i % 4] for i, name in enumerate(names)},
        distances=distances,
        scores=scores,
        provenances={name: "lsp" for name in names},
        edges=edges,
    )
    value = _lay_out(graph, TOOLS[0])
    return dataclasses.replace(
        graph, document=Document("published-graph", "graph", count, value)
    )
