# SPDX-License-Identifier: MIT
"""How delimiters share their tokens."""
from __future__ import annotations

import statistics
from typing import Any

from pith_evals.report.markdown import DASH, table, thousands

# Delimiters that separate values, one for each notation.
_SEPARATORS = [
    ("json", "opening quote"),
    ("json", "comma"),
    ("gcf", "pipe"),
    ("toon", "comma"),
    ("toon-tab", "tab"),
    ("toon-pipe", "pipe"),
    ("tron", "comma"),
    ("tron", "opening parenthesis"),
    ("csv", "comma"),
    ("markdown", "pipe"),
    ("gcf-graph", "blank"),
    ("goon", "blank"),
]

# The note's figures: o200k_base and cl100k_base, isolated and word, per cent.
_NOTED = [
    ("json", "opening quote", 141_436, (0.35, 0.00), (0.00, 0.00)),
    ("json", "comma", 83_877, (0.00, 0.00), None),
    ("gcf", "pipe", 73_855, (97.2, 91.9), (0.04, 1.02)),
    ("toon", "comma", 39_606, (72.9, 69.2), (21.0, 24.8)),
    ("toon-tab", "tab", 43_092, (65.0, 61.7), (35.0, 38.3)),
    ("tron", "comma", 84_096, (17.4, 17.1), (4.0, 4.0)),
    ("tron", "opening parenthesis", 17_527, (21.4, 21.4), (7.8, 7.8)),
]


def section(table_: dict[str, Any]) -> list[str]:
    names = table_["vocabularies"]
    return [
        "## Delimiters and tokens",
        "",
        "For every structural delimiter of an encoded document, the token that contains "
        "it: *isolated* has nothing else in it, *grammar* only other structure and "
        "blanks, *content* something of a key, a value, a count or a row number, *word* "
        "a letter, a digit or an underscore of it. A scanner of each grammar knows what "
        "is structural; a comma inside a quoted string is not. "
        f"{len(names)} vocabularies, of which p50k_base and r50k_base differ in runs of "
        f"blanks only, and {len(table_['arms']['json']['documents'])} data sets; six "
        "graphs for the graph notations; Markdown and CSV have the longest table of the "
        "documents that they can carry.",
        "",
        "### Separators over all vocabularies",
        "",
        "Mean over vocabularies, unweighted, with the least and the most, per cent.",
        "",
        *_means(table_, _SEPARATORS),
        "### By vocabulary",
        "",
        "Per cent of delimiters that share a token with a word.",
        "",
        *_by_vocabulary(table_),
        "### Tokens per record",
        "",
        "All tokens of the documents by their records (rows of the longest table), and "
        "the share of tokens that hold nothing but structure and blanks, per cent. "
        "Merging is also what makes a delimiter cheap.",
        "",
        *_tokens_per_record(table_),
        "### Against the note",
        "",
        "The note measured two vocabularies on the data sets that are ASCII in every "
        "notation, with a scanner of its own.",
        "",
        *_against_the_note(table_),
        "### What this predicts, and what it does not",
        "",
        *_reading(table_),
        "### Every delimiter",
        "",
        "Mean over vocabularies, with the least and the most, per cent.",
        "",
        *_means(
            table_,
            [(arm, name) for arm, row in table_["arms"].items() for name in row["delimiters"]],
        ),
    ]


def _shares(row: dict[str, Any], kind: int) -> list[float]:
    return [100 * counts[kind] / row["n"] for counts in row["shares"].values()]


def _means(table_: dict[str, Any], chosen: list[tuple[str, str]]) -> list[str]:
    rows = []
    for arm, delimiter in chosen:
        row = table_["arms"][arm]["delimiters"][delimiter]
        cells = []
        for kind in range(4):
            values = _shares(row, kind)
            mean, least, most = statistics.fmean(values), min(values), max(values)
            cells.append(f"{mean:.1f} [{least:.1f}, {most:.1f}]")
        rows.append([arm, delimiter, thousands(row["n"]), *cells])
    head = ["notation", "delimiter", "number", "isolated", "grammar", "content", "word"]
    return table(head, rows, left=2)


