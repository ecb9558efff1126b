# SPDX-License-Identifier: MIT
"""Tool messages of LangChain (the package ``langchain-core``) in their
cheapest form.

    from pith.langchain import shorten_messages

    report = shorten_messages(messages, model="gpt-4o")
    answer = chat_model.invoke(report.messages)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from langchain_core.messages import BaseMessage, ToolMessage

from ._shorten import FORMATS, Tally

__all__ = ["Report", "shorten_messages", "shorten_tool_message"]


class Report(NamedTuple):
    """Messages, and what was saved in them."""

    messages: list[BaseMessage]
    tally: Tally


def shorten_tool_message(message: ToolMessage, tally: Tally) -> ToolMessage:
    """A copy whose JSON texts are in their cheapest form; the artifact stays."""
    content = message.content
    made: Any
    if isinstance(content, str):
        made = tally.shorten(content)
    else:
        made = [_block(block, tally) for block in content]
    return message.model_copy(update={"content": made})


def shorten_messages(
    messages: Sequence[BaseMessage],
    model: str | None = None,
    formats: Sequence[str] = FORMATS,
) -> Report:
    """All messages, the tool messages among them shortened; none is changed."""
    tally = Tally(model, formats)
    made = [
        shorten_tool_message(message, tally)
        if isinstance(message, ToolMessage) and message.status != "error"
        else message
        for message in messages
    ]
    return Report(made, tally)


def _block(block: Any, tally: Tally) -> Any:
    if isinstance(block, str):
        return tally.shorten(block)
    if block.get("type") == "text":
        return {**block, "text": tally.shorten(block["text"])}
    return block
