# SPDX-License-Identifier: MIT
"""The published questions, thirteen on orders and thirteen on a graph."""
from __future__ import annotations

from collections.abc import Sequence

from pith_evals.ask import Ask
from pith_evals.documents import graphs
from pith_evals.questions import graph as graph_questions
from pith_evals.questions import published
from pith_evals.tasks import generic, graph

PRESET = "published"


def generic_asks(
    arms: Sequence[str] | None = None,
    primers: Sequence[bool] = (False, True),
    limit: int | None = None,
) -> list[Ask]:
    """Raises FileNotFoundError if the data set is not there."""
    document = published.document()
    pairs = [(document, question) for question in published.questions()][:limit]
    return generic.from_questions(generic.NAME, pairs, arms or generic.ARMS, primers)


def graph_asks(
    arms: Sequence[str] | None = None,
    primers: Sequence[bool] = (False, True),
    limit: int | None = None,
) -> list[Ask]:
    made = graphs.published()
    pairs = [(made.document, question) for question in graph_questions.published(made)][
        :limit
    ]
    return generic.from_questions(
        graph.NAME, pairs, arms or graph.ARMS + graph.CONTROLS, primers
    )
