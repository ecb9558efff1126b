# SPDX-License-Identifier: MIT
"""Which sources are for which system."""


def is_for_windows(name):
    """Whether only a build for Windows compiles the source of this name."""
    return (name.endswith(("_windows.cpp", "/windows.cpp"))
            or "/windows/" in name)
