# SPDX-License-Identifier: MIT
"""One module for each command: SUMMARY, add_arguments(parser), run(options)."""
