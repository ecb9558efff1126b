# SPDX-License-Identifier: MIT
"""Metadata of model files are read with care, and become a tokenizer."""
from __future__ import annotations

import pathlib
import struct

import pith
import pytest

from pith_evals import gguf


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value.encode())) + value.encode()


def file_of(*entries: bytes) -> bytes:
    return b"GGUF" + struct.pack("<IQQ", 3, 0, len(entries)) + b"".join(entries)


def strings(key: str, values: list[str]) -> bytes:
    body = b"".join(text(value) for value in values)
    return text(key) + struct.pack("<IIQ", 9, 8, len(values)) + body


def entry(key: str, value: str) -> bytes:
    return text(key) + struct.pack("<I", 8) + text(value)


# Byte-level: U+0120 is the blank. Every byte that a text has needs a token.
TOKENS = [*'{"a:b,}01', "\u0120", "ab", '":', "\u0120ab", ',"']
MERGES = ["a b", '" :', "\u0120 ab", ', "']


def smollm(path: pathlib.Path, pre: str = "smollm") -> pathlib.Path:
    path.write_bytes(
        file_of(
            entry("tokenizer.ggml.model", "gpt2"),
            entry("tokenizer.ggml.pre", pre),
            text("n") + struct.pack("<If", 6, 1.5),
            strings("tokenizer.ggml.tokens", TOKENS),
            strings("tokenizer.ggml.merges", MERGES),
        )
    )
    return path


def test_metadata(tmp_path: pathlib.Path) -> None:
    found = gguf.metadata(smollm(tmp_path / "m.gguf"))
    assert found["n"] == 1.5
    assert found["tokenizer.ggml.merges"] == MERGES


def test_pith_reads_the_tokenizer(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(gguf.tokenizer_json(smollm(tmp_path / "m.gguf")), "utf-8")
    tokens = pith.encode_tokens('{"ab":10} ab', str(path))
    pieces = [pith.decode_tokens([token], str(path)) for token in tokens]
    assert pieces == [b'{', b'"', b"ab", b'":', b"1", b"0", b"}", b" ab"]


def test_other_files_are_refused(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "m.gguf"
    with pytest.raises(gguf.Malformed):
        gguf.tokenizer_json(smollm(path, pre="llama"))
    whole = smollm(path).read_bytes()
    for broken in (
        b"GGML" + whole[4:],
        whole[: len(whole) // 2],
        whole[:4] + struct.pack("<I", 9) + whole[8:],
        file_of(text("k") + struct.pack("<I", 99)),
        file_of(text("k") + struct.pack("<IIQ", 9, 8, 1 << 40)),
        file_of(struct.pack("<Q", 1 << 40)),
    ):
        path.write_bytes(broken)
        with pytest.raises(gguf.Malformed):
            gguf.metadata(path)
