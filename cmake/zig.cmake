# SPDX-License-Identifier: MIT
# The compilers of zig, which has the headers of other systems and linkers for
# them; the Python package ziglang has zig. Toolchain files of such systems set
# zig_target and include this. Set:
#
#   PITH_ZIG   the program; that in build/zig if not given

cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH zig_source)
if(NOT PITH_ZIG)
  file(GLOB zig_found
       "${zig_source}/build/zig/lib/python3*/site-packages/ziglang/zig")
  if(NOT zig_found)
    message(FATAL_ERROR "There is no zig in build/zig: .ci/nightly macos and "
                        ".ci/nightly windows install it; or name one with "
                        "-DPITH_ZIG=FILE")
  endif()
  list(GET zig_found 0 PITH_ZIG)
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PITH_ZIG)
# To link the first program, zig compiles its C++ library: not for a question.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

# One program each, as CMake and the build of OpenSSL want it. Their names let
# CMake and ccache know them.
set(zig_tools "${CMAKE_BINARY_DIR}/zig")
foreach(tool "clang cc -target ${zig_target}" "clang++ c++ -target ${zig_target}"
             "ar ar" "ranlib ranlib")
  string(REGEX MATCH "^([^ ]+) (.*)$" matched "${tool}")
  set(zig_name "${CMAKE_MATCH_1}")
  set(zig_words "${CMAKE_MATCH_2}")
  file(
    CONFIGURE
    OUTPUT "${zig_tools}/${zig_name}"
    CONTENT
      [[#!/bin/sh
: "${ZIG_GLOBAL_CACHE_DIR:=@zig_source@/build/zig_cache}"
export ZIG_GLOBAL_CACHE_DIR
exec "@PITH_ZIG@" @zig_words@ "$@"
]]
    @ONLY)
  file(
    CHMOD
    "${zig_tools}/${zig_name}"
    PERMISSIONS
    OWNER_READ
    OWNER_WRITE
    OWNER_EXECUTE
    GROUP_READ
    GROUP_EXECUTE
    WORLD_READ
    WORLD_EXECUTE)
endforeach()
set(CMAKE_C_COMPILER "${zig_tools}/clang")
set(CMAKE_CXX_COMPILER "${zig_tools}/clang++")
set(CMAKE_ASM_COMPILER "${zig_tools}/clang")
set(CMAKE_AR "${zig_tools}/ar" CACHE FILEPATH "")
set(CMAKE_RANLIB "${zig_tools}/ranlib" CACHE FILEPATH "")

# Nothing of the machine that compiles may be found.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
