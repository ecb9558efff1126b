# SPDX-License-Identifier: MIT
# Windows on x64 by zig, with the headers and the C library of MinGW-w64 (the
# system's own ucrtbase.dll at run time). Programs run under wine.
#
#   PITH_ZIG   see zig.cmake

set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)
# Windows 10: older ones get no corrections any more.
set(zig_target x86_64-windows.win10-gnu)
include("${CMAKE_CURRENT_LIST_DIR}/zig.cmake")
