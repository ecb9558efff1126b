# SPDX-License-Identifier: MIT
"""What a conversation with tools costs, counted by pith.

Providers bill more than this: each wraps messages and schemas in words of its
own. Items have what is billed too, where a provider says it.
"""
from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence

from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageTool
from inspect_ai.tool import ToolCall

from pith_evals import formats
from pith_evals.agent.worlds.task import Call


def call_text(call: Call | ToolCall) -> str:
    """A call as an API carries it: what a model writes."""
    name = call.tool if isinstance(call, Call) else call.function
    return json.dumps({"name": name, "arguments": call.arguments},
                      ensure_ascii=False, separators=(",", ":"))


@dataclasses.dataclass
class Account:
    """Schemas, calls and results apart, each text once; input and output as a
    provider counts them, where every step has all before it as its input."""

    schema: int = 0
    call: int = 0
    result: int = 0
    input: int = 0
    output: int = 0
    steps: int = 0

    def step(self, messages: Sequence[ChatMessage], reply: ChatMessageAssistant) -> None:
        """Counts one answer of the model to these messages."""
        self.steps += 1
        self.input += self.schema + sum(map(message_tokens, messages))
        self.output += message_tokens(reply)
        self.call += sum(formats.count(call_text(c)) for c in reply.tool_calls or ())

    def hear(self, result: ChatMessageTool) -> None:
        self.result += formats.count(result.text)


def message_tokens(message: ChatMessage) -> int:
    """Of its text and its calls."""
    calls = message.tool_calls or () if isinstance(message, ChatMessageAssistant) else ()
    return formats.count(message.text) + sum(formats.count(call_text(c)) for c in calls)
