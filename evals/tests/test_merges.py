# SPDX-License-Identifier: MIT
"""Tokens are laid over the marks of a text by bytes."""
from __future__ import annotations

import numpy
import pith
import pytest

from pith_evals import datasets, merges, tables
from pith_evals.scanners import SCANNERS


class Fixed(merges.Vocabulary):
    """Cuts a text where a test says."""

    def __init__(self, *pieces: str) -> None:
        super().__init__("o200k_base")
        self.pieces = [piece.encode() for piece in pieces]

    def ends(self, text: bytes) -> numpy.ndarray:
        assert b"".join(self.pieces) == text
        return numpy.cumsum([len(piece) for piece in self.pieces])


def cut(arm: str, *pieces: str) -> merges.Cut:
    return merges.cut(SCANNERS[arm]("".join(pieces)), Fixed(*pieces))


def test_each_company() -> None:
    found = cut("json", '{"', "a", '":', '"', "x", '",', '"b', '":', ' "', '!"', "}")
    quotes = found.delimiters["opening quote"]
    # {" and a blank with a quote are grammar, one stands alone, "b is a word.
    assert quotes == merges.Shares(isolated=1, grammar=2, content=1, word=1)
    # !" shares a token with content that is not a word.
    assert found.delimiters["closing quote"] == merges.Shares(0, 3, 1, 0)
    assert found.delimiters["colon"] == merges.Shares(0, 2, 0, 0)
    assert found.delimiters["closing brace"] == merges.Shares(1, 0, 0, 0)
    assert found.tokens == 11
    assert found.structure_tokens == 7


def test_delimiters_in_strings_are_content() -> None:
    found = cut("json", '["', 'a,b"', ",", "1", "]")
    assert found.delimiters["comma"] == merges.Shares(isolated=1)


def test_offsets_are_bytes() -> None:
    found = cut("gcf", "GCF profile=generic\n", "a=", "Z\u00fcrich", " \u2192", " \U0001f701", "\n", "b", "=", "\u00e9\n")
    assert found.delimiters["equals sign"] == merges.Shares(1, 0, 2, 2)
    assert found.delimiters["line feed"] == merges.Shares(1, 0, 2, 2)


def test_a_real_vocabulary_is_aligned() -> None:
    text = '{"st\u00e4dte":["Z\u00fcrich","\u5317\u4eac, \u4e0a\u6d77","\U0001f701"],"n":1}'
    ends = merges.Vocabulary("o200k_base").ends(text.encode())
    assert ends[-1] == len(text.encode())
    assert len(ends) == pith.count_tokens(text, "o200k_base")
    assert (numpy.diff(ends) > 0).all()


def use(
    monkeypatch: pytest.MonkeyPatch, tokens: list[int], pieces: dict[int, bytes]
) -> None:
    """A vocabulary whose decoder drops a blank at the beginning."""
    monkeypatch.setattr(
        pith, "encode_tokens", lambda text, model: [0] if text == "a" else tokens
    )
    monkeypatch.setattr(
        pith,
        "decode_tokens",
        lambda given, model: b"".join(pieces[token] for token in given).lstrip(b" "),
    )


def test_a_text_can_be_normalised_first(monkeypatch: pytest.MonkeyPatch) -> None:
    # U+FF0C, a wide comma, becomes a comma: content still, and shorter.
    use(monkeypatch, [1, 2, 3], {0: b"a", 1: b'["', 2: b"x,", 3: b'y"]'})
    found = merges.cut(SCANNERS["json"]('["x\uff0cy"]'), merges.Vocabulary("claude"))
    assert "comma" not in found.delimiters
    assert found.delimiters["closing bracket"] == merges.Shares(0, 0, 1, 1)


def test_a_blank_before_the_text_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, [1, 2, 3], {0: b" a", 1: b" ", 2: b"[", 3: b"1]"})
    found = merges.cut(SCANNERS["json"]("[1]"), merges.Vocabulary("sentences"))
    assert found.delimiters["opening bracket"] == merges.Shares(isolated=1)
    assert found.delimiters["closing bracket"] == merges.Shares(0, 0, 1, 1)


def test_tokens_that_spell_something_else_are_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use(monkeypatch, [1], {0: b"a", 1: b"[2]"})
    with pytest.raises(merges.Misaligned):
        merges.cut(SCANNERS["json"]("[1]"), merges.Vocabulary("other"))


