# SPDX-License-Identifier: MIT
# pith_flags: how our own targets are compiled. Never installed, never seen by
# a consumer; nothing here touches global flags.

add_library(pith_flags INTERFACE)
target_compile_features(pith_flags INTERFACE cxx_std_20)
target_compile_options(
  pith_flags
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            -Wconversion
            -Wshadow
            -Wold-style-cast
            -Wcast-qual
            $<$<BOOL:${PITH_WERROR}>:-Werror>)
# gcc 12 warns of "text" + std::string, wrongly (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION
                                            VERSION_LESS 13)
  target_compile_options(pith_flags INTERFACE -Wno-restrict)
endif()

# Sources that are read as one share their private names. The release build,
# which reads them one by one, has these warnings.
if(CMAKE_UNITY_BUILD)
  target_compile_options(
    pith_flags INTERFACE -Wno-shadow
                         $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()

if(PITH_SANITIZE)
  target_compile_options(
    pith_flags INTERFACE -fsanitize=${PITH_SANITIZE} -fno-sanitize-recover=all
                         -fno-omit-frame-pointer)
  # libFuzzer's own runtime is linked by the fuzz targets alone.
  string(REPLACE "fuzzer-no-link," "" pith_sanitize_link "${PITH_SANITIZE}")
  target_link_options(pith_flags INTERFACE -fsanitize=${pith_sanitize_link})
  # Where tests run too, libFuzzer sees which branches are taken, but not what
  # was compared: that would double the time of the tests.
  if(PITH_FUZZ AND NOT PITH_SANITIZE MATCHES "fuzzer")
    target_compile_options(
      pith_flags INTERFACE -fsanitize-coverage=inline-8bit-counters,pc-table)
  endif()
endif()

# Counts of regions of the source, so that optimisation does not move them.
if(PITH_COVERAGE)
  set(pith_coverage_flags -fprofile-instr-generate -fcoverage-mapping)
  target_compile_options(pith_flags INTERFACE ${pith_coverage_flags})
  target_link_options(pith_flags INTERFACE ${pith_coverage_flags})
endif()

# pith_precompile(<target> <header>...): only large headers of others, so that
# our own sources still have to include what they use.
function(pith_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  # What ccache asks for (together with its setting sloppiness = pch_defines,
  # time_macros).
  target_compile_options(
    ${target}
    PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
            $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
endfunction()

# pith_compile_fast(<target>): with sanitizers without optimisation, for code
# that waits more than it computes. It compiles in less than half the time.
function(pith_compile_fast target)
  if(PITH_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  endif()
endfunction()

# pith_compile_small(<target>): in release builds, for code that runs once. It
# takes half the room, and less time to compile.
set(pith_small_option $<$<CONFIG:Release>:-Os>)
function(pith_compile_small target)
  target_compile_options(${target} PRIVATE ${pith_small_option})
endfunction()

# What every target of ours shares; executables link pith_flags themselves.
function(pith_common target)
  set_target_properties(
    ${target}
    PROPERTIES CXX_EXTENSIONS OFF
               CXX_STANDARD_REQUIRED ON
               CXX_VISIBILITY_PRESET hidden
               VISIBILITY_INLINES_HIDDEN ON)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:pith_flags>)
  # Opens what only sources of pith may do (error.hpp).
  target_compile_definitions(${target} PRIVATE PITH_INTERNAL)
endfunction()

# pith_inner(<target>...): libraries and objects that include one another as
# src/ has it. None of their headers is installed.
function(pith_inner)
  foreach(target IN LISTS ARGN)
    pith_common(${target})
    target_compile_features(${target} PUBLIC cxx_std_20)
    target_include_directories(
      ${target} PUBLIC "${PROJECT_SOURCE_DIR}/include"
                       "${PROJECT_BINARY_DIR}/include"
                       "${PROJECT_SOURCE_DIR}/src")
    if(NOT BUILD_SHARED_LIBS)
      target_compile_definitions(${target} PUBLIC PITH_STATIC)
    endif()
  endforeach()
endfunction()
