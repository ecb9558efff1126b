# SPDX-License-Identifier: MIT
"""Prompts use the primers of the command."""
import os
import shutil
import subprocess

import pytest

from pith_evals import formats, prompts

COMMAND = os.environ.get("PITH_COMMAND") or shutil.which("pith")


@pytest.mark.skipif(COMMAND is None, reason="no command pith; set PITH_COMMAND")
@pytest.mark.parametrize("name", prompts.PRIMERS)
def test_primers_are_those_of_the_command(name: str) -> None:
    done = subprocess.run(
        [COMMAND, "primer", name], capture_output=True, text=True, check=True
    )
    assert prompts.primer(name) == done.stdout


def test_which_primer_an_arm_gets() -> None:
    arms = formats.ARMS
    assert prompts.primer_for(arms["json"], "{}") == ""
    assert prompts.primer_for(arms["gcf-nested"], "x") == prompts.primer("gcf")
    assert prompts.primer_for(arms["gcf-graph"], "x") == prompts.primer("gcf-graph")
    assert prompts.primer_for(arms["toon-tab"], "x") == prompts.primer("toon")
    assert prompts.primer_for(arms["auto"], '{"a":1}') == ""
    assert prompts.primer_for(arms["auto"], "GCF profile=generic\n") == prompts.primer(
        "gcf"
    )
    with pytest.raises(ValueError):
        prompts.primer("goon")


def test_the_words_are_the_same_in_every_notation() -> None:
    texts = {
        prompts.document_prefix(arm, "{}").replace(
            prompts.NAMES[prompts.notation_of(arm, "{}")], "X"
        )
        for arm in formats.ARMS.values()
    }
    assert len(texts) == 1
