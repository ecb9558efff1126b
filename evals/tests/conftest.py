# SPDX-License-Identifier: MIT
"""Keeps what Inspect writes about itself inside the tests."""
import os
import tempfile

# Before Inspect is imported, which asks for it once.
os.environ["XDG_DATA_HOME"] = os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(
    prefix="pith_evals_"
)
