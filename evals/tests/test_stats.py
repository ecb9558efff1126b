# SPDX-License-Identifier: MIT
"""Statistics against fixed vectors and against what they are by definition."""
import math

import numpy
import pytest

from pith_evals import stats


@pytest.mark.parametrize(
    "successes, n, low, high",
    [
        (13, 13, 0.7719, 1.0),
        (0, 13, 0.0, 0.2281),
        (6, 6, 0.6097, 1.0),
        (50, 100, 0.4038, 0.5962),
        (288, 324, 0.8500, 0.9187),
    ],
)
def test_wilson(successes: int, n: int, low: float, high: float) -> None:
    assert stats.wilson(successes, n) == pytest.approx((low, high), abs=5e-5)


def test_wilson_is_the_formula_of_the_textbook() -> None:
    z, n, share = 1.959963984540054, 40, 0.3
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    assert stats.wilson(12, 40) == pytest.approx((middle - half, middle + half))


def test_wilson_of_nothing_says_nothing() -> None:
    assert stats.wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("successes, n", [(-1, 3), (4, 3), (1, -1)])
def test_wilson_refuses_impossible_counts(successes: int, n: int) -> None:
    with pytest.raises(ValueError):
        stats.wilson(successes, n)


@pytest.mark.parametrize("level", [0, 1, 95])
def test_wilson_refuses_impossible_levels(level: float) -> None:
    with pytest.raises(ValueError):
        stats.wilson(1, 2, level)


@pytest.mark.parametrize(
    "b, c, p",
    [
        (58, 26, 0.0006),
        (43, 35, 0.4282),
        (19, 43, 0.0032),
        (10, 0, 2 * 0.5**10),
        (1, 0, 1.0),
        (7, 7, 1.0),
        (0, 0, 1.0),
    ],
)
def test_mcnemar(b: int, c: int, p: float) -> None:
    assert stats.mcnemar_exact(b, c) == pytest.approx(p, abs=5e-5)
    assert stats.mcnemar_exact(c, b) == stats.mcnemar_exact(b, c)


def test_mcnemar_refuses_negative_counts() -> None:
    with pytest.raises(ValueError):
        stats.mcnemar_exact(-1, 3)


def test_bootstrap_of_equal_clusters_has_no_width() -> None:
    assert stats.paired_bootstrap({"a": [0.5], "b": [0.5], "c": []}, draws=50) == (
        0.5,
        0.5,
        0.5,
    )


def test_bootstrap_draws_documents_and_not_questions() -> None:
    # 40 documents whose questions all agree: the interval has to be that of 40
    # values and not that of 400.
    generator = numpy.random.default_rng(1)
    documents = generator.choice([-1.0, 0.0, 1.0], size=40, p=[0.2, 0.4, 0.4])
    few = stats.paired_bootstrap({i: [v] for i, v in enumerate(documents)})
    many = stats.paired_bootstrap({i: [v] * 10 for i, v in enumerate(documents)})
    assert many == pytest.approx(few)
    half = 1.96 * documents.std() / math.sqrt(40)
    assert few[2] - few[0] == pytest.approx(half, abs=0.03)


def test_bootstrap_counts_each_pair_once() -> None:
    mean, low, high = stats.paired_bootstrap({"small": [1], "large": [0, 0, 0]})
    assert mean == 0.25
    assert (low, high) == (0.0, 1.0)


def test_bootstrap_is_repeatable_and_depends_on_its_seed() -> None:
    clusters = {i: [(-1.0) ** i * (i % 3)] for i in range(20)}
    assert stats.paired_bootstrap(clusters, 500, 3) == stats.paired_bootstrap(
        clusters, 500, 3
    )
    assert stats.paired_bootstrap(clusters, 500, 3) != stats.paired_bootstrap(
        clusters, 500, 4
    )


def test_bootstrap_refuses_nothing() -> None:
    with pytest.raises(ValueError):
        stats.paired_bootstrap({"a": []})


def test_holm() -> None:
    assert stats.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx(
        [0.03, 0.06, 0.06, 0.02]
    )
    assert stats.holm([0.6, 0.7]) == [1.0, 1.0]
    assert stats.holm([]) == []


@pytest.mark.parametrize(
    "discordant, difference, n",
    [(0.05, 0.03, 434), (0.08, 0.03, 695), (0.08, 0.05, 249), (0.12, 0.05, 374)],
)
def test_pairs_needed(discordant: float, difference: float, n: int) -> None:
    # The note rounds 1.96 and 0.84 and then to the nearest pair.
    assert stats.pairs_needed(discordant, difference) == pytest.approx(n, abs=3)


def test_pairs_needed_refuses_what_cannot_be() -> None:
    with pytest.raises(ValueError):
        stats.pairs_needed(0.02, 0.03)


def test_chance() -> None:
    assert stats.is_at_chance(0, 5, 0.0)
    assert stats.is_at_chance(3, 10, 0.2)
    assert not stats.is_at_chance(9, 10, 0.2)
