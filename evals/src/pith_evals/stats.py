# SPDX-License-Identifier: MIT
"""Intervals and tests for answers that are right or wrong.

Every comparison is paired: the same document, question, model and epoch in two
notations. Questions about one document move together, so that intervals of
differences draw whole documents.
"""
from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence

import numpy
from scipy import stats as scipy_stats


def wilson(successes: int, n: int, level: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval of a share, (0, 1) if nothing was asked.

    Raises ValueError if the counts or the level are impossible.
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n} are impossible")
    if not 0 < level < 1:
        raise ValueError(f"the level {level} is not between 0 and 1")
    if n == 0:
        return 0.0, 1.0
    interval = scipy_stats.binomtest(successes, n).proportion_ci(level, method="wilson")
    return float(interval.low), float(interval.high)


def mcnemar_exact(b: int, c: int) -> float:
    """The two-sided exact p value of b pairs won against c pairs lost.

    Pairs that agree say nothing about a difference and are not counted. Without
    any other pair p is 1.
    """
    if b < 0 or c < 0:
        raise ValueError(f"{b} and {c} are not counts of pairs")
    if b + c == 0:
        return 1.0
    return float(scipy_stats.binomtest(b, b + c).pvalue)


def paired_bootstrap(
    differences_by_cluster: Mapping[Hashable, Sequence[float]],
    draws: int = 10_000,
    seed: int = 20_261_117,
    level: float = 0.95,
) -> tuple[float, float, float]:
    """The mean difference and its percentile interval, clusters drawn whole.

    Each pair counts once, so a large document weighs more than a small one.
    Clusters without pairs are left out. Raises ValueError if no pair is left.
    """
    clusters = [values for values in differences_by_cluster.values() if len(values)]
    if not clusters:
        raise ValueError("there is no pair to compare")
    sums = numpy.array([math.fsum(values) for values in clusters])
    sizes = numpy.array([len(values) for values in clusters])
    mean = float(math.fsum(sums) / sizes.sum())
    generator = numpy.random.default_rng(seed)
    means = numpy.empty(draws)
    for draw in range(draws):
        # Row by row keeps the memory at one row, however many clusters.
        drawn = generator.integers(len(clusters), size=len(clusters))
        means[draw] = sums[drawn].sum() / sizes[drawn].sum()
    tail = (1 - level) / 2
    low, high = numpy.quantile(means, [tail, 1 - tail])
    return mean, float(low), float(high)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p values, in the order of the given ones."""
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, index in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = largest
    return adjusted


def pairs_needed(
    discordant: float, difference: float, level: float = 0.95, power: float = 0.8
) -> int:
    """Pairs for a test to find a difference, given the share that disagrees."""
    if not 0 < abs(difference) <= discordant <= 1:
        raise ValueError(
            f"a difference of {difference} needs a larger discordant share "
            f"than {discordant}"
        )
    alpha = scipy_stats.norm.isf((1 - level) / 2)
    beta = scipy_stats.norm.ppf(power)
    root = alpha * math.sqrt(discordant) + beta * math.sqrt(
        discordant - difference**2
    )
    return math.ceil((root / difference) ** 2)


def is_at_chance(successes: int, n: int, chance: float, level: float = 0.95) -> bool:
    """Whether the interval of the share does not lie above what guessing gives."""
    return wilson(successes, n, level)[0] <= chance
