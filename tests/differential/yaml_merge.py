#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Merge keys and several documents against PyYAML.

Random documents of maps that merge one another must mean the same to both.
Skipped where PyYAML is not installed.

    yaml_merge.py PITH [--count N] [--seed S]
"""

import argparse
import json
import os
import random
import subprocess
import sys

SKIPPED = 77


def random_map(draw, anchors, depth=0):
    """A flow map; merges name anchors that came before it."""
    keys = draw.sample("abcdef", draw.randrange(1, 5))
    parts = []
    for key in keys:
        kind = draw.randrange(4)
        if kind == 0 and depth < 3:
            value = random_map(draw, anchors, depth + 1)
        elif kind == 1 and anchors:
            value = "*" + draw.choice(anchors)
        else:
            value = str(draw.randrange(100))
        parts.append(f"{key}: {value}")
    if anchors and draw.random() < 0.7:
        names = ["*" + a for a in draw.choices(anchors, k=draw.randrange(1, 4))]
        inline = "{a: 0, z: 1}"
        merge = draw.choice([
            names[0], "[" + ", ".join(names) + "]", inline,
            f"[{names[0]}, {inline}]",
        ])
        parts.insert(draw.randrange(len(parts) + 1), f"<<: {merge}")
    return "{" + ", ".join(parts) + "}"


def random_document(draw):
    anchors, lines = [], []
    for number in range(draw.randrange(1, 7)):
        name = f"m{number}"
        lines.append(f"{name}: &{name} {random_map(draw, anchors)}")
        anchors.append(name)
    return "\n".join(lines) + "\n"


def main():
    words = argparse.ArgumentParser()
    words.add_argument("pith")
    words.add_argument("--count", type=int, default=400)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    try:
        import yaml
    except ImportError:
        print("PyYAML is not installed")
        return SKIPPED
    draw = random.Random(given.seed)
    texts = [random_document(draw) for _ in range(given.count)]
    done = subprocess.run(
        [given.pith, "decode", "-f", "yaml", "--merge-keys",
         "--yaml-documents=array"],
        input="---\n".join(texts).encode(), capture_output=True, check=False,
        env={**os.environ, "PITH_CONFIG": ""})
    if done.returncode != 0:
        print(done.stderr.decode())
        return 1
    for number, (text, ours) in enumerate(zip(texts, json.loads(done.stdout))):
        theirs = yaml.safe_load(text)
        if ours != theirs:
            print(f"document {number}:\n{text}ours:   {ours}\n"
                  f"theirs: {theirs}")
            return 1
    print(f"{len(texts)} documents mean the same")
    return 0


if __name__ == "__main__":
    sys.exit(main())
