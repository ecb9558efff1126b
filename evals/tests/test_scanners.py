# SPDX-License-Identifier: MIT
"""Scanners find every delimiter of the grammar and none inside a string."""
from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pith_evals import formats
from pith_evals.scanners import CONTENT, LAYOUT, SCANNERS, STRUCTURE, Marks

# Each notation has to quote or escape this, or to leave it alone.
NASTY = 'a,b|c\td"e": [2]{x,y}: (z)=@0 ^ ## .f > - \\ \n class A: q'


def document(text: str) -> dict[str, Any]:
    """Shapes that reach every production, with the text at every value."""
    flat = [{"id": i, "name": text, "ok": i % 2 == 0, "note": None} for i in range(3)]
    nested = [
        {
            "id": i,
            "who": {"name": text, "at": {"city": text}},
            "items": [{"sku": text, "n": j} for j in range(i % 3)],
            "tags": [text] * (i % 3),
            "mixed": [1, text, {"z": [1, text]}, [text, 2], []],
        }
        for i in range(4)
    ]
    wide = [
        {"id": i, "box": {"x": text, "y": i, "z": text}, "tail": text}
        for i in range(3)
    ]
    return {
        "first": text,
        "flat": flat,
        "second": 2,
        "one": [{"only": text}, {"only": text}],
        "nested": nested,
        "after": text,
        "wide": wide,
        "keyed": {f"k{i}": {"a": text, "b": i} for i in range(3)},
        "list": [text, 1, True, None, text],
        "deep": {"x": {"y": {"z": text}}, "empty": {}, "none": []},
        "items": [{"a": 1}, text, [1, text]],
        "last": text,
    }


def count_delimiters(marks: Marks) -> Counter[str]:
    return Counter({name: len(at) for name, at in marks.delimiters.items()})


def without_quotes(counts: Counter[str]) -> dict[str, int]:
    return {name: n for name, n in counts.items() if "quote" not in name}


def rows_of(text: str) -> list[dict[str, Any]]:
    return [{"id": i, "name": text, "ok": i % 2 == 0} for i in range(5)]


TREES = [n for n in SCANNERS if n not in ("csv", "markdown", "gcf-graph", "goon")]


@pytest.mark.parametrize("name", TREES)
@pytest.mark.parametrize("text", ["word", "two words", NASTY])
def test_strings_do_not_change_the_structure(name: str, text: str) -> None:
    plain = SCANNERS[name](formats.encode(name, document("w")))
    other = SCANNERS[name](formats.encode(name, document(text)))
    assert without_quotes(count_delimiters(other)) == without_quotes(
        count_delimiters(plain)
    )


@pytest.mark.parametrize("name", TREES)
def test_nothing_structural_is_missed(name: str) -> None:
    # With words as values each of these characters can only be structure.
    text = formats.encode(name, document("w"))
    marks = SCANNERS[name](text)
    for position, character in enumerate(text):
        if character in '"|,{}[]()=:\t@#^>':
            assert marks.labels[position] == STRUCTURE, (position, text[:position])
        elif character == " ":
            assert marks.labels[position] == LAYOUT
        elif character == "\n" and name not in ("json-pretty", "tron"):
            assert marks.labels[position] == STRUCTURE
        elif character.isalnum():
            assert marks.labels[position] == CONTENT


@pytest.mark.parametrize("name", TREES)
@pytest.mark.parametrize("seed", [",", "|", "\t", '"', "{x}", "[1]:", "=", "@1", "a>b"])
def test_single_characters_in_strings_are_content(name: str, seed: str) -> None:
    plain = SCANNERS[name](formats.encode(name, document("w")))
    other = SCANNERS[name](formats.encode(name, document(f"p{seed}q")))
    assert without_quotes(count_delimiters(other)) == without_quotes(
        count_delimiters(plain)
    )


@pytest.mark.parametrize("name", TREES)
def test_keys_can_need_quotes(name: str) -> None:
    def value(key: str) -> dict[str, Any]:
        return {key: [{key: 1, "b": "x"}, {key: 2, "b": "y"}], "z": {key: 3}}

    plain = SCANNERS[name](formats.encode(name, value("k")))
    other = SCANNERS[name](formats.encode(name, value('k,"|: {y')))
    assert without_quotes(count_delimiters(other)) == without_quotes(
        count_delimiters(plain)
    )


