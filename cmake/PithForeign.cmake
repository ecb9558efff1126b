# SPDX-License-Identifier: MIT
# What the command needs beside simdjson and PCRE2, for systems for which Debian
# has no packages: compiled from the sources of `tools/bundled_deps.py --all`,
# under the names that find_package() gives them. Libraries of headers are those
# of this machine.

if(NOT PITH_BUNDLED_DEPS)
  message(FATAL_ERROR "PITH_FOREIGN_SYSTEM needs PITH_BUNDLED_DEPS")
endif()
include(PithOpenssl)

# pith_foreign_library(<name> <folder> <source>...): a static library; sources
# are below the folder.
function(pith_foreign_library name folder)
  list(TRANSFORM ARGN PREPEND "${folder}/")
  add_library(${name} STATIC ${ARGN})
  pith_foreign(${name})
  target_compile_options(${name} PRIVATE -O2 -ffunction-sections
                                         -fdata-sections)
endfunction()

# Next to them in /usr/include are headers of glibc, so each has a link in a
# folder of ours.
set(foreign_headers "${PROJECT_BINARY_DIR}/headers")
file(MAKE_DIRECTORY "${foreign_headers}")
foreach(name boost fmt spdlog toml++)
  find_path(
    PITH_${name}_HEADERS ${name}
    PATHS /usr/include
    NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  if(NOT EXISTS "${foreign_headers}/${name}")
    file(CREATE_LINK "${PITH_${name}_HEADERS}/${name}"
         "${foreign_headers}/${name}" SYMBOLIC)
  endif()
endforeach()
foreach(name Boost::headers fmt::fmt-header-only spdlog::spdlog_header_only
             Threads::Threads)
  add_library(${name} INTERFACE IMPORTED GLOBAL)
endforeach()
target_include_directories(Boost::headers INTERFACE "${foreign_headers}")
target_include_directories(fmt::fmt-header-only INTERFACE "${foreign_headers}")
target_compile_definitions(fmt::fmt-header-only INTERFACE FMT_HEADER_ONLY=1)
target_include_directories(spdlog::spdlog_header_only
                           INTERFACE "${foreign_headers}")
target_compile_definitions(spdlog::spdlog_header_only
                           INTERFACE SPDLOG_FMT_EXTERNAL)

pith_compile_openssl("${PITH_BUNDLED_DEPS}")
# Made while pith is built; CMake wants it now.
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/openssl/include")
foreach(name Crypto SSL)
  add_library(OpenSSL::${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(OpenSSL::${name}
                             INTERFACE ${pith_openssl_includes})
  target_link_libraries(OpenSSL::${name} INTERFACE ${pith_openssl_archives})
  add_dependencies(OpenSSL::${name} pith_openssl)
endforeach()

pith_find_source(yaml_dir "${PITH_BUNDLED_DEPS}" libyaml-0.2.5)
pith_foreign_library(
  pith_yaml
  "${yaml_dir}/src"
  api.c
  emitter.c
  parser.c
  reader.c
  scanner.c
  writer.c)
target_include_directories(pith_yaml SYSTEM PUBLIC "${yaml_dir}/include")
target_compile_definitions(
  pith_yaml
  PUBLIC YAML_DECLARE_STATIC
  PRIVATE YAML_VERSION_MAJOR=0 YAML_VERSION_MINOR=2 YAML_VERSION_PATCH=5
          "YAML_VERSION_STRING=\"0.2.5\"")
add_library(PkgConfig::YAML ALIAS pith_yaml)

pith_find_source(sqlite_dir "${PITH_BUNDLED_DEPS}" sqlite3-3.40.1)
pith_foreign_library(pith_sqlite "${sqlite_dir}" sqlite3.c)
target_include_directories(pith_sqlite SYSTEM PUBLIC "${sqlite_dir}")
# What changes the meaning of a query is as in Debian's library.
target_compile_definitions(
  pith_sqlite
  PRIVATE SQLITE_ENABLE_FTS5
          SQLITE_ENABLE_MATH_FUNCTIONS
          SQLITE_LIKE_DOESNT_MATCH_BLOBS
          SQLITE_MAX_VARIABLE_NUMBER=250000
          SQLITE_OMIT_DEPRECATED
          SQLITE_OMIT_LOAD_EXTENSION
          SQLITE_OMIT_LOOKASIDE
          SQLITE_SOUNDEX
          SQLITE_THREADSAFE=1)
add_library(SQLite::SQLite3 ALIAS pith_sqlite)

pith_find_source(hiredis_dir "${PITH_BUNDLED_DEPS}" hiredis-0.14.1)
pith_foreign_library(
  pith_hiredis
  "${hiredis_dir}"
  alloc.c
  hiredis.c
  read.c
  sds.c)
if(WIN32)
  target_sources(pith_hiredis
                 PRIVATE "${PROJECT_SOURCE_DIR}/cmake/hiredis_without_net.c")
  target_include_directories(pith_hiredis PRIVATE "${hiredis_dir}")
  target_compile_options(pith_hiredis
                         PRIVATE "-Dstrerror_r(e,b,n)=strerror_s(b,n,e)")
else()
  target_sources(pith_hiredis PRIVATE "${hiredis_dir}/net.c")
endif()
# Its headers are found as hiredis/read.h.
if(NOT EXISTS "${foreign_headers}/hiredis")
  file(CREATE_LINK "${hiredis_dir}" "${foreign_headers}/hiredis" SYMBOLIC)
endif()
set(PITH_HIREDIS pith_hiredis)
set(PITH_HIREDIS_INCLUDE "${foreign_headers}")

pith_find_source(zstd_dir "${PITH_BUNDLED_DEPS}" zstd-1.5.4)
file(
  GLOB zstd_sources
  RELATIVE "${zstd_dir}/lib"
  "${zstd_dir}/lib/common/*.c" "${zstd_dir}/lib/compress/*.c"
  "${zstd_dir}/lib/decompress/*.c")
pith_foreign_library(pith_zstd "${zstd_dir}/lib" ${zstd_sources})
# The assembler is for ELF.
target_compile_definitions(pith_zstd PRIVATE ZSTD_DISABLE_ASM=1
                                             ZSTD_LEGACY_SUPPORT=0)
set(PITH_ZSTD pith_zstd)
set(PITH_ZSTD_INCLUDE "${zstd_dir}/lib")
