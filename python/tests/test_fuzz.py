# SPDX-License-Identifier: MIT
"""The targets of atheris, with the seeds and some random bytes."""

from __future__ import annotations

import random
import sys

from conftest import REPOSITORY, size

sys.path.insert(0, str(REPOSITORY / "python/fuzz"))
import targets  # noqa: E402


def test_seeds() -> None:
    count = 0
    for seed in targets.seeds(REPOSITORY / "fuzz/seeds"):
        targets.run(seed)
        count += 1
    assert count > 5000


def test_random_bytes() -> None:
    for seed in range(size("bytes", 3000)):
        r = random.Random(seed)
        target = bytes([seed % len(targets.TARGETS)])
        targets.run(target + r.randbytes(r.randrange(300)))
