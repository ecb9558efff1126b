# SPDX-License-Identifier: MIT
"""Middleware for FastMCP servers (the package ``fastmcp``).

    from fastmcp import FastMCP
    from pith.fastmcp import PithMiddleware

    server = FastMCP("warehouse")
    server.add_middleware(PithMiddleware())
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from fastmcp.tools.base import ToolResult

from ._shorten import FORMATS, Tally

__all__ = ["PithMiddleware"]


class PithMiddleware(Middleware):
    """Answers tool calls in the cheapest form; never grows a result.

    As pith.mcp.PithMiddleware.
    """

    def __init__(
        self,
        *,
        model: str | None = None,
        formats: Sequence[str] = FORMATS,
        tools: Collection[str] | None = None,
    ) -> None:
        self.tally = Tally(model, formats)
        self.tools = None if tools is None else frozenset(tools)

    async def on_call_tool(
        self,
        context: MiddlewareContext[Any],
        call_next: CallNext[Any, ToolResult],
    ) -> ToolResult:
        result = await call_next(context)
        if self.tools is not None and context.message.name not in self.tools:
            return result
        # Questions back to the client and tasks are not results with content.
        if type(result) is not ToolResult or result.is_error:
            return result
        result.content = [
            block.model_copy(update={"text": self.tally.shorten(block.text)})
            if block.type == "text" else block
            for block in result.content
        ]
        return result
