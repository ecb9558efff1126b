#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An official Python client, for peers.mjs: it connects, lists the tools,
makes calls, and prints what it got as JSON.

usage: client.py <REQUEST
REQUEST is {"words": [...], "env": {...}} for a server on stdio or
{"url": "..."} for one on HTTP, with "calls": [[tool, arguments], ...]. Runs
with the SDK 1.x and 2.x, whichever is installed.
"""

import asyncio
import contextlib
import json
import os
import sys

import mcp
from mcp import types
from mcp.client.stdio import StdioServerParameters, stdio_client

EXAMPLES = {"boolean": True, "integer": 42, "number": 42, "array": []}
FORMATS = {
    "email": "ada@example.com",
    "uri": "https://example.com/",
    "date": "2026-01-02",
    "date-time": "2026-01-02T03:04:05Z",
}


def filled(schema):
    """What a user enters who fills in every form in the same way."""
    content = {}
    for name, member in schema.get("properties", {}).items():
        content[name] = member.get(
            "default",
            member.get("enum", [None])[0]
            or member.get("oneOf", [{}])[0].get("const")
            or FORMATS.get(member.get("format"))
            or EXAMPLES.get(member.get("type"), "Ada Lovelace"),
        )
    return content


def plain(model):
    """A model as it was on the wire."""
    return model.model_dump(mode="json", by_alias=True, exclude_unset=True)


async def elicit(_context, params):
    asked = plain(params).get("requestedSchema", {})
    return types.ElicitResult(action="accept", content=filled(asked))


async def list_roots(_context):
    root = types.Root.model_validate({"uri": "file:///srv/one", "name": "one"})
    return types.ListRootsResult(roots=[root])


async def sample(_context, _params):
    text = types.TextContent(type="text", text="What the model says")
    return types.CreateMessageResult(role="assistant", model="none", content=text)


CALLBACKS = {
    "elicitation_callback": elicit,
    "list_roots_callback": list_roots,
    "sampling_callback": sample,
}


def stdio_of(server, silent):
    command, *words = server["words"]
    parameters = StdioServerParameters(
        command=command, args=words, env=server.get("env")
    )
    return stdio_client(parameters, errlog=silent)


@contextlib.asynccontextmanager
async def connected_1(server, silent):
    """The client of the SDK 1.x, and what the server said of itself."""
    from mcp.client.streamable_http import streamablehttp_client

    ends = streamablehttp_client(server["url"]) if "url" in server else stdio_of(
        server, silent
    )
    async with ends as (reads, writes, *_):
        async with mcp.ClientSession(reads, writes, **CALLBACKS) as session:
            said = await session.initialize()
            yield session, {
                "server": plain(said.serverInfo),
                "instructions": said.instructions,
                "offered": plain(said.capabilities),
            }, "legacy"


@contextlib.asynccontextmanager
async def connected_2(server, silent):
    """The same of the SDK 2.x: the modern era where the server has it."""
    from mcp.client.streamable_http import streamable_http_client

    ends = streamable_http_client(server["url"]) if "url" in server else stdio_of(
        server, silent
    )
    async with mcp.Client(ends, mode="auto", **CALLBACKS) as client:
        is_modern = client.session.discover_result is not None
        said = client.server_info
        yield client, {
            "server": said and plain(said),
            "instructions": client.instructions,
            "offered": plain(client.server_capabilities),
        }, "modern" if is_modern else "legacy"


async def all_tools(client):
    tools = []
    cursor = None
    while True:
        page = await client.list_tools(**({"cursor": cursor} if cursor else {}))
        said = plain(page)
        tools += said["tools"]
        cursor = said.get("nextCursor")
        if not cursor:
            return tools


async def outcome(request):
    """What a request came to; an error, also of a result that is not valid,
    as {"thrown": ...}."""
    try:
        return plain(await request)
    except Exception as problem:
        return {"thrown": f"{type(problem).__name__}: {problem}"}


async def talk(server, silent):
    connected = connected_2 if hasattr(mcp, "Client") else connected_1
    async with connected(server, silent) as (client, rest, era):
        tools = await all_tools(client)
        offered = rest["offered"]
        if offered.get("prompts") is not None:
            rest["prompts"] = await outcome(client.list_prompts())
        if offered.get("resources") is not None:
            rest["resources"] = await outcome(client.list_resources())
            rest["templates"] = await outcome(client.list_resource_templates())
        results = [
            await outcome(client.call_tool(name, words))
            for name, words, *_ in server["calls"]
        ]
        return {"tools": tools, "results": results, "rest": rest, "era": era}


def main():
    server = json.load(sys.stdin)
    with open(os.devnull, "w", encoding="utf-8") as silent:
        json.dump(asyncio.run(talk(server, silent)), sys.stdout)


if __name__ == "__main__":
    main()
