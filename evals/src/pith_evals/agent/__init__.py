# SPDX-License-Identifier: MIT
"""Models that call tools: native, in prompts, and with questions in SQL."""