def test_analysis_pools_documents() -> None:
    texts = {"json": {"a": ("[1,2]", 2), "b": ("[3]", 1)}}
    table = merges.analyse(texts, {"o200k_base": "o200k_base"})["json"]
    assert table["documents"] == ["a", "b"]
    assert table["records"] == 3
    assert table["delimiters"]["comma"]["n"] == 1
    assert table["delimiters"]["opening bracket"]["n"] == 2
    assert table["tokens"]["o200k_base"][0] == pith.count_tokens(
        "[1,2]"
    ) + pith.count_tokens("[3]")


def test_vocabularies_that_cut_alike_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = {"a": ('{"id":1,"name":"Alice Smith"}', 1)}
    models = {"first": "o200k_base", "again": "o200k_base", "other": "r50k_base"}
    monkeypatch.setattr(
        merges.Vocabulary,
        "ends",
        lambda self, text: numpy.array([len(text)] if self.model == "r50k_base" else [2]),
    )
    assert merges.same_vocabularies(texts, models) == [("first", "again")]


def test_the_longest_table_is_found() -> None:
    value = {"a": [{"x": 1}], "b": {"c": [{"y": 1}, {"y": 2}], "d": [1, 2, 3]}}
    assert datasets.main_table(value) == [{"y": 1}, {"y": 2}]
    assert datasets.record_count(value) == 2
    assert datasets.record_count({"k": {f"{i}": {"a": 1} for i in range(5)}}) == 5


# What the note measured before this code was there, on o200k_base and
# cl100k_base: number, then isolated, grammar, content and word in per cent.
NOTED = [
    ("json", "opening quote", 141_436, [0.35, 98.1, 1.52, 0.0], [0.0, 98.5, 1.52, 0.0]),
    ("json", "comma", 83_877, [0.0, 99.9, 0.14, 0.0], [0.0, 99.9, 0.14, 0.0]),
    ("gcf", "pipe", 73_855, [97.2, 2.5, 0.30, 0.04], [91.9, 6.8, 1.33, 1.02]),
    ("toon", "comma", 39_606, [72.9, 5.7, 21.4, 21.0], [69.2, 5.7, 25.2, 24.8]),
    ("toon-tab", "tab", 43_092, [65.0, 0.0, 35.0, 35.0], [61.7, 0.0, 38.3, 38.3]),
    ("tron", "comma", 84_096, [17.4, 78.5, 4.1, 4.0], [17.1, 78.8, 4.1, 4.0]),
    (
        "tron",
        "opening parenthesis",
        17_527,
        [21.4, 70.8, 7.8, 7.8],
        [21.4, 70.8, 7.8, 7.8],
    ),
]


@pytest.mark.parametrize("arm, delimiter, n, o200k, cl100k", NOTED)
def test_the_committed_table_agrees_with_the_note(
    arm: str, delimiter: str, n: int, o200k: list[float], cl100k: list[float]
) -> None:
    row = tables.read("merges")["ascii_arms"][arm]["delimiters"][delimiter]
    assert row["n"] == n
    for model, expected in (("o200k_base", o200k), ("cl100k_base", cl100k)):
        shares = [100 * count / n for count in row["shares"][model]]
        assert shares == pytest.approx(expected, abs=0.051)


def test_the_committed_table_is_complete() -> None:
    table = tables.read("merges")
    assert len(table["vocabularies"]) >= 18
    assert set(table["arms"]) == set(SCANNERS)
    assert len(table["arms"]["json"]["documents"]) == 19
    for arm in table["arms"].values():
        assert list(arm["tokens"]) == table["vocabularies"]
        for row in arm["delimiters"].values():
            assert list(row["shares"]) == table["vocabularies"]
            for isolated, grammar, content, word in row["shares"].values():
                assert isolated + grammar + content == row["n"]
                assert word <= content


def test_the_committed_table_is_as_computed() -> None:
    """For one vocabulary; the command computes all of it."""
    try:
        documents, graphs = datasets.data_sets(), datasets.graphs()
    except datasets.Missing as missing:
        pytest.skip(str(missing))
    committed = tables.read("merges")["arms"]
    every = merges.encoded(documents, graphs)
    texts = {arm: every[arm] for arm in ("gcf", "gcf-graph", "goon", "csv")}
    for arm, row in merges.analyse(texts, {"o200k_base": "o200k_base"}).items():
        assert row["records"] == committed[arm]["records"]
        assert row["tokens"]["o200k_base"] == committed[arm]["tokens"]["o200k_base"]
        for name, delimiter in row["delimiters"].items():
            assert (
                delimiter["shares"]["o200k_base"]
                == committed[arm]["delimiters"][name]["shares"]["o200k_base"]
            )
