# SPDX-License-Identifier: MIT
"""Models of known behaviour, so that every scorer is seen right and wrong.

A mock is a callable for Inspect's `mockllm` provider. It finds the ask that a
prompt belongs to and says one of the replies that the ask has ready. Usage is
counted by pith and always set: without it the provider would fetch a tokenizer
over the network and count characters.
"""
from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from inspect_ai.model import (
    ChatMessage,
    Model,
    ModelOutput,
    ModelUsage,
    StopReason,
    get_model,
)

from pith_evals import formats
from pith_evals.ask import Ask

PREFIX = "mock/"
GUESSER_RATE = 0.25
FAILING_RATE = 0.5


class ApiFailure(RuntimeError):
    """What a mock raises in place of a provider that is down."""


# What a mock says to an ask; `round` is 0 for the first reply. Returns text and
# the reason why it ends.
Reply = Callable[[Ask, int], tuple[str, StopReason]]


def share(ask: Ask, salt: str) -> float:
    """A number in [0, 1) that belongs to an ask, the same in every run."""
    digest = hashlib.sha256(f"{salt}:{ask.key}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def _oracle(ask: Ask, round: int) -> tuple[str, StopReason]:
    return ask.right, "stop"


def _mistaken(ask: Ask, round: int) -> tuple[str, StopReason]:
    return ask.wrong, "stop"


def _guesser(ask: Ask, round: int) -> tuple[str, StopReason]:
    is_lucky = share(ask, "guesser") < GUESSER_RATE
    return (ask.right if is_lucky else ask.wrong), "stop"


def _wrong_notation(ask: Ask, round: int) -> tuple[str, StopReason]:
    return ask.other, "stop"


def _truncating(ask: Ask, round: int) -> tuple[str, StopReason]:
    # Also a short answer loses its end.
    return ask.right[: len(ask.right) // 2], "max_tokens"


def _rambling(ask: Ask, round: int) -> tuple[str, StopReason]:
    # Contains the right reply, which must not be enough.
    return (
        "Let me think about what the data shows.\n"
        f"At first sight one might say {ask.wrong}.\n"
        f"On the other hand there is {ask.right}\n"
        "and both deserve to be looked at again, so I would not settle on either.\n",
        "stop",
    )


def _silent(ask: Ask, round: int) -> tuple[str, StopReason]:
    return "", "stop"


def _refusing(ask: Ask, round: int) -> tuple[str, StopReason]:
    if share(ask, "refusing") < 0.5:
        return "", "content_filter"
    return "I'm sorry, but I can't help with that request.", "stop"


def _failing(ask: Ask, round: int) -> tuple[str, StopReason]:
    if share(ask, "failing") < FAILING_RATE:
        raise ApiFailure("503 service unavailable")
    return ask.right, "stop"


def _clumsy(ask: Ask, round: int) -> tuple[str, StopReason]:
    """Forgets the end at first, and mends it when it is told."""
    return (ask.right if round else ask.right[: len(ask.right) * 2 // 3]), "stop"


MOCKS: dict[str, Reply] = {
    "oracle": _oracle,
    "mistaken": _mistaken,
    "guesser": _guesser,
    "wrong_notation": _wrong_notation,
    "truncating": _truncating,
    "rambling": _rambling,
    "silent": _silent,
    "refusing": _refusing,
    "failing": _failing,
    "clumsy": _clumsy,
}


def is_mock(model: str) -> bool:
    return model.startswith(PREFIX)


def usage(messages: Sequence[ChatMessage], reply: str) -> ModelUsage:
    """What a provider would bill, counted by pith."""
    said = sum(formats.count(message.text) for message in messages)
    written = formats.count(reply)
    return ModelUsage(
        input_tokens=said, output_tokens=written, total_tokens=said + written
    )


def output(
    name: str, messages: Sequence[ChatMessage], text: str, stop_reason: StopReason
) -> ModelOutput:
    made = ModelOutput.from_content(PREFIX + name, text, stop_reason=stop_reason)
    made.usage = usage(messages, text)
    return made


def mock_model(name: str, asks: Iterable[Ask]) -> Model:
    """The mock of a name, with or without its prefix. Raises ValueError."""
    name = name.removeprefix(PREFIX)
    if name not in MOCKS:
        raise ValueError(f"there is no mock {name!r}; one of {', '.join(MOCKS)}")
    reply = MOCKS[name]
    by_prompt = {_prompt_digest(ask.system, ask.prompt): ask for ask in asks}

    def answer(
        messages: list[ChatMessage], tools: Any, choice: Any, config: Any
    ) -> ModelOutput:
        system = "".join(one.text for one in messages if one.role == "system")
        said = [one.text for one in messages if one.role == "user"]
        ask = by_prompt[_prompt_digest(system, said[0])]
        text, stop_reason = reply(ask, len(said) - 1)
        return output(name, messages, text, stop_reason)

    return get_model(f"mockllm/{name}", custom_outputs=answer, memoize=False)


def _prompt_digest(system: str, prompt: str) -> bytes:
    return hashlib.sha256(f"{len(system)}:{system}{prompt}".encode()).digest()
