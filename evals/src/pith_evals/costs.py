# SPDX-License-Identifier: MIT
"""What a run costs, computed before it starts.

Input is counted document by document and question by question, not prompt by
prompt, which is faster by the number of questions on a document; the seams
change a token now and then. Prices are assumptions by class of model, because
those of providers change; a price can be given instead.
"""
from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from pith_evals import formats
from pith_evals.ask import Ask


@dataclasses.dataclass(frozen=True)
class Price:
    """Dollars per million tokens."""

    name: str
    input: float
    output: float

    @classmethod
    def parse(cls, text: str) -> Price:
        """A class by its name, or "IN/OUT". Raises ValueError."""
        if text in PRICES:
            return PRICES[text]
        parts = text.split("/")
        try:
            given = cls(text, *(float(part) for part in parts))
        except (TypeError, ValueError):
            known = ", ".join(PRICES)
            raise ValueError(
                f"{text!r} is not a price: {known}, or IN/OUT in dollars per million"
            ) from None
        if given.input < 0 or given.output < 0:
            raise ValueError(f"{text!r} has a negative price")
        return given


# Assumptions about prompt caching: what a cached token costs of its price, and
# the shortest beginning of a prompt that is cached.
CACHED_SHARE = 0.1
LEAST_CACHED = 1024

# Assumed, not looked up: classes that models of 2026 fall into.
PRICES = {
    price.name: price
    for price in (
        Price("free", 0.0, 0.0),
        Price("small", 0.25, 2.0),
        Price("medium", 1.0, 5.0),
        Price("large", 3.0, 15.0),
    )
}


@dataclasses.dataclass(frozen=True)
class Estimate:
    """Calls and tokens of a part of a run."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    # Of the input, what a provider can have cached from an earlier prompt.
    cacheable_tokens: int = 0

    def __add__(self, other: Estimate) -> Estimate:
        return Estimate(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cacheable_tokens + other.cacheable_tokens,
        )

    def times(self, epochs: int) -> Estimate:
        return Estimate(
            *(getattr(self, field.name) * epochs for field in dataclasses.fields(self))
        )

    def dollars(self, price: Price) -> float:
        return (
            self.input_tokens * price.input + self.output_tokens * price.output
        ) / 1e6

    def cached_dollars(self, price: Price) -> float:
        """With prompt caching at a tenth of the price, which some providers have."""
        saved = self.cacheable_tokens * price.input * (1 - CACHED_SHARE) / 1e6
        return self.dollars(price) - saved


def estimate(
    asks: Iterable[Ask],
    epochs: int = 1,
    reasoning_tokens: int = 0,
    tokenizer: str = formats.DEFAULT_TOKENIZER,
) -> Estimate:
    """Of asks that are all answered once, in the words of a perfect reply.

    `reasoning_tokens` are added to each reply (3 to 9 tokens are billed without
    reasoning, some 450 with it). Rounds of repair are not in it.
    """
    counted: dict[str, int] = {}

    def count(text: str) -> int:
        if text not in counted:
            counted[text] = formats.count(text, tokenizer)
        return counted[text]

    total = Estimate()
    seen: set[tuple[str, str]] = set()
    for ask in asks:
        beginning = count(ask.system) + count(ask.prefix)
        is_known = (ask.system, ask.prefix) in seen
        seen.add((ask.system, ask.prefix))
        total += Estimate(
            1,
            beginning + count(ask.suffix),
            count(ask.right) + reasoning_tokens,
            beginning if is_known and beginning >= LEAST_CACHED else 0,
        )
    return total.times(epochs)


def table(parts: dict[str, Estimate], price: Price) -> str:
    """The estimate as lines of text, with a total."""
    total = sum(parts.values(), Estimate())
    lines = [f"{'part':<14}{'calls':>9}{'input':>14}{'output':>11}{'dollars':>10}"]
    for name, part in [*parts.items(), ("total", total)]:
        lines.append(
            f"{name:<14}{part.calls:>9,}{part.input_tokens:>14,}"
            f"{part.output_tokens:>11,}{part.dollars(price):>10.2f}"
        )
    lines.append(
        f"prices ({price.name}): {price.input:g} in, {price.output:g} out, dollars"
        " per million tokens; tokens by o200k_base, of which some providers bill 1.1"
        " to 1.3 times as many"
    )
    lines.append(
        f"with prompt caching at a tenth of the price: {total.cached_dollars(price):.2f}"
    )
    return "\n".join(lines)
