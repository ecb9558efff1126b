# SPDX-License-Identifier: MIT
# The command as one file that needs nothing of the system it runs on: no
# interpreter, no library. docs/dependencies.md says why glibc and why these
# archives.
#
#   pith_link_static(<executable> <object library>...)
#
# Programs that are linked the ordinary way take the same objects, so that what
# tests say of these holds for the file.

option(PITH_STATIC_COMMAND "Link the pith command into one file (Linux)" OFF)
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
include(ExternalProject)
if(NOT TARGET pith_simdjson)
  pith_compile_simdjson("${PITH_STATIC_DEPS}")
endif()
target_compile_options(pith_simdjson PRIVATE -ffunction-sections
                                             -fdata-sections)

# OpenSSL with what a gateway needs: TLS 1.2 and later, X.509, SHA-2, HMAC. It
# loads neither a configuration nor a module of the system: those are made for
# another OpenSSL.
pith_find_source(openssl_dir "${PITH_STATIC_DEPS}" openssl-3.0.22)
set(openssl_made "${PROJECT_BINARY_DIR}/openssl")
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
  set(openssl_target linux-aarch64)
else()
  set(openssl_target linux-x86_64)
endif()
set(openssl_without
    aria
    autoload-config
    bf
    blake2
    camellia
    cast
    cmp
    cms
    comp
    ct
    des
    dgram
    dsa
    dso
    dtls
    ec2m
    engine
    filenames
    gost
    idea
    legacy
    md4
    mdc2
    module
    multiblock
    nextprotoneg
    ocb
    ocsp
    psk
    rc2
    rc4
    rfc3779
    rmd160
    scrypt
    seed
    shared
    siphash
    siv
    sm2
    sm3
    sm4
    srp
    srtp
    ssl3
    tests
    tls1
    tls1_1
    ts
    ui-console
    weak-ssl-ciphers
    whirlpool)
list(TRANSFORM openssl_without PREPEND no-)
set(openssl_archives "${openssl_made}/libssl.a" "${openssl_made}/libcrypto.a")
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
ExternalProject_Add(
  pith_openssl
  SOURCE_DIR "${openssl_dir}"
  BINARY_DIR "${openssl_made}"
  CONFIGURE_COMMAND
    "${CMAKE_COMMAND}" -E env
    "CC=${CMAKE_CXX_COMPILER_LAUNCHER} ${CMAKE_C_COMPILER}"
    "AR=${CMAKE_AR}" "RANLIB=${CMAKE_RANLIB}" perl "${openssl_dir}/Configure"
    ${openssl_target} ${openssl_without} --prefix=/usr --openssldir=/etc/ssl
    -O2 -fPIC -ffunction-sections -fdata-sections
  # Its objects hold the date on which they were made.
  BUILD_COMMAND "${CMAKE_COMMAND}" -E env SOURCE_DATE_EPOCH=0 make
                -j${cores} build_generated libcrypto.a libssl.a
  INSTALL_COMMAND ""
  BUILD_BYPRODUCTS ${openssl_archives}
  LOG_CONFIGURE ON
  LOG_BUILD ON
  LOG_OUTPUT_ON_FAILURE ON)

find_library(PITH_STATIC_YAML libyaml.a REQUIRED)
find_library(PITH_STATIC_PCRE2 libpcre2-8.a REQUIRED)
find_library(PITH_STATIC_SQLITE libsqlite3.a REQUIRED)
find_library(PITH_STATIC_HIREDIS libhiredis.a REQUIRED)
find_library(PITH_STATIC_ZSTD libzstd.a REQUIRED)
# Half a megabyte less for addresses that the loader adjusts.
check_linker_flag(CXX LINKER:-z,pack-relative-relocs PITH_PACKS_RELOCATIONS)

function(pith_link_static target)
  foreach(objects IN LISTS ARGN ITEMS pith_simdjson)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${objects}>)
  endforeach()
  add_dependencies(${target} pith_openssl)
  set_property(
    TARGET ${target}
    APPEND
    PROPERTY LINK_DEPENDS ${openssl_archives})
  target_link_libraries(
    ${target} PRIVATE pith_inside ${openssl_archives} "${PITH_STATIC_YAML}"
                      "${PITH_STATIC_PCRE2}" "${PITH_STATIC_SQLITE}"
                      "${PITH_STATIC_HIREDIS}" "${PITH_STATIC_ZSTD}")
  target_link_options(
    ${target}
    PRIVATE
    -static-pie
    LINKER:--gc-sections,--build-id=none,-s
    # How glibc warns of modules for names, which static_resolver.cpp excludes.
    LINKER:--no-warnings
    $<$<BOOL:${PITH_PACKS_RELOCATIONS}>:LINKER:-z,pack-relative-relocs>)
endfunction()
