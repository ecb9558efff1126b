# SPDX-License-Identifier: MIT
"""Data for language models in the fewest tokens: GCF, TOON, TRON, JSON."""

from __future__ import annotations

from ._error import Error
from ._pith import (
    convert,
    count_tokens,
    decode,
    decode_tokens,
    detect,
    encode,
    encode_tokens,
    explain,
    version as __version__,
)

__all__ = [
    "Error",
    "__version__",
    "convert",
    "count_tokens",
    "decode",
    "decode_tokens",
    "detect",
    "encode",
    "encode_tokens",
    "explain",
]
