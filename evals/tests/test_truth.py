# SPDX-License-Identifier: MIT
"""Answers are computed twice: by the generator, and by SQL over the document
that comes back from a notation."""
import collections
import dataclasses
import random

import pytest

from pith_evals import controls, formats
from pith_evals.documents import graphs, shapes, values
from pith_evals.documents.facts import Column, Document
from pith_evals.questions import generic, graph, published
from pith_evals.questions.answers import Answer, judge_answer
from pith_evals.questions.question import Queries, Question
from pith_evals.tasks import generic as generic_task
from pith_evals.tasks import graph as graph_task

# Each document goes through one of them before it is queried.
NOTATIONS = ("gcf", "toon", "tron", "json", "gcf-nested", "toon-pipe")


def check(document: Document, questions: list[Question], notation: str) -> None:
    text = formats.encode(notation, document.value)
    decoded = formats.decode(notation, text)
    assert decoded == document.value
    with Queries(decoded) as queries:
        for question in questions:
            found = queries.answer(question)
            assert found == question.answer, (document.name, question.name)
            assert judge_answer(found, question.answer.text).outcome == "correct"
            wrong = question.answer.mistaken.text
            assert judge_answer(question.answer, wrong).outcome == "wrong"


def test_the_standard_documents_say_what_their_generators_say() -> None:
    asked = 0
    documents = list(generic_task.documents("standard"))
    for number, document in enumerate(documents):
        questions = generic.questions(document)
        check(document, questions, NOTATIONS[number % len(NOTATIONS)])
        asked += len(questions)
    assert len(documents) >= 40 and asked >= 700
    assert len({document.name for document in documents}) == len(documents)


@pytest.mark.parametrize("shape", ["shop", "sensors", "config", "teams"])
def test_so_do_large_ones(shape: str) -> None:
    document = shapes.make(shape, 5000, 7)
    check(document, generic.questions(document, 7), "gcf")


def test_every_kind_is_asked() -> None:
    kinds = collections.Counter(
        question.kind
        for document in generic_task.documents("standard")
        for question in generic.questions(document)
    )
    assert set(kinds) == set(generic.KINDS)
    assert min(kinds.values()) >= 15


def test_graphs_say_what_their_generators_say() -> None:
    kinds: set[str] = set()
    count = 0
    for made in graph_task.graphs_of("standard"):
        questions = graph.questions(made)
        check(made.document, questions, NOTATIONS[count % len(NOTATIONS)])
        kinds |= {question.kind for question in questions}
        count += 1
        # The graph profile keeps the order, so that "first" means the same.
        wire = controls.render("gcf-graph", made.document.value)
        back = formats.decode("gcf-graph", wire)
        for member in ("symbols", "edges"):
            expected = made.document.value[member]
            assert [
                {k: one[k] for k in expected[0]} for one in back[member]
            ] == expected
    assert count == 24
    assert kinds >= {"count", "group_count", "filter", "path", "neighbours", "absence"}


def test_the_published_graph_has_the_published_answers() -> None:
    made = graphs.published()
    questions = graph.published(made)
    assert len(questions) == 13
    check(made.document, questions, "gcf")


@pytest.mark.skipif(published.find() is None, reason="no data set 17")
def test_the_published_orders_have_the_published_answers() -> None:
    questions = published.questions()
    assert len(questions) == 13
    check(published.document(), questions, "gcf")


def test_published_questions_need_their_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PITH_SHARED_DIR", raising=False)
    with pytest.raises(FileNotFoundError, match="PITH_SHARED_DIR"):
        published.document()


def test_the_same_seed_gives_the_same_document() -> None:
    for shape in shapes.SHAPES:
        assert shapes.make(shape, 30, 1).value == shapes.make(shape, 30, 1).value
        assert shapes.make(shape, 30, 1).value != shapes.make(shape, 30, 2).value
    assert graphs.make(30, 1) == graphs.make(30, 1) != graphs.make(30, 2)


def test_nothing_repeats_with_a_period() -> None:
    """What made published answers guessable from a few rows."""
    for shape in shapes.SHAPES:
        document = shapes.make(shape, 300, 1)
        for table in document.tables[:1]:
            for column in table.of_role("category"):
                if column.group:
                    continue
                found = table.values(column)
                for period in range(1, 61):
                    same = sum(a == b for a, b in zip(found, found[period:]))
                    assert same < 0.9 * (len(found) - period), (
                        shape,
                        column.name,
                        period,
                    )


def test_a_wrong_fact_is_noticed() -> None:
    """The second computation can fail: it does not repeat the first."""
    document = shapes.make("orders", 30, 1)
    for question in generic.questions(document):
        mistaken = dataclasses.replace(question, answer=question.answer.mistaken)
        with Queries(document.value) as queries:
            assert queries.answer(mistaken) != mistaken.answer


def test_questions_with_nothing_to_find() -> None:
    nothing = Question("q", "lookup", "?", Answer("text", "x"), "SELECT NULL")
    with Queries({}) as queries, pytest.raises(ValueError):
        queries.answer(nothing)


def test_spread_takes_every_kind_first() -> None:
    pairs = [
        (document, question)
        for document in generic_task.documents("standard")
        for question in generic.questions(document)
    ]
    some = generic_task.spread(pairs, len(generic.KINDS))
    assert {question.kind for _, question in some} == set(generic.KINDS)
    assert len({(d.name, q.name) for d, q in generic_task.spread(pairs, 100)}) == 100
    assert generic_task.spread(pairs, 10_000) == pairs


def test_ordinals_and_columns() -> None:
    assert [generic._ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)] == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "12th",
        "13th",
        "21st",
        "102nd",
        "111th",
    ]
    with pytest.raises(ValueError):
        Column(("a",), "number")
    with pytest.raises(ValueError, match="different values"):
        values.distinct(random.Random(1), 50, values.city)
