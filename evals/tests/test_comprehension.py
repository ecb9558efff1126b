# SPDX-License-Identifier: MIT
"""Asks on documents: the same in every arm, and judged as they deserve."""
import collections
import json

import pytest

from pith_evals import controls, formats, mocks, prompts
from pith_evals.ask import Ask, judge_reply
from pith_evals.documents import graphs
from pith_evals.tasks import generic, graph, published

ALL_GRAPH_ARMS = graph.ARMS + graph.CONTROLS + graph.MORE_ARMS


def every_ask() -> list[Ask]:
    return [
        *generic.asks("quick", arms=generic.ARMS + generic.MORE_ARMS),
        *graph.asks("quick", arms=ALL_GRAPH_ARMS),
        *published.graph_asks(arms=ALL_GRAPH_ARMS),
    ]


@pytest.fixture(scope="module")
def asks() -> list[Ask]:
    return every_ask()


def outcomes(asks: list[Ask], mock: str) -> dict[str, collections.Counter[str]]:
    """What a mock's first replies come to, by arm. Without Inspect, which has
    its own tests, so that all of them can be judged."""
    found: dict[str, collections.Counter[str]] = {}
    for ask in asks:
        failure = None
        text, reason = "", "stop"
        try:
            text, reason = mocks.MOCKS[mock](ask, 0)
        except mocks.ApiFailure as problem:
            failure = str(problem)
        verdict = judge_reply(ask.judge, text, reason, failure)
        found.setdefault(ask.arm, collections.Counter())[verdict.outcome] += 1
    return found


@pytest.mark.parametrize(
    ("mock", "outcome"),
    [
        ("oracle", "correct"),
        ("mistaken", "wrong"),
        ("wrong_notation", "other_notation"),
        ("truncating", "truncated"),
        ("rambling", "invalid"),
        ("silent", "invalid"),
        ("refusing", "refused"),
    ],
)
def test_mocks_end_where_they_should(asks: list[Ask], mock: str, outcome: str) -> None:
    for arm, counted in outcomes(asks, mock).items():
        assert set(counted) == {outcome}, (arm, counted)


def test_the_guesser_stays_at_its_rate(asks: list[Ask]) -> None:
    lucky = sum(mocks.share(ask, "guesser") < mocks.GUESSER_RATE for ask in asks)
    total = sum(outcomes(asks, "guesser").values(), collections.Counter())
    assert total == {"correct": lucky, "wrong": len(asks) - lucky}
    assert abs(lucky / len(asks) - mocks.GUESSER_RATE) < 0.03


def test_a_failing_provider_is_not_forgotten(asks: list[Ask]) -> None:
    total = sum(outcomes(asks, "failing").values(), collections.Counter())
    assert sum(total.values()) == len(asks)
    assert set(total) == {"correct", "failed"}


def test_questions_are_paired_across_arms(asks: list[Ask]) -> None:
    by_arm: dict[tuple[str, str], dict[tuple[str, str], str]] = {}
    for ask in asks:
        if not ask.primer:
            by_arm.setdefault((ask.task, ask.arm), {})[ask.document, ask.question] = (
                ask.suffix
            )
    partial = {"csv", "markdown", "goon"}
    for task in ("generic", "graph"):
        reference = by_arm[task, "json"]
        for (of, arm), suffixes in by_arm.items():
            if of == task and arm not in partial:
                assert suffixes == reference, arm
            elif of == task:
                assert suffixes.items() <= reference.items() and suffixes


def test_primers_are_only_where_there_is_one(asks: list[Ask]) -> None:
    for ask in asks:
        assert bool(ask.system) == ask.primer
        if ask.primer:
            arm = controls.arm_of(ask.arm)
            assert arm.format in ("gcf", "toon", "tron", "auto")
            assert ask.system in [prompts.primer(name) for name in prompts.PRIMERS]