def _by_vocabulary(table_: dict[str, Any]) -> list[str]:
    chosen = [
        ("json", "opening quote"),
        ("gcf", "pipe"),
        ("toon", "comma"),
        ("toon-tab", "tab"),
        ("toon-pipe", "pipe"),
        ("tron", "comma"),
        ("csv", "comma"),
    ]
    rows = []
    for name in table_["vocabularies"]:
        cells = []
        for arm, delimiter in chosen:
            row = table_["arms"][arm]["delimiters"][delimiter]
            cells.append(f"{100 * row['shares'][name][3] / row['n']:.1f}")
        rows.append([name, *cells])
    return table(["vocabulary", *(f"{arm} {name}" for arm, name in chosen)], rows)


def _tokens_per_record(table_: dict[str, Any]) -> list[str]:
    arms = [arm for arm, row in table_["arms"].items() if row["records"]]
    rows = []
    for name in table_["vocabularies"]:
        cells = []
        for arm in arms:
            row = table_["arms"][arm]
            tokens, structure = row["tokens"][name]
            cells.append(f"{tokens / row['records']:.1f} ({100 * structure / tokens:.0f})")
        rows.append([name, *cells])
    return table(["vocabulary", *arms], rows)


def _against_the_note(table_: dict[str, Any]) -> list[str]:
    rows = []
    for arm, delimiter, n, isolated, word in _NOTED:
        row = table_["ascii_arms"][arm]["delimiters"][delimiter]
        ours = [
            [100 * counts[kind] / row["n"] for counts in row["shares"].values()]
            for kind in (0, 3)
        ]
        rows.append(
            [
                arm,
                delimiter,
                f"{n:,} / {row['n']:,}",
                _pair(isolated) + " / " + _pair(ours[0]),
                (_pair(word) if word else DASH) + " / " + _pair(ours[1]),
            ]
        )
    head = ["notation", "delimiter", "number, note / here"]
    head += ["isolated, note / here", "word, note / here"]
    return table(head, rows, left=2)


def _pair(values: list[float] | tuple[float, float]) -> str:
    return " and ".join(f"{value:.2f}" for value in values)


def _reading(table_: dict[str, Any]) -> list[str]:
    """Sentences whose numbers come from the table."""
    arms = table_["arms"]
    toon = arms["toon"]["delimiters"]["comma"]
    fusing = [n for n, s in toon["shares"].items() if s[3] / toon["n"] > 0.01]
    comma, pipe = arms["toon"]["tokens"], arms["toon-pipe"]["tokens"]
    extra = [100 * (pipe[n][0] / comma[n][0] - 1) for n in table_["vocabularies"]]
    quotes = arms["json"]["delimiters"]["opening quote"]
    most_quotes = max(_shares(quotes, 3))
    return [
        f"- Whether a separator fuses with words depends on the vocabulary more than on "
        f"the notation. TOON's comma does so in {len(fusing)} of "
        f"{len(table_['vocabularies'])} vocabularies ({', '.join(fusing)}) and hardly in "
        "the others.",
        "- The quotes of compact JSON, for which a published analysis of fragments has "
        f"8.17 %, share a token with a word in at most {most_quotes:.2f} % of cases: they "
        "fuse with other punctuation, which is why they are cheaper than they look.",
        "- It predicts tokens, in part: a delimiter that stands alone costs a token. TOON "
        f"with pipes costs {min(extra):.1f} to {max(extra):.1f} % more than with commas, "
        "by vocabulary.",
        "- It does not predict accuracy. No model was asked anything here, and no "
        "published experiment shows that a shared token makes an answer wrong. The arms "
        "`toon`, `toon-tab` and `toon-pipe` differ in their delimiter only, so a run of "
        "them can tell.",
        "",
    ]
