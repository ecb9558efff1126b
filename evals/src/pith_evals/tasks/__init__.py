# SPDX-License-Identifier: MIT
"""Experiments of a single turn, each as a list of asks."""
