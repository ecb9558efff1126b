# SPDX-License-Identifier: MIT
"""Documents made from seeds, with what is known about them.

Nothing in them repeats with a period, so that no answer can be guessed from a
few rows, and no identifier tells the number of its row.
"""
