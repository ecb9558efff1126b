# SPDX-License-Identifier: MIT
"""How often a delimiter shares its token with a neighbour.

For each structural delimiter of an encoded document, the token that contains it
has nothing else in it (isolated), only structure and blanks (grammar), or
something of a key or a value (content); the last is also counted as word if a
letter, a digit or an underscore is among it.
"""
from __future__ import annotations

import dataclasses
import hashlib
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

import numpy
import pith

from pith_evals import datasets, formats
from pith_evals.scanners import CONTENT, SCANNERS, Marks

# Arm, then document, then its text and the number of its records.
Texts = Mapping[str, Mapping[str, tuple[str, int]]]


@dataclasses.dataclass
class Shares:
    """Delimiters of one kind by the company that they keep."""

    isolated: int = 0
    grammar: int = 0
    content: int = 0
    word: int = 0

    @property
    def n(self) -> int:
        return self.isolated + self.grammar + self.content

    def add(self, other: Shares) -> None:
        self.isolated += other.isolated
        self.grammar += other.grammar
        self.content += other.content
        self.word += other.word

    def as_list(self) -> list[int]:
        return [self.isolated, self.grammar, self.content, self.word]


@dataclasses.dataclass
class Cut:
    """A text cut into tokens by one vocabulary."""

    delimiters: dict[str, Shares]
    tokens: int
    structure_tokens: int
    """Tokens without any character of a key or value."""


class Misaligned(ValueError):
    """The tokens of a text do not spell the text."""


class Vocabulary:
    """The bytes of each token, read once."""

    def __init__(self, model: str) -> None:
        self.model = model
        self._pieces: dict[int, bytes] = {}
        # Decoders drop a blank from the first token, so there is one before.
        self._anchor = pith.encode_tokens("a", model)

    def ends(self, text: bytes) -> numpy.ndarray:
        """Where each token ends, in bytes. Raises Misaligned.

        A vocabulary made by SentencePiece can put a blank before the text, which
        belongs to the first token and is not in the text.
        """
        tokens = pith.encode_tokens(text, self.model)
        for token in set(tokens) - self._pieces.keys():
            self._pieces[token] = self._piece(token)
        spelled = b"".join(map(self._pieces.__getitem__, tokens))
        before = 0
        if spelled != text:
            if spelled != b" " + text:
                raise Misaligned(f"{self.model}: tokens spell another text")
            before = 1
        lengths = numpy.fromiter(
            (len(self._pieces[token]) for token in tokens), numpy.int64, len(tokens)
        )
        return numpy.maximum(numpy.cumsum(lengths) - before, 0)

    def _piece(self, token: int) -> bytes:
        before = pith.decode_tokens(self._anchor, self.model)
        return pith.decode_tokens([*self._anchor, token], self.model)[len(before) :]


def cut(marks: Marks, vocabulary: Vocabulary) -> Cut:
    """Where the delimiters of a scanned text fall."""
    return _cut(_Bytes(marks), vocabulary)


class _Bytes:
    """Marks by byte, since a token can end within a character."""

    def __init__(self, marks: Marks, form: str | None = None) -> None:
        self.marks = marks
        characters = list(marks.text)
        if form is not None:
            characters = [unicodedata.normalize(form, c) for c in characters]
        self.text = "".join(characters).encode()
        labels = numpy.frombuffer(bytes(marks.labels), numpy.uint8)
        first = numpy.arange(len(labels) + 1)
        if not marks.text.isascii():
            widths = numpy.array([len(c.encode()) for c in characters])
            first = numpy.concatenate(([0], numpy.cumsum(widths)))
            labels = numpy.repeat(labels, widths)
        codes = numpy.frombuffer(self.text, numpy.uint8)
        is_content = labels == CONTENT
        is_word = is_content & (
            ((codes >= 48) & (codes <= 57))
            | ((codes >= 65) & (codes <= 90))
            | ((codes >= 97) & (codes <= 122))
            | (codes == 95)
            | (codes >= 128)
        )
        self.content = numpy.concatenate(([0], numpy.cumsum(is_content)))
        self.word = numpy.concatenate(([0], numpy.cumsum(is_word)))
        self.delimiters = {
            name: first[numpy.array(at)] for name, at in marks.delimiters.items()
        }


