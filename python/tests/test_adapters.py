# SPDX-License-Identifier: MIT
"""The adapters, each with the package that it is for."""

from __future__ import annotations

import asyncio
import copy
import json
from typing import Any

import pith
import pytest
from hypothesis import given
from pith import messages
from pith._shorten import shorten
from test_objects import ROWS as RANDOM_ROWS
from test_objects import VALUES

ROWS = [{"id": i, "name": f"customer {i}", "active": True} for i in range(40)]
JSON = json.dumps(ROWS)
SMALL = '{"a":1}'


@given(VALUES | RANDOM_ROWS)
def test_shorten(value: object) -> None:
    text = json.dumps(value, ensure_ascii=False)
    done = shorten(text)
    assert done.tokens == pith.count_tokens(done.text) <= done.tokens_before
    assert done.tokens_before == pith.count_tokens(text)
    if done.format is None:
        assert done.text == text
    else:
        assert pith.detect(done.text) == done.format
        assert pith.decode(done.text) == value


def test_what_stays() -> None:
    for text in ("", "words", "[not JSON", SMALL, '{"a":1,"a":2}',
                 '[{"x": 0.12345678901234567890}]' * 1,
                 '{"n": 123456789012345678901234567890}'):
        assert shorten(text) == (text, None, *[pith.count_tokens(text)] * 2)


def openai() -> list[dict[str, Any]]:
    return [
        {"role": "user", "content": JSON},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "tool", "tool_call_id": "1", "content": JSON},
        {"role": "tool", "tool_call_id": "2",
         "content": [{"type": "text", "text": JSON}]},
        {"type": "function_call_output", "call_id": "3", "output": JSON},
        {"role": "tool", "tool_call_id": "4", "content": "plain"},
    ]


def test_openai() -> None:
    given_list = openai()
    report = messages.shorten(given_list, "gpt-4o")
    assert given_list == openai()
    assert report.messages[:2] == given_list[:2]
    for text in (report.messages[2]["content"],
                 report.messages[3]["content"][0]["text"],
                 report.messages[4]["output"]):
        assert pith.decode(text) == ROWS
    assert report.messages[5] == given_list[5]
    assert (report.results, report.shortened) == (4, 3)
    assert report.saved_tokens == 3 * (
        pith.count_tokens(JSON, "gpt-4o")
        - pith.count_tokens(pith.encode(ROWS), "gpt-4o"))


def test_anthropic() -> None:
    result = {"type": "tool_result", "tool_use_id": "1", "content": JSON}
    given_list: list[dict[str, Any]] = [
        {"role": "user", "content": "hello"},
        {"role": "user", "content": [
            result, {**result, "is_error": True},
            {**result, "content": [{"type": "text", "text": JSON},
                                   {"type": "image", "source": {}}]},
            {"type": "text", "text": JSON}]},
    ]
    before = copy.deepcopy(given_list)
    report = messages.shorten(given_list)
    assert given_list == before
    blocks = report.messages[1]["content"]
    assert pith.decode(blocks[0]["content"]) == ROWS
    assert blocks[1] == given_list[1]["content"][1]
    assert pith.decode(blocks[2]["content"][0]["text"]) == ROWS
    assert blocks[2]["content"][1] == {"type": "image", "source": {}}
    assert blocks[3] == given_list[1]["content"][3]


def test_langchain() -> None:
    core = pytest.importorskip("langchain_core.messages")
    from pith.langchain import shorten_messages
    given_list = [
        core.HumanMessage(JSON),
        core.ToolMessage(JSON, tool_call_id="1", artifact=ROWS),
        core.ToolMessage([{"type": "text", "text": JSON}], tool_call_id="2"),
        core.ToolMessage(JSON, tool_call_id="3", status="error"),
    ]
    report = shorten_messages(given_list, "gpt-4o")
    assert report.messages[0] is given_list[0]
    assert report.messages[3] is given_list[3]
    made = report.messages[1]
    assert isinstance(made, core.ToolMessage)
    assert (made.tool_call_id, made.artifact) == ("1", ROWS)
    assert pith.decode(made.content) == ROWS
    assert pith.decode(report.messages[2].content[0]["text"]) == ROWS
    assert given_list[1].content == JSON
    assert report.tally.saved_tokens > 0


def test_mcp() -> None:
    mcp = pytest.importorskip("mcp")
    from mcp.server import MCPServer
    from pith.mcp import PithMiddleware
    middleware = PithMiddleware(tools=["orders", "small", "broken"])
    server = MCPServer("test", middleware=[middleware])

    @server.tool(structured_output=False)
    def orders() -> str:
        return JSON

    @server.tool(structured_output=False)
    def others() -> str:
        return JSON

    @server.tool(structured_output=False)
    def small() -> str:
        return SMALL

    @server.tool(structured_output=False)
    def broken() -> str:
        raise ValueError(JSON)

    async def run() -> None:
        async with mcp.Client(server) as client:
            assert len((await client.list_tools()).tools) == 4
            text = (await client.call_tool("orders", {})).content[0].text
            assert pith.decode(text) == ROWS
            assert text.startswith("GCF ")
            text = (await client.call_tool("others", {})).content[0].text
            assert text == JSON
            text = (await client.call_tool("small", {})).content[0].text
            assert text == SMALL
            failed = await client.call_tool("broken", {})
            assert failed.is_error
            assert not failed.content[0].text.startswith("GCF")
    asyncio.run(run())
    assert (middleware.tally.texts, middleware.tally.shortened) == (2, 1)
    assert middleware.tally.saved_tokens > 0


def test_fastmcp() -> None:
    fastmcp = pytest.importorskip("fastmcp")
    from pith.fastmcp import PithMiddleware
    middleware = PithMiddleware()
    server = fastmcp.FastMCP("test")
    server.add_middleware(middleware)

    @server.tool
    def orders() -> list[dict[str, Any]]:
        return ROWS

    @server.tool
    def small() -> str:
        return SMALL

    async def run() -> None:
        async with fastmcp.Client(server) as client:
            result = await client.call_tool("orders", {})
            assert pith.decode(result.content[0].text) == ROWS
            assert result.structured_content == {"result": ROWS}
            result = await client.call_tool("small", {})
            assert result.content[0].text == SMALL
    asyncio.run(run())
    assert (middleware.tally.texts, middleware.tally.shortened) == (2, 1)
