# SPDX-License-Identifier: MIT
"""Keeps what Inspect writes about itself inside the tests."""
import atexit
import os
import shutil
import tempfile

_HOME = tempfile.mkdtemp(prefix="pith_evals_")
atexit.register(shutil.rmtree, _HOME, ignore_errors=True)
# Before Inspect is imported, which asks for it once.
os.environ["XDG_DATA_HOME"] = os.environ["XDG_CACHE_HOME"] = _HOME
