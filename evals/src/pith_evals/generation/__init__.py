# SPDX-License-Identifier: MIT
"""What models are asked to write, and how it is read back."""
