# SPDX-License-Identifier: MIT
"""All 48 tasks in every condition, and every wrong way: .ci/nightly runs it."""
import asyncio

import pytest
from test_gateway import check_figures, check_right, check_wrong, pytestmark, seed_of

from pith_evals.agent import asking, figures, gateway, native, players, reference
from pith_evals.agent.worlds import SEEDS, TASKS

__all__ = ["pytestmark"]


@pytest.mark.parametrize("condition", gateway.CONDITIONS)
@pytest.mark.parametrize("name", TASKS)
def test_every_reference_solves_in_every_condition(name: str, condition: str) -> None:
    for seed in SEEDS if condition == "auto" else (seed_of(name),):
        check_right(name, seed, condition)


@pytest.mark.parametrize("player", ["stops_early", "mistaken", "meddles"])
@pytest.mark.parametrize("name", TASKS)
def test_every_wrong_way_fails(name: str, player: str) -> None:
    assert player in players.PLAYERS
    check_wrong(name, player, "auto")


@pytest.mark.parametrize("place", asking.places("standard"), ids=lambda place: place.key)
def test_every_question_has_its_answer_by_reading_and_by_asking(place: native.Place) -> None:
    played = asyncio.run(reference.play(place.setting, place.condition))
    assert played.problems == []
    check_figures(played, figures.load(asking.FILE)[place.condition][place.setting.name])
