# SPDX-License-Identifier: MIT
# macOS by zig. Programs cannot run on this machine. Set:
#
#   PITH_MACOS_PROCESSOR   arm64 or x86_64
#   PITH_ZIG               see zig.cmake

if(NOT PITH_MACOS_PROCESSOR MATCHES "^(arm64|x86_64)$")
  message(FATAL_ERROR "PITH_MACOS_PROCESSOR must be arm64 or x86_64")
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PITH_MACOS_PROCESSOR)

set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_SYSTEM_PROCESSOR ${PITH_MACOS_PROCESSOR})
# Monterey: older ones get no corrections any more.
set(zig_system macos.12.0)
if(PITH_MACOS_PROCESSOR STREQUAL "arm64")
  set(zig_target aarch64-${zig_system})
else()
  set(zig_target x86_64-${zig_system})
endif()
include("${CMAKE_CURRENT_LIST_DIR}/zig.cmake")

# CMake asks for it, but nothing is installed from such a build.
set(CMAKE_INSTALL_NAME_TOOL true CACHE FILEPATH "")
# zig has its own.
set(CMAKE_OSX_SYSROOT "")
set(CMAKE_OSX_ARCHITECTURES "")
set(CMAKE_OSX_DEPLOYMENT_TARGET "")
