# SPDX-License-Identifier: MIT
"""Middleware for servers of the official MCP SDK (the package ``mcp``).

    from mcp.server import MCPServer
    from pith.mcp import PithMiddleware

    server = MCPServer("warehouse", middleware=[PithMiddleware()])
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from pydantic import BaseModel

from ._shorten import FORMATS, Tally

__all__ = ["PithMiddleware"]


class PithMiddleware:
    """Answers tool calls in the cheapest form; never grows a result.

    Each text of a result that is JSON takes the cheapest of ``formats`` and
    compact JSON. Errors, images and structured content stay as they are.
    ``tools`` restricts it to tools of these names. ``tally`` counts.
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

    async def __call__(
        self, ctx: ServerRequestContext[Any, Any], call_next: CallNext
    ) -> HandlerResult:
        result = await call_next(ctx)
        if ctx.method != "tools/call":
            return result
        if self.tools is not None:
            name = (ctx.params or {}).get("name")
            if name not in self.tools:
                return result
        if isinstance(result, BaseModel):
            result = result.model_dump(
                by_alias=True, mode="json", exclude_none=True)
        if not isinstance(result, dict) or result.get("isError"):
            return result
        content = result.get("content")
        if not isinstance(content, list):
            return result
        return {**result, "content": [self._block(block) for block in content]}

    def _block(self, block: Any) -> Any:
        if isinstance(block, BaseModel):
            block = block.model_dump(
                by_alias=True, mode="json", exclude_none=True)
        if isinstance(block, dict) and block.get("type") == "text":
            return {**block, "text": self.tally.shorten(block["text"])}
        return block
