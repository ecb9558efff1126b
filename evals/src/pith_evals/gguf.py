# SPDX-License-Identifier: MIT
"""Reads the metadata of a GGUF file, and makes a tokenizer.json of it."""
from __future__ import annotations

import json
import pathlib
import struct
from typing import Any, BinaryIO

_SCALARS = {
    0: "<B",
    1: "<b",
    2: "<H",
    3: "<h",
    4: "<I",
    5: "<i",
    6: "<f",
    7: "<?",
    10: "<Q",
    11: "<q",
    12: "<d",
}
_STRING, _ARRAY = 8, 9
_MAX_LENGTH = 1 << 24


class Malformed(ValueError):
    """The file is not what a reader of GGUF can take."""


def metadata(path: pathlib.Path) -> dict[str, Any]:
    """Keys and values before the tensors. Raises Malformed."""
    with path.open("rb") as file:
        if file.read(4) != b"GGUF":
            raise Malformed(f"{path} does not begin with GGUF")
        version, _, count = _unpack(file, "<IQQ")
        if version not in (2, 3) or count > _MAX_LENGTH:
            raise Malformed(f"{path} has version {version} and {count} keys")
        found = {}
        for _ in range(count):
            key = _string(file)
            found[key] = _value(file, *_unpack(file, "<I"))
        return found


def tokenizer_json(path: pathlib.Path) -> str:
    """The byte-level vocabulary of the file, as Hugging Face's library has it.

    Knows the rule of SmolLM only: each digit is a token, words as in GPT-2.
    Bytes without a token, which readable text hardly has, get one at the end.
    Raises Malformed for other vocabularies.
    """
    known = metadata(path)
    kind = known.get("tokenizer.ggml.model"), known.get("tokenizer.ggml.pre")
    if kind != ("gpt2", "smollm"):
        raise Malformed(f"{path} has a tokenizer of kind {kind}")
    tokens = list(dict.fromkeys([*known["tokenizer.ggml.tokens"], *_byte_letters()]))
    return json.dumps(
        {
            "version": "1.0",
            "added_tokens": [],
            "normalizer": None,
            "pre_tokenizer": {
                "type": "Sequence",
                "pretokenizers": [
                    {"type": "Digits", "individual_digits": True},
                    {
                        "type": "ByteLevel",
                        "add_prefix_space": False,
                        "trim_offsets": True,
                        "use_regex": True,
                    },
                ],
            },
            "post_processor": None,
            "decoder": {
                "type": "ByteLevel",
                "add_prefix_space": True,
                "trim_offsets": True,
                "use_regex": True,
            },
            "model": {
                "type": "BPE",
                "dropout": None,
                "unk_token": None,
                "continuing_subword_prefix": None,
                "end_of_word_suffix": None,
                "fuse_unk": False,
                "byte_fallback": False,
                "vocab": {token: id_ for id_, token in enumerate(tokens)},
                "merges": known["tokenizer.ggml.merges"],
            },
        },
        ensure_ascii=False,
    )


def _byte_letters() -> list[str]:
    """The letter that stands for each byte in byte-level vocabularies."""
    readable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in readable]
    return [chr(byte) for byte in readable] + [
        chr(256 + number) for number in range(len(others))
    ]


def _unpack(file: BinaryIO, layout: str) -> tuple[Any, ...]:
    size = struct.calcsize(layout)
    data = file.read(size)
    if len(data) != size:
        raise Malformed("the file ends within its metadata")
    return struct.unpack(layout, data)


def _string(file: BinaryIO) -> str:
    (length,) = _unpack(file, "<Q")
    if length > _MAX_LENGTH:
        raise Malformed(f"a string of {length} bytes")
    return file.read(length).decode("utf-8", errors="replace")


def _value(file: BinaryIO, kind: int) -> Any:
    if kind in _SCALARS:
        return _unpack(file, _SCALARS[kind])[0]
    if kind == _STRING:
        return _string(file)
    if kind != _ARRAY:
        raise Malformed(f"a value of kind {kind}")
    inner, length = _unpack(file, "<IQ")
    if length > _MAX_LENGTH or inner == _ARRAY:
        raise Malformed(f"an array of {length} values of kind {inner}")
    return [_value(file, inner) for _ in range(length)]
