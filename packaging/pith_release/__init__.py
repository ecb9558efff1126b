# SPDX-License-Identifier: MIT
"""Makes the packages of a release; see packaging/README.md."""
