#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the small tokenizers of testdata/tokenizer.

usage: make_testdata.py REPOSITORY

Their merges come from the project's own documentation, by plain byte pair
encoding. Between them they have every feature of a tokenizer.json that pith
reads; tests hold them against the original.
"""

import collections
import json
import pathlib
import re
import sys

CL100K = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|"
    r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
QWEN = CL100K.replace("{1,3}", "")
# Not known by heart: goes through PCRE2.
OWN = (
    "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|"
    "[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\r\n]*|"
    "\\s*[\r\n]+|\\s+(?!\\S)|\\s+"
)


# Added tokens that take the white space around them.
STRIPPED = ("//",)


def alphabet():
    """The character of every byte, in order."""
    chars = []
    spare = 0x100
    for byte in range(256):
        itself = 0x21 <= byte <= 0x7E or 0xA1 <= byte <= 0xAC or byte >= 0xAE
        chars.append(chr(byte if itself else spare))
        spare += not itself
    return chars


def train(words, count):
    """The most frequent pairs, one after another."""
    words = {tuple(word): n for word, n in words.items()}
    merges = []
    while len(merges) < count:
        pairs = collections.Counter()
        for word, n in words.items():
            for pair in zip(word, word[1:]):
                pairs[pair] += n
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        merges.append(best)
        merged = collections.Counter()
        for word, n in words.items():
            out = []
            for symbol in word:
                if out and (out[-1], symbol) == best:
                    out[-1] += symbol
                else:
                    out.append(symbol)
            merged[tuple(out)] += n
        words = merged
    return merges


def vocabulary(base, merges):
    names = list(base)
    for left, right in merges:
        if left + right not in names:
            names.append(left + right)
    return {name: number for number, name in enumerate(names)}


def file(model, normalizer=None, pre_tokenizer=None, added=()):
    size = len(model["vocab"])
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {"id": size + i, "content": text, "single_word": False,
             "lstrip": text in STRIPPED, "rstrip": text in STRIPPED,
             "normalized": False, "special": True}
            for i, text in enumerate(added)
        ],
        "normalizer": normalizer,
        "pre_tokenizer": pre_tokenizer,
        "post_processor": None,
        "decoder": None,
        "model": {"type": "BPE", "dropout": None, "unk_token": None,
                  "continuing_subword_prefix": None,
                  "end_of_word_suffix": None, "fuse_unk": False,
                  "byte_fallback": False, **model},
    }


def split(regex, behavior="Isolated", invert=False):
    return {"type": "Split", "pattern": {"Regex": regex},
            "behavior": behavior, "invert": invert}


def byte_level(use_regex):
    return {"type": "ByteLevel", "add_prefix_space": False,
            "trim_offsets": True, "use_regex": use_regex}


def metaspace(scheme, splits):
    return {"type": "Metaspace", "replacement": "\u2581",
            "prepend_scheme": scheme, "split": splits}


def sequence(*steps):
    return {"type": "Sequence", "pretokenizers": list(steps)}


def main():
    root = pathlib.Path(sys.argv[1])
    text = "".join(
        (root / page).read_text(encoding="utf-8")
        for page in ("docs/gcf.md", "docs/architecture.md", "README.md")
    )
    chars = alphabet()
    words = collections.Counter(
        "".join(chars[byte] for byte in word.encode())
        for word in re.findall(r" ?\w+| ?[^\w\s]+|\s+", text)
    )
    # Letters beyond ASCII, and runs, which merge in more than one way.
    for word in ("\u00e9t\u00e9", "na\u00efve", "\u65e5\u672c", "aaaaaaaa",
                 "ababab"):
        words["".join(chars[byte] for byte in word.encode())] += 40
    merges = train(words, 260)
    strings = {"vocab": vocabulary(chars, merges),
               "merges": [f"{a} {b}" for a, b in merges]}
    whole = vocabulary(chars, merges)
    for name in ("information", "\u0120unreachable", "1234"):
        whole[name] = len(whole)
    arrays = {"vocab": whole, "merges": [list(pair) for pair in merges],
              "ignore_merges": True}

    marked = collections.Counter(
        re.findall(r"\u2581?[^\u2581]+|\u2581+", text.replace(" ", "\u2581")))
    marked["\u2581\u2581\u2581\u2581"] += 60
    marked["\n\n"] += 60
    sentence_merges = train(marked, 300)
    letters = sorted({c for word in marked for c in word if ord(c) < 0x2600})
    bytes_ = [f"<0x{byte:02X}>" for byte in range(256)]
    sentences = {
        "vocab": vocabulary(["<unk>", "<s>", "</s>"] + bytes_ + letters,
                            sentence_merges),
        "merges": [f"{a} {b}" for a, b in sentence_merges],
        "byte_fallback": True, "fuse_unk": True, "unk_token": "<unk>"}
    mark = {"type": "Replace", "pattern": {"String": " "},
            "content": "\u2581"}

    files = {
        "byte_level": file(strings, pre_tokenizer=byte_level(True),
                           added=["<|endoftext|>", "<|endoftext|>the", "//"]),
        "whole_pieces": file(arrays, pre_tokenizer=sequence(
            split(CL100K, "Removed", True), byte_level(False))),
        "composed": file(strings, {"type": "NFC"}, sequence(
            split(QWEN), byte_level(False))),
        "chain": file(strings, {"type": "NFKC"}, sequence(
            split(r"\p{N}{1,3}"), split("[\u4e00-\u9fa5\u3040-\u30ff]+"),
            split(OWN), byte_level(False))),
        "digits": file(strings, {"type": "Sequence", "normalizers": []},
                       sequence({"type": "Digits", "individual_digits": True},
                                byte_level(True))),
        "behaviors": file(strings, None, sequence(
            split(r"[\r\n]+", "MergedWithPrevious"),
            {"type": "Digits", "individual_digits": False},
            split(r"\p{Lu}+", "MergedWithNext"),
            split("[^\\s]", "Contiguous"), byte_level(False))),
        "sentence": file(sentences, {"type": "Sequence", "normalizers": [
            {"type": "Prepend", "prepend": "\u2581"}, mark]},
            added=["[stop]", "<|endoftext|>"]),
        "sentence_split": file(sentences, mark, {
            "type": "Split", "pattern": {"String": " "},
            "behavior": "MergedWithPrevious", "invert": False}),
        "metaspace": file(sentences, None, metaspace("first", False),
                          added=["[stop]", "<|endoftext|>"]),
        "metaspace_split": file(sentences, None, metaspace("always", True),
                                added=["[stop]", "<|endoftext|>"]),
    }
    for name, content in files.items():
        out = json.dumps(content, ensure_ascii=True, indent=0)
        target = root / "testdata" / "tokenizer" / f"{name}.json"
        target.write_text(out + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
