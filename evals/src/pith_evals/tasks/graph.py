# SPDX-License-Identifier: MIT
"""Comprehension of graphs, with controls that separate layout from notation."""
from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable, Sequence

from pith_evals.ask import Ask
from pith_evals.documents import graphs
from pith_evals.questions import graph as graph_questions
from pith_evals.tasks import generic

NAME = "graph"
ARMS = ("json", "json-pretty", "gcf-graph", "toon", "goon")
CONTROLS = (
    "json-grouped",
    "json-numbered",
    "json-like-gcf",
    "json-rows",
    "toon-grouped",
)
MORE_ARMS = ("gcf", "json-counted", "toon-like-gcf", "markdown")


@dataclasses.dataclass(frozen=True)
class Preset:
    """So many graphs with a number of symbols in each range."""

    graphs: int
    sizes: tuple[tuple[int, int], ...]
    arms: tuple[str, ...] = ARMS + CONTROLS
    most_questions: int | None = None


PRESETS = {
    "smoke": Preset(1, ((10, 16),), most_questions=12),
    "quick": Preset(2, ((10, 20), (40, 90))),
    "standard": Preset(8, ((10, 30), (50, 120), (180, 320))),
    "complete": Preset(
        8, ((10, 30), (50, 120), (180, 320), (480, 520)), ARMS + CONTROLS + MORE_ARMS
    ),
}


def graphs_of(preset: str, seed: int = 1) -> Iterable[graphs.Graph]:
    chosen = PRESETS[preset]
    for low, high in chosen.sizes:
        for number in range(chosen.graphs):
            size = random.Random(f"graph:{low}:{number}:{seed}").randint(low, high)
            yield graphs.make(size, seed * 1000 + number)


def asks(
    preset: str,
    arms: Sequence[str] | None = None,
    primers: Sequence[bool] = (False, True),
    limit: int | None = None,
    seed: int = 1,
) -> list[Ask]:
    """Every question of a preset in every arm and control."""
    chosen = PRESETS[preset]
    pairs = [
        (graph.document, question)
        for graph in graphs_of(preset, seed)
        for question in graph_questions.questions(graph, seed)
    ]
    most = min(limit or len(pairs), chosen.most_questions or len(pairs))
    return generic.from_questions(
        NAME, generic.spread(pairs, most), arms or chosen.arms, primers
    )
