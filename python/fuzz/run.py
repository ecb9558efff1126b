# SPDX-License-Identifier: MIT
"""Fuzzes the package with atheris; python/fuzz/run.sh starts it with the
sanitizers. Arguments are those of libFuzzer."""

from __future__ import annotations

import pathlib
import sys

import atheris
import targets


def main() -> None:
    corpus = pathlib.Path(sys.argv[1])
    corpus.mkdir(parents=True, exist_ok=True)
    if not any(corpus.iterdir()):
        repository = pathlib.Path(__file__).resolve().parents[2]
        for number, seed in enumerate(targets.seeds(repository / "fuzz/seeds")):
            (corpus / f"seed-{number}").write_bytes(seed)
    # The extension has counters of its own; Python's lines are not the subject.
    atheris.Setup(sys.argv, targets.run, enable_python_coverage=False,
                  internal_libfuzzer=False)
    atheris.Fuzz()


main()
