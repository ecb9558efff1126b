# SPDX-License-Identifier: MIT
# The command as one file that needs nothing of the system it runs on: no
# interpreter, no library; on macOS and Windows, nothing but the libraries of the
# system.
# docs/dependencies.md says why glibc and why these archives.
#
#   pith_link_static(<executable> <object library>...)
#
# Programs that are linked the ordinary way take the same objects, so that what
# tests say of these holds for the file.

option(PITH_STATIC_COMMAND "Link the pith command into one file" OFF)
set(PITH_STATIC_DEPS
    "${PROJECT_SOURCE_DIR}/build/deps"
    CACHE PATH "Folder of tools/bundled_deps.py, for PITH_STATIC_COMMAND")
if(NOT PITH_STATIC_COMMAND)
  return()
endif()

# Sections, so that the linker leaves out what nobody calls.
target_compile_options(pith_flags INTERFACE -ffunction-sections -fdata-sections)

enable_language(C)
include(CheckLinkerFlag)
include(PithOpenssl)
if(NOT TARGET pith_simdjson)
  pith_compile_simdjson("${PITH_STATIC_DEPS}")
endif()
target_compile_options(pith_simdjson PRIVATE -ffunction-sections
                                             -fdata-sections)

if(NOT TARGET pith_openssl)
  pith_compile_openssl("${PITH_STATIC_DEPS}")
endif()
# What is linked, and how the linker leaves out what nobody needs.
if(PITH_FOREIGN_SYSTEM)
  set(static_objects pith_pcre2 pith_simdjson)
  set(static_archives pith_yaml pith_sqlite pith_hiredis pith_zstd)
  if(WIN32)
    # Libraries of the system: sockets, certificates, entropy, rights.
    list(
      APPEND
      static_archives
      ws2_32
      mswsock
      crypt32
      bcrypt
      advapi32
      user32
      psapi)
  endif()
  if(WIN32)
    # What is for debuggers is in another file, pith.pdb.
    set(static_options LINKER:--gc-sections)
  else()
    set(static_options LINKER:-dead_strip -s)
    # zig keeps the names of all functions; llvm-strip signs the file anew.
    find_program(PITH_LLVM_STRIP NAMES llvm-strip-16 llvm-strip REQUIRED
                 NO_CMAKE_FIND_ROOT_PATH)
  endif()
else()
  find_library(PITH_STATIC_YAML libyaml.a REQUIRED)
  find_library(PITH_STATIC_PCRE2 libpcre2-8.a REQUIRED)
  find_library(PITH_STATIC_SQLITE libsqlite3.a REQUIRED)
  find_library(PITH_STATIC_HIREDIS libhiredis.a REQUIRED)
  find_library(PITH_STATIC_ZSTD libzstd.a REQUIRED)
  set(static_objects pith_simdjson)
  set(static_archives "${PITH_STATIC_YAML}" "${PITH_STATIC_PCRE2}"
                      "${PITH_STATIC_SQLITE}" "${PITH_STATIC_HIREDIS}"
                      "${PITH_STATIC_ZSTD}")
  # Half a megabyte less for addresses that the loader adjusts.
  check_linker_flag(CXX LINKER:-z,pack-relative-relocs PITH_PACKS_RELOCATIONS)
  set(static_options
      -static-pie
      LINKER:--gc-sections,--build-id=none,-s
      # How glibc warns of modules for names, which static_resolver.cpp
      # excludes.
      LINKER:--no-warnings
      $<$<BOOL:${PITH_PACKS_RELOCATIONS}>:LINKER:-z,pack-relative-relocs>)
endif()

function(pith_link_static target)
  foreach(objects IN LISTS ARGN static_objects)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${objects}>)
  endforeach()
  add_dependencies(${target} pith_openssl)
  set_property(
    TARGET ${target}
    APPEND
    PROPERTY LINK_DEPENDS ${pith_openssl_archives})
  target_link_libraries(
    ${target} PRIVATE pith_inside ${pith_openssl_archives} ${static_archives})
  target_link_options(${target} PRIVATE ${static_options})
  if(APPLE)
    add_custom_command(
      TARGET ${target}
      POST_BUILD
      COMMAND "${PITH_LLVM_STRIP}" "$<TARGET_FILE:${target}>"
      VERBATIM)
  endif()
endfunction()
