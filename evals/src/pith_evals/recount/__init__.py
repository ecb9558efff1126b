# SPDX-License-Identifier: MIT
"""Counts what public logs of others' experiments say, from the logs alone."""
