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
endif()

if(PITH_COVERAGE)
  # Counters are atomic, because tests of thread safety run here too.
  target_compile_options(pith_flags INTERFACE --coverage
                                              -fprofile-update=atomic)
  target_link_options(pith_flags INTERFACE --coverage)
endif()

# What every target of ours shares; executables link pith_flags themselves.
function(pith_common target)
  set_target_properties(
    ${target}
    PROPERTIES CXX_EXTENSIONS OFF
               CXX_STANDARD_REQUIRED ON
               CXX_VISIBILITY_PRESET hidden
               VISIBILITY_INLINES_HIDDEN ON)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:pith_flags>)
endfunction()
