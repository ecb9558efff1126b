#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A server on the official Python SDK, 1.x or 2.x, whichever is installed,
with results in each of the shapes that the SDK makes of Python values.

usage: server.py stdio
       PORT=N server.py     over HTTP, on this port of the loopback address
"""

import base64
import json
import os
import sys
from typing import Any

from mcp.types import CallToolResult, EmbeddedResource, TextContent
from mcp.types import SamplingMessage, TextResourceContents
from pydantic import BaseModel

try:
    from mcp.server.mcpserver import Context, Image, MCPServer
except ModuleNotFoundError:  # the SDK 1.x
    MCPServer = None
    from mcp.server.fastmcp import Context, FastMCP, Image

PORT = int(os.environ.get("PORT", "0"))
NAME = "pith-python"
# The smallest PNG: one pixel.
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9"
    "awAAAABJRU5ErkJggg=="
)
server = MCPServer(NAME) if MCPServer else FastMCP(NAME, port=PORT)


class Order(BaseModel):
    id: int
    customer: str
    total: float
    city: str | None
    tags: list[str]


class Orders(BaseModel):
    orders: list[Order]
    next: str | None = None


class Person(BaseModel):
    name: str
    age: int


def rows(count: int) -> list[dict[str, Any]]:
    return [
        {
            "id": i,
            "customer": f"customer {i % 40}",
            "total": i * 1.35,
            "city": None if i % 11 == 0 else ("Oslo", "Lima", "Pune")[i % 3],
            "tags": ["a | b", 'c, "d"'] if i % 7 == 0 else [],
        }
        for i in range(1, count + 1)
    ]


@server.tool()
def order_model(count: int) -> Orders:
    """A model: structured content, and the same as one indented text."""
    return Orders(orders=[Order(**row) for row in rows(count)])


@server.tool()
def order_list(count: int) -> list[dict[str, Any]]:
    """A list: structured content with one member, and a text for each row."""
    return rows(count)


@server.tool(structured_output=False)
def order_text(count: int) -> str:
    """JSON in a text, without structured content."""
    return json.dumps(rows(count), indent=2)


@server.tool(structured_output=False)
def order_dicts(count: int) -> list[dict[str, Any]]:
    """A text for each row, without structured content."""
    return rows(count)


@server.tool()
def say(text: str) -> str:
    """A text, which is structured content too."""
    return text


@server.tool()
def add(left: int, right: int) -> int:
    """A number, which is structured content too."""
    return left + right


@server.tool()
def nothing() -> None:
    """No value at all."""


@server.tool()
def fail() -> str:
    """An exception."""
    raise ValueError("it does not work | at, all")


@server.tool()
def picture() -> Image:
    """An image."""
    return Image(data=PIXEL, format="png")


@server.tool()
def mixed(count: int) -> CallToolResult:
    """A result of the tool's own making: texts, a resource and metadata."""
    inside = TextResourceContents.model_validate(
        {"uri": "note://one", "mimeType": "text/plain", "text": "a note"}
    )
    return CallToolResult.model_validate(
        {
            "content": [
                TextContent(type="text", text=json.dumps(rows(count))),
                TextContent(type="text", text="and some words"),
                EmbeddedResource(type="resource", resource=inside),
            ],
            "_meta": {"note": "kept"},
        }
    )


@server.tool()
async def slow(steps: int, ctx: Context) -> str:
    """Progress and a log before the result."""
    for i in range(steps):
        await ctx.report_progress(i + 1, steps)
    await ctx.info("almost done")
    return "done"


@server.tool()
async def ask(ctx: Context) -> str:
    """Elicitation."""
    answer = await ctx.elicit(message="Who are you?", schema=Person)
    return f"{answer.action}: {answer.data.name}, {answer.data.age}"


@server.tool()
async def think(prompt: str, ctx: Context) -> str:
    """Sampling."""
    said = TextContent(type="text", text=prompt)
    answer = await ctx.session.create_message(
        messages=[SamplingMessage(role="user", content=said)], max_tokens=10
    )
    return answer.content.text


@server.resource("orders://all")
def all_orders() -> str:
    """Every order."""
    return json.dumps(rows(3))


@server.resource("orders://{number}")
def one_order(number: str) -> str:
    """One order."""
    return json.dumps(rows(int(number))[-1])


@server.prompt()
def summary(style: str) -> str:
    """A request for a summary."""
    return f"Sum up the orders in this style: {style}"


def main():
    if sys.argv[1:] == ["stdio"]:
        server.run("stdio")
    elif MCPServer:
        server.run("streamable-http", port=PORT)
    else:
        server.run("streamable-http")


if __name__ == "__main__":
    main()
