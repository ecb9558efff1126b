#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the pith command as its users do.

usage: run.py PITH [TEST...]     all, or for example test_compare.Compare
"""

import os
import pathlib
import sys
import unittest

if __name__ == "__main__":
    if len(sys.argv) > 1:
        # For harness.py, which is imported by every test.
        os.environ["PITH_UNDER_TEST"] = os.path.abspath(sys.argv.pop(1))
    here = str(pathlib.Path(__file__).resolve().parent)
    if len(sys.argv) > 1:
        sys.path.insert(0, here)
        unittest.main(module=None)
    else:
        unittest.main(module=None, argv=[sys.argv[0], "discover", "-s", here])