def test_prompts_have_the_document_before_the_question(asks: list[Ask]) -> None:
    for ask in asks[:50]:
        assert ask.prompt.startswith("Here is data in ")
        assert ask.prompt.index("Question: ") == len(ask.prefix)


def test_a_limit_takes_the_same_questions_in_every_arm() -> None:
    some = generic.asks("standard", limit=3, primers=(False,))
    assert len(some) == 3 * len(generic.ARMS)
    assert len({(ask.document, ask.question) for ask in some}) == 3


def test_an_abbreviation_of_a_notation_is_right() -> None:
    [ask] = [
        one
        for one in published.graph_asks(arms=["gcf-graph"], primers=[False])
        if one.question == "top-kind"
    ]
    assert ask.judge("function").outcome == "correct"
    assert ask.judge("fn").outcome == "correct"
    assert ask.judge("method").outcome == "wrong"


class TestControls:
    GRAPH = graphs.make(20, 1).document.value

    def test_they_keep_what_they_rearrange(self) -> None:
        grouped = controls.grouped(self.GRAPH)
        for distance, name in enumerate(controls.GROUPS):
            members = [
                one for one in self.GRAPH["symbols"] if one["distance"] == distance
            ]
            assert grouped[f"{name}Count"] == len(members) == len(grouped[name])
            assert [{**one, "distance": distance} for one in grouped[name]] == members
        assert grouped["symbolCount"] == 20 and grouped["edges"] == self.GRAPH["edges"]
        assert grouped["tool"] == self.GRAPH["tool"] and "symbols" not in grouped

    def test_counts_and_numbers(self) -> None:
        counted = controls.counted(self.GRAPH)
        assert {
            **self.GRAPH,
            "symbolCount": 20,
            "edgeCount": counted["edgeCount"],
        } == counted
        numbered = controls.numbered(self.GRAPH)
        assert [one["n"] for one in numbered["symbols"]] == list(range(20))

    def test_the_layout_of_gcf(self) -> None:
        made = controls.laid_out_like_gcf(self.GRAPH)
        names = {
            one["n"]: one["qualifiedName"]
            for group in controls.GROUPS
            for one in made[group]
        }
        for ours, theirs in zip(made["edges"], self.GRAPH["edges"]):
            assert names[ours["source"]] == theirs["source"]
            assert names[ours["target"]] == theirs["target"]
            assert ours["edgeType"] == theirs["edgeType"]

    def test_rows_say_the_same(self) -> None:
        rows = controls.as_rows(self.GRAPH)
        for name, cell in controls.laid_out_like_gcf(self.GRAPH).items():
            if isinstance(cell, list):
                fields = rows[name]["fields"]
                assert [dict(zip(fields, row)) for row in rows[name]["rows"]] == cell
            else:
                assert rows[name] == cell
        # About as long as TOON, which is what it is for.
        tokens = {
            name: formats.count(
                controls.render(name, graphs.make(100, 1).document.value)
            )
            for name in ("json", "json-rows", "toon", "gcf-graph")
        }
        assert tokens["gcf-graph"] < tokens["json-rows"] < 1.1 * tokens["toon"]

    def test_goon_has_everything(self) -> None:
        text = controls.render("goon", self.GRAPH)
        for symbol in self.GRAPH["symbols"]:
            assert f"name={symbol['qualifiedName']} " in text
        assert text.count(" --> ") == len(self.GRAPH["edges"])

    def test_they_are_for_graphs(self) -> None:
        for name in [*controls.CONTROLS, "goon"]:
            with pytest.raises(formats.NotApplicable):
                controls.render(name, [1, 2])
        with pytest.raises(ValueError, match="json-grouped"):
            controls.arm_of("yaml")

    def test_a_control_is_written_in_its_notation(self) -> None:
        assert json.loads(
            controls.render("json-grouped", self.GRAPH)
        ) == controls.grouped(self.GRAPH)
        text = controls.render("toon-grouped", self.GRAPH)
        assert formats.decode("toon", text) == controls.grouped(self.GRAPH)