def test_json_by_hand() -> None:
    marks = SCANNERS["json"]('{"a,":[1,"b\\"c"],"d":-2.5}')
    assert count_delimiters(marks) == {
        "opening brace": 1,
        "closing brace": 1,
        "opening bracket": 1,
        "closing bracket": 1,
        "opening quote": 3,
        "closing quote": 3,
        "colon": 2,
        "comma": 2,
    }
    assert bytes(marks.labels[1:6]) == bytes([2, 0, 0, 2, 2])


def test_gcf_by_hand() -> None:
    text = (
        "GCF profile=generic\n"
        '## rows [2]{id,"who>name",box}\n'
        '@0 1|"a|b"|^{x,y}\n'
        "3|=\n"
        "2|w|-\n"
        "tail=a|b\n"
    )
    marks = SCANNERS["gcf"](text)
    found = {name: [text[at - 1] for at in where] for name, where in marks.delimiters.items()}
    assert found["pipe"] == ["1", '"', "3", "2", "w"]
    assert found["equals sign"] == ["e", "l"]
    assert found["path sign"] == ["o"]
    assert len(found["caret"]) == 1
    assert len(found["comma"]) == 3


def test_toon_by_hand() -> None:
    text = 'r[2]{a,b{c,d}}:\n  1,"x,y",3\n  2,z: w,4\nt[3|]: a|"b|c"|d,e\nu: a,b\n'
    marks = SCANNERS["toon"](text)
    assert len(marks.delimiters["comma"]) == 2 + 4
    assert len(marks.delimiters["pipe"]) == 3
    assert len(marks.delimiters["colon"]) == 3
    assert len(marks.delimiters["opening brace"]) == 2


def test_tron_by_hand() -> None:
    text = 'class A: id,"n,m"\n\n{"k":[A(1,"x(,)"),A(2,"y")]}'
    marks = SCANNERS["tron"](text)
    assert len(marks.delimiters["comma"]) == 1 + 1 + 2
    assert len(marks.delimiters["opening parenthesis"]) == 2
    assert len(marks.delimiters["colon"]) == 2


@pytest.mark.parametrize("name, separator, per_row", [("csv", "comma", 2), ("markdown", "pipe", 4)])
@pytest.mark.parametrize("text", ["word", "a,b|c", 'say "hi"', "x\ny"])
def test_tables(name: str, separator: str, per_row: int, text: str) -> None:
    marks = SCANNERS[name](formats.encode(name, rows_of(text)))
    lines = 6 if name == "csv" else 7
    assert len(marks.delimiters[separator]) == per_row * lines
    assert len(marks.delimiters["line feed"]) in (lines, lines + 1)


def test_graph_by_hand() -> None:
    text = (
        "GCF profile=graph symbols=2\n## targets\n@0 fn a@b.C 0.90 lsp\n"
        "## edges [1]\n@0<@1 calls\n"
    )
    marks = SCANNERS["gcf-graph"](text)
    assert len(marks.delimiters["at sign"]) == 3
    assert len(marks.delimiters["arrow"]) == 1
    assert len(marks.delimiters["number sign"]) == 4
    assert len(marks.delimiters["opening bracket"]) == 1
    assert len(marks.delimiters["equals sign"]) == 2
    assert len(marks.delimiters["blank"]) == 2 + 1 + 4 + 2 + 1


def test_goon_by_hand() -> None:
    text = (
        "@header\nquery_type:traversal\n@nodes\nUser(1):\n"
        '9 name="a b=c --> (d):" state=active\n@edges\nMET(1):\n'
        "User:9 --> User:10 depth=1\n"
    )
    marks = SCANNERS["goon"](text)
    counts = {name: len(at) for name, at in marks.delimiters.items()}
    assert counts == {
        "at sign": 3,
        "line feed": 8,
        "colon": 1 + 2 + 2,
        "opening parenthesis": 2,
        "closing parenthesis": 2,
        "blank": 2 + 3,
        "equals sign": 3,
        "opening quote": 1,
        "closing quote": 1,
        "arrow": 3,
    }
