#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the workflows to what they are for: they call .ci/ and have no logic of
their own; their actions are pinned to a version; nightly.yml has every stage
of .ci/nightly, but for those that its head names as "Not here:".

actionlint reads the rest (.ci/nightly workflows).

usage: check_workflows.py REPOSITORY
"""

import pathlib
import re
import sys

import check_sources

# What a runner needs before there is a .ci/, and after it.
ALLOWED = (
    re.compile(r"\.ci/(?:setup|run|nightly|macos)(?: [\w$.{} /-]+)?"),
    re.compile(r"apt-get update -q && apt-get install -q -y "
               r"--no-install-recommends ca-certificates git"),
    re.compile(r'gh release create "\$GITHUB_REF_NAME" [^;&|`]+'),
)
PINNED = re.compile(r"[\w-]+/[\w-]+@v\d+\.\d+\.\d+")
RUN = re.compile(r"^[ -]*run:[ ]*(.*)$")
USES = re.compile(r"^[ -]*uses:[ ]*(.*)$")


def complaints(text):
    """Yields (line, words) for one workflow."""
    for number, line in enumerate(text.splitlines(), start=1):
        run = RUN.match(line)
        if run and not any(rule.fullmatch(run[1]) for rule in ALLOWED):
            yield number, "a workflow calls .ci/ and does nothing else"
        uses = USES.match(line)
        if uses and not PINNED.fullmatch(uses[1]):
            yield number, "pin the action to a version: @v1.2.3"


def stages_of(script):
    """The stages that .ci/nightly defines."""
    return set(re.findall(r"(?m)^stage_(\w+)\(\)", script))


def stages_run(workflow):
    """The stages in the matrix of nightly.yml, and those it leaves out."""
    matrix = re.search(r"\n +stage:\n((?: +- \w+\n)+)", workflow)
    left_out = re.search(r"Not here: (\w+(?: and \w+)*)", workflow)
    return (set(re.findall(r"- (\w+)", matrix[1])) if matrix else set(),
            set(left_out[1].split(" and ")) if left_out else set())


def check(root):
    root = pathlib.Path(root)
    found = []
    for path in sorted((root / ".github" / "workflows").glob("*.yml")):
        found += [f"{path}:{number}: {words}" for number, words
                  in complaints(path.read_text(encoding="utf-8"))]
    nightly = root / ".github" / "workflows" / "nightly.yml"
    wanted = stages_of((root / ".ci" / "nightly").read_text(encoding="utf-8"))
    run, left_out = stages_run(nightly.read_text(encoding="utf-8"))
    if run & left_out or run | left_out != wanted:
        odd = sorted((run & left_out) | ((run | left_out) ^ wanted))
        found.append(f"{nightly}:1: not the stages of .ci/nightly: "
                     + " ".join(odd))
    return found


if __name__ == "__main__":
    sys.exit(check_sources.report(check(sys.argv[1])))
