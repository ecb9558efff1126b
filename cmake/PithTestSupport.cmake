# SPDX-License-Identifier: MIT
# pith_test_support: what tests, fuzz targets and benchmarks share. It brings
# the library's objects with it, so that they reach what the library hides.

set(pith_support_dir "${PROJECT_SOURCE_DIR}/tests/support")
file(GLOB pith_support_sources CONFIGURE_DEPENDS "${pith_support_dir}/*.cpp")

# Tests take numbers of 64 bits as sizes. Where sizes are smaller, the library
# is compiled with this warning and they are not.
add_library(pith_test_flags INTERFACE)
if(CMAKE_SIZEOF_VOID_P EQUAL 4)
  target_compile_options(pith_test_flags INTERFACE -Wno-conversion)
endif()

add_library(pith_test_support OBJECT ${pith_support_sources})
pith_common(pith_test_support)
target_link_libraries(pith_test_support PRIVATE pith_test_flags)
# Tests have the same private names everywhere.
set_target_properties(pith_test_support PROPERTIES UNITY_BUILD OFF)
target_include_directories(pith_test_support PUBLIC "${pith_support_dir}")
target_compile_definitions(
  pith_test_support
  PUBLIC PITH_SHARED_DIR="${PITH_SHARED_DIR}"
         PITH_TESTDATA_DIR="${PITH_TESTDATA_DIR}")
target_link_libraries(pith_test_support PUBLIC pith_objects)
set(pith_token_objects pith_tokenizer_image_objects pith_tokens_objects)

# pith_program(<target> <source>...)
function(pith_program target)
  add_executable(${target} ${ARGN})
  pith_common(${target})
  target_link_libraries(${target} PRIVATE pith_test_flags)
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
  # Objects reach only those who link them directly.
  target_link_libraries(${target} PRIVATE pith_test_support
                                          ${pith_library_objects})
endfunction()
