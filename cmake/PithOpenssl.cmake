# SPDX-License-Identifier: MIT
# pith_compile_openssl(<folder>): the target pith_openssl, and its archives in
# the variable pith_openssl_archives of the caller. Its headers are in
# pith_openssl_includes.
#
# OpenSSL with what a gateway needs: TLS 1.2 and later, X.509, SHA-2, HMAC. It
# loads neither a configuration nor a module of the system: those are made for
# another OpenSSL.

include(ExternalProject)

function(pith_compile_openssl folder)
  pith_find_source(openssl_dir "${folder}" openssl-3.0.22)
  set(openssl_made "${PROJECT_BINARY_DIR}/openssl")
  if(APPLE)
    set(openssl_target darwin64-${CMAKE_SYSTEM_PROCESSOR}-cc)
  elseif(WIN32)
    set(openssl_target mingw64)
  elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
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
  set(archives "${openssl_made}/libssl.a" "${openssl_made}/libcrypto.a")
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
    BUILD_BYPRODUCTS ${archives}
    LOG_CONFIGURE ON
    LOG_BUILD ON
    LOG_OUTPUT_ON_FAILURE ON)
  set(pith_openssl_archives ${archives} PARENT_SCOPE)
  set(pith_openssl_includes "${openssl_made}/include" "${openssl_dir}/include"
      PARENT_SCOPE)
endfunction()
