# SPDX-License-Identifier: MIT
"""Questions with typed answers that are compared exactly."""
