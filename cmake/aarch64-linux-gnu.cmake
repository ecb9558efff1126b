# SPDX-License-Identifier: MIT
# arm64 by Debian's cross compiler, with libraries that tools/foreign_root.py
# has unpacked into build/arm64; programs run under qemu-user. .ci/nightly names
# the packages.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_ASM_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH foreign_root)
string(APPEND foreign_root "/build/arm64")
set(CMAKE_FIND_ROOT_PATH "${foreign_root}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
# What is the same everywhere, as Boost, is taken from this machine.
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE BOTH)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
set(ENV{PKG_CONFIG_LIBDIR}
    "${foreign_root}/usr/lib/aarch64-linux-gnu/pkgconfig")
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${foreign_root}")
# OpenSSL has a header for each architecture.
foreach(language C CXX)
  set(CMAKE_${language}_STANDARD_INCLUDE_DIRECTORIES
      "${foreign_root}/usr/include/aarch64-linux-gnu")
endforeach()
foreach(kind EXE SHARED MODULE)
  set(CMAKE_${kind}_LINKER_FLAGS_INIT
      "-Wl,-rpath-link,${foreign_root}/usr/lib/aarch64-linux-gnu")
endforeach()

set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L
                                  /usr/aarch64-linux-gnu)
