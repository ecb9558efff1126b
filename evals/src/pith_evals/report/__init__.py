# SPDX-License-Identifier: MIT
"""The page of evidence, made of committed results and tables alone."""
