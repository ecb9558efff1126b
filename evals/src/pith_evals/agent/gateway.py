# SPDX-License-Identifier: MIT
"""Real servers, each with a real gateway in front, as a client has them.

Every server has a `pith proxy` of its own with fixed formats; the client is the
official one. What a model sees of a result is its text.
"""
from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import pathlib
from collections.abc import AsyncIterator, Sequence
from typing import Any

import mcp
import pith
from inspect_ai.tool import ToolInfo, ToolParams
from mcp.client.stdio import StdioServerParameters, stdio_client

from pith_evals.agent import places
from pith_evals.agent.worlds import rules, state

# What the gateway may make of results. `passthrough` leaves them as servers
# send them (most indent their JSON); `json` is compact JSON and nothing else.
CONDITIONS: dict[str, tuple[str, ...]] = {
    "passthrough": ("--mode", "passthrough"),
    "json": ("--format", "json"),
    "gcf": ("--format", "gcf"),
    "toon": ("--format", "toon"),
    "tron": ("--format", "tron"),
    "auto": (),
}
# Large results are kept, and the model asks about them with SQL.
ASKING: dict[str, tuple[str, ...]] = {"ask": ("--ask", "--ask-tokens", "400")}
FORMATS: dict[str, tuple[str, ...]] = {
    "passthrough": (), "json": (), "gcf": ("gcf",), "toon": ("toon",),
    "tron": ("tron",), "auto": ("gcf", "tron"),
    "ask": ("gcf", "tron"),
}

# Without these, values are found among all rows and not by a search.
DENIED: dict[str, tuple[str, ...]] = {
    "sqlite": ("create_table", "list_tables", "describe_table"),
    "table": ("create_table", "list_tables", "describe_table", "write_query"),
    "memory": ("search_nodes", "open_nodes"),
    "filesystem": ("list_directory", "list_directory_with_sizes", "search_files",
                   "read_file", "read_media_file", "list_allowed_directories"),
    "everything": ("get-env", "get-tiny-image", "trigger-*", "toggle-*", "simulate-*",
                   "gzip-*", "get-resource-*", "get-roots-list", "get-annotated-message"),
}


# A result can have its data twice; this client shows its text to the model.
_SHOWN = ("--shows", "text")
_DATABASES = ("sqlite", "table")


@dataclasses.dataclass(frozen=True)
class Tool:
    """What a model is told about a tool."""

    name: str
    description: str
    schema: dict[str, Any]
    server: str


@dataclasses.dataclass(frozen=True)
class Result:
    """What a model sees of a result."""

    text: str
    is_error: bool = False
    is_refused: bool = False


def server_words(server: str, directory: pathlib.Path) -> list[str]:
    """How a server is started on the world in the directory. Raises places.Absent."""
    node, peers = str(places.node()), places.peers()
    official = peers / "@modelcontextprotocol"
    match server:
        case "sqlite" | "table":
            script = peers / "mcp-server-sqlite-npx/dist/index.js"
            return [node, "--disable-warning=ExperimentalWarning", str(script),
                    str(directory / state.DATABASE)]
        case "memory":
            return [node, str(official / "server-memory/dist/index.js")]
        case "filesystem":
            return [node, str(official / "server-filesystem/dist/index.js"),
                    str(directory / state.FILES)]
        case "everything":
            return [node, str(official / "server-everything/dist/index.js"), "stdio"]
    raise ValueError(f"no server is called {server}")


class Desk:
    """Open connections to the servers of a task, their tools under one roof."""

    def __init__(self) -> None:
        self.tools: list[Tool] = []
        self._sessions: dict[str, mcp.ClientSession] = {}

    async def _add(self, server: str, session: mcp.ClientSession) -> None:
        self._sessions[server] = session
        for tool in (await session.list_tools()).tools:
            self.tools.append(Tool(tool.name, tool.description or "",
                                   dict(tool.input_schema), server))

    async def call(self, name: str, arguments: dict[str, Any]) -> Result:
        """Never raises for what a model asked: errors are results too."""
        server = next((tool.server for tool in self.tools if tool.name == name), None)
        if server is None:
            return Result(f"There is no tool {name}.", is_error=True, is_refused=True)
        refusal = rules.refusal(name, arguments) if server in _DATABASES else None
        if refusal is not None:
            return Result(refusal, is_error=True, is_refused=True)
        try:
            result = await self._sessions[server].call_tool(name, arguments)
        except mcp.MCPError as error:
            return Result(f"Error: {error}", is_error=True)
        texts = [block.text for block in result.content if block.type == "text"]
        return Result("\n".join(texts), bool(result.is_error))


@contextlib.asynccontextmanager
async def open_desk(
    servers: Sequence[str],
    directory: pathlib.Path,
    condition: str,
    more_options: Sequence[str] = (),
) -> AsyncIterator[Desk]:
    """Starts a gateway and a server for each name; ends them with the context.

    Raises KeyError for an unknown condition, places.Absent.
    """
    desk = Desk()
    async with contextlib.AsyncExitStack() as stack:
        errors = stack.enter_context(open(os.devnull, "w", encoding="utf-8"))
        for server in servers:
            denied = [word for tool in DENIED.get(server, ()) for word in ("--deny", tool)]
            parameters = StdioServerParameters(
                command=str(places.pith_command()),
                args=["proxy", *_SHOWN, *{**CONDITIONS, **ASKING}[condition], *denied,
                      *more_options, "--pass-env", "MEMORY_FILE_PATH", "--",
                      *server_words(server, directory)],
                env={"MEMORY_FILE_PATH": str(directory / state.GRAPH)},
                cwd=directory,
            )
            streams = await stack.enter_async_context(stdio_client(parameters, errors))
            session = await stack.enter_async_context(
                mcp.ClientSession(*streams, read_timeout_seconds=60))
            await session.initialize()
            await desk._add(server, session)
        yield desk


def decode_result(text: str, formats: Sequence[str]) -> Any:
    """What the text says, in JSON or one of the formats; the text itself if none."""
    for name in ("json", *formats):
        try:
            return pith.decode(text, name)
        except pith.Error:
            continue
    return text


def is_rewritten(text: str, formats: Sequence[str]) -> bool:
    """Whether the text is in one of the formats and is not JSON."""
    try:
        pith.decode(text, "json")
        return False
    except pith.Error:
        return not isinstance(decode_result(text, formats), str)


def tool_info(tool: Tool) -> ToolInfo:
    """The tool as Inspect hands it on; it leaves out what is not in JSON Schema's core."""
    return ToolInfo(name=tool.name, description=tool.description,
                    parameters=ToolParams.model_validate(tool.schema))


def schema_text(tools: Sequence[ToolInfo]) -> str:
    """A list of tools as providers get it, without what each adds."""
    return json.dumps(
        [{"name": tool.name, "description": tool.description,
          "parameters": tool.parameters.model_dump(exclude_none=True)} for tool in tools],
        ensure_ascii=False, separators=(",", ":"))
