# SPDX-License-Identifier: MIT
"""The source of the commit, with the recipe for Conan in packaging/conan."""

import subprocess

from . import project, writers


def make(release, made):
    stem = f"pith-{release.version}"
    plain = subprocess.run(
        ["git", "-C", project.ROOT, "archive", "--format=tar",
         f"--prefix={stem}/", release.commit], check=True,
        capture_output=True).stdout
    return {f"{stem}-source.tar.gz": writers.gz(plain, release.date)}
