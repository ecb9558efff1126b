# SPDX-License-Identifier: MIT
# What the library itself needs: simdjson, PCRE2 and OpenSSL's SHA-256.
#
#   pith_link_simdjson(<target>)   sources of the target may include simdjson.h
#   pith_link_pcre2(<target>)
#   pith_link_openssl(<target>)
#
# By default they are found on the system. With PITH_BUNDLED_DEPS they are
# compiled from sources that tools/bundled_deps.py has unpacked, and become
# part of libpith and libpith_tokens. With PITH_FOREIGN_SYSTEM, so is all else
# that the command needs. docs/dependencies.md has the reasons.

set(PITH_BUNDLED_DEPS
    ""
    CACHE PATH "Folder of tools/bundled_deps.py; empty for the system's own")
option(PITH_FOREIGN_SYSTEM
       "Compile every dependency: for systems other than this one" OFF)
option(PITH_OPENSSL "Let OpenSSL compute SHA-256; off for pith's own" ON)

# pith_find_source(<variable> <folder> <name>): what tools/bundled_deps.py has
# unpacked there.
function(pith_find_source variable folder name)
  if(NOT IS_DIRECTORY "${folder}/${name}")
    message(FATAL_ERROR "${folder}/${name} is missing: run "
                        "tools/bundled_deps.py ${folder}")
  endif()
  set(${variable} "${folder}/${name}" PARENT_SCOPE)
endfunction()

# What others wrote has their warnings, and shows nothing of itself.
function(pith_foreign library)
  set_target_properties(
    ${library}
    PROPERTIES C_VISIBILITY_PRESET hidden
               CXX_VISIBILITY_PRESET hidden
               POSITION_INDEPENDENT_CODE ON
               UNITY_BUILD OFF)
  target_compile_options(${library} PRIVATE -w)
endfunction()

# pith_compile_simdjson(<folder>): pith_simdjson, its objects.
function(pith_compile_simdjson folder)
  pith_find_source(simdjson_dir "${folder}" simdjson-3.0.1)
  add_library(pith_simdjson OBJECT "${simdjson_dir}/src/simdjson.cpp")
  target_include_directories(pith_simdjson SYSTEM
                             PUBLIC "${simdjson_dir}/include"
                             PRIVATE "${simdjson_dir}/src")
  target_compile_features(pith_simdjson PUBLIC cxx_std_17)
  # It knows nothing of evex512, without which newer compilers refuse AVX-512.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION
                                                VERSION_GREATER_EQUAL 18)
    target_compile_definitions(pith_simdjson
                               PUBLIC SIMDJSON_IMPLEMENTATION_ICELAKE=0)
  endif()
  pith_foreign(pith_simdjson)
endfunction()

set(pith_is_bundled OFF)
if(PITH_BUNDLED_DEPS)
  set(pith_is_bundled ON)
  enable_language(C)
  pith_compile_simdjson("${PITH_BUNDLED_DEPS}")
  pith_find_source(pcre2_dir "${PITH_BUNDLED_DEPS}" pcre2-10.42)

  # As NON-AUTOTOOLS-BUILD of PCRE2 has it.
  set(pcre2_made "${PROJECT_BINARY_DIR}/pcre2")
  configure_file("${pcre2_dir}/src/config.h.generic" "${pcre2_made}/config.h"
                 COPYONLY)
  configure_file("${pcre2_dir}/src/pcre2.h.generic" "${pcre2_made}/pcre2.h"
                 COPYONLY)
  configure_file("${pcre2_dir}/src/pcre2_chartables.c.dist"
                 "${pcre2_made}/pcre2_chartables.c" COPYONLY)
  set(pcre2_sources "${pcre2_made}/pcre2_chartables.c")
  foreach(
    name
    auto_possess
    compile
    config
    context
    convert
    dfa_match
    error
    extuni
    find_bracket
    jit_compile
    maketables
    match
    match_data
    newline
    ord2utf
    pattern_info
    script_run
    serialize
    string_utils
    study
    substitute
    substring
    tables
    ucd
    valid_utf
    xclass)
    list(APPEND pcre2_sources "${pcre2_dir}/src/pcre2_${name}.c")
  endforeach()
  add_library(pith_pcre2 OBJECT ${pcre2_sources})
  target_include_directories(pith_pcre2 SYSTEM PUBLIC "${pcre2_made}"
                             PRIVATE "${pcre2_dir}/src")
  target_compile_definitions(
    pith_pcre2
    PUBLIC PCRE2_STATIC
    PRIVATE HAVE_CONFIG_H
            HAVE_MEMMOVE
            PCRE2_CODE_UNIT_WIDTH=8
            SUPPORT_UNICODE
            # A compiler needs memory that may be executed.
            $<$<NOT:$<STREQUAL:${CMAKE_SYSTEM_PROCESSOR},wasm32>>:SUPPORT_JIT>)

  pith_foreign(pith_pcre2)
else()
  find_package(simdjson 3.0.1 REQUIRED)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(PCRE2 REQUIRED IMPORTED_TARGET libpcre2-8>=10.34)
endif()
if(PITH_FOREIGN_SYSTEM)
  include(PithForeign)
elseif(PITH_OPENSSL)
  find_package(OpenSSL 3.0 REQUIRED COMPONENTS Crypto)
endif()

# Usage of a bundled library, and its objects for a target that is linked. An
# installed target must not name it.
function(pith_use_bundled target library)
  get_target_property(kind ${target} TYPE)
  target_include_directories(
    ${target} SYSTEM
    PRIVATE $<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>)
  target_compile_definitions(
    ${target}
    PRIVATE $<TARGET_PROPERTY:${library},INTERFACE_COMPILE_DEFINITIONS>)
  if(kind STREQUAL "OBJECT_LIBRARY")
    # Who takes these objects takes those too.
    target_link_libraries(${target} INTERFACE ${library}
                                              $<TARGET_OBJECTS:${library}>)
  else()
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${library}>)
  endif()
endfunction()

function(pith_link_simdjson target)
  if(PITH_BUNDLED_DEPS)
    pith_use_bundled(${target} pith_simdjson)
  else()
    target_link_libraries(${target} PRIVATE simdjson::simdjson)
  endif()
endfunction()

function(pith_link_pcre2 target)
  if(PITH_BUNDLED_DEPS)
    pith_use_bundled(${target} pith_pcre2)
  else()
    target_link_libraries(${target} PRIVATE PkgConfig::PCRE2)
  endif()
endfunction()

function(pith_link_openssl target)
  if(PITH_OPENSSL)
    target_link_libraries(${target} PRIVATE OpenSSL::Crypto)
    target_compile_definitions(${target} PRIVATE PITH_WITH_OPENSSL)
  endif()
endfunction()