def _cut(scanned: _Bytes, vocabulary: Vocabulary) -> Cut:
    try:
        ends = vocabulary.ends(scanned.text)
    except Misaligned:
        # Some vocabularies change letters into others that look alike first.
        scanned = _Bytes(scanned.marks, "NFKC")
        ends = vocabulary.ends(scanned.text)
    begins = numpy.concatenate(([0], ends[:-1]))
    content = scanned.content[ends] - scanned.content[begins]
    word = scanned.word[ends] - scanned.word[begins]
    lengths = ends - begins
    found = {}
    for name, positions in scanned.delimiters.items():
        tokens = numpy.searchsorted(ends, positions, side="right")
        is_content = content[tokens] > 0
        is_isolated = lengths[tokens] == 1
        found[name] = Shares(
            isolated=int(is_isolated.sum()),
            grammar=int((~is_isolated & ~is_content).sum()),
            content=int(is_content.sum()),
            word=int((is_content & (word[tokens] > 0)).sum()),
        )
    return Cut(found, len(ends), int((content == 0).sum()))


def encoded(documents: Mapping[str, Any], graphs: Mapping[str, Any]) -> Texts:
    """For each arm, the text and the number of records of each document.

    Markdown and CSV carry only rows, so they get the longest table of each
    document that has one they can carry. Graph notations get the graphs.
    """
    texts: dict[str, dict[str, tuple[str, int]]] = {}
    for name in SCANNERS:
        texts[name] = {}
        is_graph = formats.ARMS[name].is_graph_only
        for document, value in (graphs if is_graph else documents).items():
            rows = datasets.record_count(value)
            if name in ("csv", "markdown"):
                value = datasets.main_table(value)
                rows = len(value)
            elif name == "goon":
                value = datasets.goon_response(value)
            try:
                texts[name][document] = formats.encode(name, value), rows
            except formats.NotApplicable:
                continue
    return texts


def same_vocabularies(
    texts: Mapping[str, tuple[str, int]], models: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Pairs that cut every text alike, and so are one vocabulary here."""
    seen: dict[bytes, str] = {}
    same = []
    for name, model in models.items():
        digest = hashlib.sha256()
        vocabulary = Vocabulary(model)
        for text, _ in texts.values():
            if text.isascii():
                digest.update(vocabulary.ends(text.encode()).tobytes())
        first = seen.setdefault(digest.digest(), name)
        if first != name:
            same.append((first, name))
    return same


def analyse(texts: Texts, models: Mapping[str, str]) -> dict[str, Any]:
    """The table: for each arm its documents, records, tokens and delimiters."""
    vocabularies = {name: Vocabulary(model) for name, model in models.items()}
    table = {}
    for arm, documents in texts.items():
        scanned = {
            name: _Bytes(SCANNERS[arm](text)) for name, (text, _) in documents.items()
        }
        table[arm] = {
            "documents": sorted(documents),
            "records": sum(rows for _, rows in documents.values()),
            **_analyse_arm(scanned.values(), vocabularies),
        }
    return table


def _analyse_arm(
    scanned: Iterable[_Bytes], vocabularies: Mapping[str, Vocabulary]
) -> dict[str, Any]:
    scanned = list(scanned)
    tokens: dict[str, list[int]] = {}
    delimiters: dict[str, dict[str, Any]] = {}
    for name, vocabulary in vocabularies.items():
        total = structure = 0
        pooled: dict[str, Shares] = {}
        for one in scanned:
            result = _cut(one, vocabulary)
            total += result.tokens
            structure += result.structure_tokens
            for delimiter, shares in result.delimiters.items():
                pooled.setdefault(delimiter, Shares()).add(shares)
        tokens[name] = [total, structure]
        for delimiter, shares in pooled.items():
            row = delimiters.setdefault(delimiter, {"n": shares.n, "shares": {}})
            row["shares"][name] = shares.as_list()
    return {"tokens": tokens, "delimiters": delimiters}
