# SPDX-License-Identifier: MIT
"""Message lists as OpenAI and Anthropic have them, with the results of tools
in their cheapest form. Needs neither package: the messages are dicts.

    from pith.messages import shorten

    report = shorten(messages, model="gpt-4o")
    print(report.saved_tokens)
    client.chat.completions.create(model="gpt-4o", messages=report.messages)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ._shorten import FORMATS, Tally

__all__ = ["Report", "shorten"]


class Report(NamedTuple):
    """Messages, and what was saved in them."""

    messages: list[dict[str, Any]]
    #: Results that were looked at, and those that became shorter.
    results: int
    shortened: int
    tokens_before: int
    tokens: int

    @property
    def saved_tokens(self) -> int:
        return self.tokens_before - self.tokens


def shorten(
    messages: Iterable[Mapping[str, Any]],
    model: str | None = None,
    formats: Sequence[str] = FORMATS,
) -> Report:
    """A copy of the messages in which results of tools cost the least.

    Looks at messages of the role "tool" (OpenAI, chat completions), items of
    the type "function_call_output" (OpenAI, responses) and blocks of the type
    "tool_result" (Anthropic). Errors and everything that users and models
    wrote stays as it is.
    """
    tally = Tally(model, formats)
    made = [_message(message, tally) for message in messages]
    return Report(made, tally.texts, tally.shortened, tally.tokens_before,
                  tally.tokens)


def _message(message: Mapping[str, Any], tally: Tally) -> dict[str, Any]:
    copy = dict(message)
    if copy.get("type") == "function_call_output":
        copy["output"] = _content(copy.get("output"), tally)
    elif copy.get("role") == "tool":
        copy["content"] = _content(copy.get("content"), tally)
    elif isinstance(copy.get("content"), list):
        copy["content"] = [_tool_result(block, tally)
                           for block in copy["content"]]
    return copy


def _tool_result(block: Any, tally: Tally) -> Any:
    if (not isinstance(block, Mapping) or block.get("type") != "tool_result"
            or block.get("is_error")):
        return block
    return {**block, "content": _content(block.get("content"), tally)}


def _content(content: Any, tally: Tally) -> Any:
    if isinstance(content, str):
        return tally.shorten(content)
    if not isinstance(content, list):
        return content
    return [
        {**part, "text": tally.shorten(part["text"])}
        if isinstance(part, Mapping) and isinstance(part.get("text"), str)
        and part.get("type") in ("text", "input_text", "output_text")
        else part
        for part in content
    ]
