# SPDX-License-Identifier: MIT
# wasm32-wasi by Debian's clang 16, libc++ and wasi-libc; .ci/nightly names the
# packages. Their C++ library has neither exceptions nor threads.

# CMake 3.25 does not know WASI.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-16)
set(CMAKE_CXX_COMPILER clang++-16)
set(CMAKE_ASM_COMPILER clang-16)
foreach(language C CXX ASM)
  set(CMAKE_${language}_COMPILER_TARGET wasm32-wasi)
endforeach()
set(CMAKE_AR llvm-ar-16)
set(CMAKE_RANLIB llvm-ranlib-16)

# Nothing of the machine that compiles may be found.
set(wasi_flags "--sysroot=/usr -nostdlibinc -isystem /usr/include/wasm32-wasi")
# The scalar twin does the same byte by byte.
option(PITH_WASM_SIMD "Use WebAssembly's SIMD" OFF)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PITH_WASM_SIMD)
if(PITH_WASM_SIMD)
  string(APPEND wasi_flags " -msimd128")
endif()
set(CMAKE_C_FLAGS_INIT "${wasi_flags}")
set(CMAKE_CXX_FLAGS_INIT
    "-fno-exceptions -fno-rtti -nostdinc++ -isystem /usr/include/wasm32-wasi/c++/v1 ${wasi_flags}"
)

# With -O the driver calls whatever wasm-opt it finds, and Debian's refuses what
# this compiler writes unless it is told of sign extension.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-O0")

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
