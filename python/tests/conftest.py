# SPDX-License-Identifier: MIT
"""Where the data of the tests are, and how much of them a run takes."""

from __future__ import annotations

import os
import pathlib

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "gate", max_examples=60, deadline=None, derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("gate")

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def size(name: str, gate: int) -> int:
    """How many of something: PITH_PYTHON_<NAME>, or what the gate takes."""
    return int(os.environ.get(f"PITH_PYTHON_{name.upper()}", gate))


@pytest.fixture(scope="session")
def shared() -> pathlib.Path:
    """The fixtures and data sets that are not part of the repository."""
    path = pathlib.Path(
        os.environ.get("PITH_SHARED_DIR", REPOSITORY.parent / "shared"))
    if not path.is_dir():
        pytest.skip(f"{path} is absent")
    return path


@pytest.fixture(scope="session")
def testdata() -> pathlib.Path:
    return REPOSITORY / "testdata"
