# SPDX-License-Identifier: MIT
"""Models that play tasks in known ways over the interface for tools.

A mock knows the task from the metadata of the first message. It plays again
from the beginning with the results that it finds in the messages, so it keeps
nothing between calls.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageTool,
    Model,
    ModelOutput,
    ModelUsage,
    StopReason,
    get_model,
)
from inspect_ai.tool import ToolCall, ToolInfo

from pith_evals import formats
from pith_evals.agent import gateway, players
from pith_evals.agent.tokens import message_tokens
from pith_evals.agent.worlds.task import Call, Setting
from pith_evals.mocks import PREFIX, ApiFailure

# A mock is not told the condition; no text is readable in two of these ways.
EVERY_FORMAT = ("gcf", "tron", "toon")


def next_move(
    setting: Setting, player: players.Player, results: Sequence[str]
) -> Call | str:
    """The next call after these results, or the answer."""
    solution = player(setting)
    said: Any = None
    try:
        for text in results:
            call = solution.send(said)
            said = text if call.is_text else gateway.decode_result(text, EVERY_FORMAT)
        return solution.send(said)
    except StopIteration as end:
        return str(end.value)


def _message(move: Call | str, number: int) -> ChatMessageAssistant:
    if isinstance(move, str):
        return ChatMessageAssistant(content=move)
    call = ToolCall(id=f"call-{number}", function=move.tool, arguments=move.arguments)
    return ChatMessageAssistant(content="", tool_calls=[call])


def _unknown_tool(setting: Setting, results: Sequence[str]) -> ChatMessageAssistant:
    """Calls what is not there, then gives up."""
    if results:
        return ChatMessageAssistant(content="done")
    return _message(Call("sort_everything", {}), 0)


def _unreadable(setting: Setting, results: Sequence[str]) -> ChatMessageAssistant:
    """Writes arguments that are not JSON, then gives up."""
    if results:
        return ChatMessageAssistant(content="done")
    call = ToolCall(id="call-0", function="read_query", arguments={},
                    parse_error="Unterminated string")
    return ChatMessageAssistant(content="", tool_calls=[call])


def _in_words(setting: Setting, results: Sequence[str]) -> ChatMessageAssistant:
    """Writes the first call as text."""
    move = next_move(setting, players.right, [])
    assert isinstance(move, Call)
    return ChatMessageAssistant(
        content=f'```json\n{{"name": "{move.tool}", "arguments": {{}}}}\n```')


SPECIAL = {
    "unknown_tool": _unknown_tool, "unreadable": _unreadable, "in_words": _in_words,
}
_STOPS: dict[str, StopReason] = {"truncating": "max_tokens", "filtered": "content_filter"}
OTHERS = ("truncating", "failing", "filtered")
MOCKS = (*players.PLAYERS, *SPECIAL, *OTHERS)


def mock_model(name: str, settings: Mapping[str, Setting]) -> Model:
    """The mock of a name, with or without its prefix. Raises ValueError."""
    name = name.removeprefix(PREFIX)
    if name not in MOCKS:
        raise ValueError(f"there is no mock {name!r}; one of {', '.join(MOCKS)}")

    def answer(
        messages: list[ChatMessage], tools: list[ToolInfo], choice: Any, config: Any
    ) -> ModelOutput:
        key = next(one.metadata["place"] for one in messages
                   if one.metadata and "place" in one.metadata)
        setting = settings[key]
        results = [one.text for one in messages if isinstance(one, ChatMessageTool)]
        if name == "failing":
            raise ApiFailure("503 service unavailable")
        if name in SPECIAL:
            reply = SPECIAL[name](setting, results)
        elif name in players.PLAYERS:
            move = next_move(setting, players.PLAYERS[name], results)
            reply = _message(move, len(results))
        else:
            reply = ChatMessageAssistant(content="Let me")
        stop = _STOPS.get(name, "tool_calls" if reply.tool_calls else "stop")
        read = (sum(map(message_tokens, messages))
                + formats.count(gateway.schema_text(tools)))
        written = message_tokens(reply)
        return ModelOutput(
            model=PREFIX + name,
            choices=[ChatCompletionChoice(message=reply, stop_reason=stop)],
            usage=ModelUsage(input_tokens=read, output_tokens=written,
                             total_tokens=read + written),
        )

    return get_model(f"mockllm/{name}", custom_outputs=answer, memoize=False)
