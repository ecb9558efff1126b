# SPDX-License-Identifier: MIT
"""Experiments that show what models make of compact formats."""
