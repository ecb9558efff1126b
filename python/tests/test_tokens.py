# SPDX-License-Identifier: MIT
"""Counts, and what is chosen by them."""

from __future__ import annotations

import concurrent.futures
import json
import pathlib

import pith
import pytest

# Of the data sets whose names are below "15", and of all: what the reference
# implementations cost. tests/conformance/token_table_fixtures.cpp has more.
PUBLISHED = {
    ("o200k_base", True): {"json": 384_629, "gcf": 271_347, "toon": 361_022,
                           "tron": 271_945},
    ("o200k_base", False): {"json": 659_377, "gcf": 495_071, "toon": 631_226,
                            "tron": 467_935},
    ("cl100k_base", True): {"json": 379_990, "gcf": 274_229, "toon": 359_804,
                            "tron": 275_861},
}


def test_one_and_many() -> None:
    assert pith.count_tokens("hello world") == 2
    assert pith.count_tokens(["hello world", "", "a"]) == [2, 0, 1]
    assert pith.count_tokens(("hello",) * 100, threads=4) == [1] * 100
    assert pith.count_tokens([]) == []
    assert pith.count_tokens("hello world", "gpt-4") == 2
    with pytest.raises(pith.Error) as caught:
        pith.count_tokens("x", "no tokenizer")
    assert caught.value.code == "unknown_tokenizer"
    with pytest.raises(TypeError):
        pith.count_tokens([1])  # type: ignore[list-item]
    with pytest.raises(ValueError):
        pith.count_tokens("a", threads=-1)


def test_tokens() -> None:
    text = "na\u00efve \U0001f600 code: x += 1"
    ids = pith.encode_tokens(text)
    assert pith.decode_tokens(ids).decode() == text
    assert len(ids) == pith.count_tokens(text)
    with pytest.raises(pith.Error):
        pith.decode_tokens([2**31])


@pytest.mark.parametrize("table", PUBLISHED)
def test_published_tables(shared: pathlib.Path, table: tuple[str, bool]) -> None:
    model, only_first = table
    sums = dict.fromkeys(PUBLISHED[table], 0)
    for path in sorted((shared / "datasets").glob("*.json")):
        if only_first and path.name >= "15":
            continue
        value = json.loads(path.read_text())
        texts = [pith.encode(value, form) for form in sums]
        for form, count in zip(sums, pith.count_tokens(texts, model)):
            sums[form] += count
    assert sums == PUBLISHED[table]


def test_threads(shared: pathlib.Path) -> None:
    texts = [path.read_text()
             for path in sorted((shared / "datasets").glob("0*.json"))]
    expected = [(pith.count_tokens(t), pith.encode(json.loads(t)))
                for t in texts]

    def work(i: int) -> tuple[int, str]:
        text = texts[i % len(texts)]
        return pith.count_tokens(text), pith.convert(text, "gcf", "json")
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        results = list(pool.map(work, range(len(texts) * 8)))
    assert results == expected * 8
