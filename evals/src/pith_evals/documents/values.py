# SPDX-License-Identifier: MIT
"""Random values that look like those of real data."""
from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

Chosen = TypeVar("Chosen")

FIRST = (
    "Ada Amir Bela Carla Chidi Dana Elif Emre Farah Gita Hugo Ines Ivan Jana Jonas"
    " Kofi Lars Lena Luca Mara Mei Nadia Nils Noor Olga Omar Paula Petra Quinn Rosa"
    " Sami Selma Tariq Tess Uma Vera Viktor Wanda Yara Zoe"
).split()
LAST = (
    "Abbott Adeyemi Bauer Berg Costa Dahl Diaz Egger Farkas Fischer Garcia Haas"
    " Hansen Ito Jansen Kaya Keller Kovacs Laurent Lindgren Marek Moreau Novak Okafor"
    " Olsen Pavlov Petit Quist Rossi Sato Schmid Silva Tanaka Urban Varga Weber Wolf"
    " Yilmaz Zeller Zhang"
).split()
CITIES = (
    "Aarhus Bergen Bilbao Braga Cork Delft Gdansk Ghent Graz Kaunas Leeds Lille Linz"
    " Lugano Lyon Malmo Nantes Ostrava Padua Porto Reims Split Tampere Tartu Trieste"
    " Turku Utrecht Varna Vigo Zagreb"
).split()
WORDS = (
    "amber anchor basin beacon birch bridge canyon cedar cinder cobalt copper coral"
    " crystal delta ember falcon fern flint garnet glacier harbor hazel heron indigo"
    " iris jasper juniper lagoon lantern larch linen lotus maple marble meadow mesa"
    " mist moss nectar nickel oak ochre onyx opal orchid otter pebble pine plover"
    " quartz quill raven reed ridge river saffron sage slate sparrow spruce stone"
    " summit teal thistle tundra umber velvet violet walnut willow wren zephyr"
).split()


def word(rng: random.Random) -> str:
    return rng.choice(WORDS)


def words(rng: random.Random, count: int) -> str:
    return " ".join(rng.sample(WORDS, count))


def person(rng: random.Random) -> str:
    return f"{rng.choice(FIRST)} {rng.choice(LAST)}"


def city(rng: random.Random) -> str:
    return rng.choice(CITIES)


def money(rng: random.Random, most: int = 2_000) -> float:
    """Cents; small amounts are more likely, as in shops."""
    return round(rng.random() ** 2 * most + rng.randrange(1, 100) / 100, 2)


def date(rng: random.Random) -> str:
    return f"{rng.randrange(2019, 2027)}-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}"


def instant(rng: random.Random) -> str:
    return (
        f"{date(rng)}T{rng.randrange(24):02}:{rng.randrange(60):02}"
        f":{rng.randrange(60):02}.{rng.randrange(1000):03}Z"
    )


def distinct(
    rng: random.Random, count: int, make: Callable[[random.Random], Chosen]
) -> list[Chosen]:
    """So many different values. Raises ValueError if there are too few."""
    found: dict[Chosen, None] = {}
    for _ in range(count * 50 + 100):
        if len(found) == count:
            return list(found)
        found[make(rng)] = None
    if len(found) == count:
        return list(found)
    raise ValueError(f"only {len(found)} of {count} different values")


def code(prefix: str, digits: int = 6) -> Callable[[random.Random], str]:
    return lambda rng: f"{prefix}{rng.randrange(10 ** (digits - 1), 10**digits)}"


def hexadecimal(digits: int) -> Callable[[random.Random], str]:
    return lambda rng: "".join(rng.choice("0123456789abcdef") for _ in range(digits))


class Weighted:
    """Chooses among values with weights that belong to this document."""

    def __init__(self, rng: random.Random, values: Sequence[Any]) -> None:
        self._values = list(values)
        rng.shuffle(self._values)
        self._weights = [rng.uniform(0.4, 2.0) for _ in self._values]

    def __call__(self, rng: random.Random) -> Any:
        return rng.choices(self._values, self._weights)[0]
