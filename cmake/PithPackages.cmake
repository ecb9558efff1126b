# SPDX-License-Identifier: MIT
# cpack --preset deb: libpith0, libpith-dev and pith. Two builds of the same
# source give the same bytes (tests/packages/run.sh proves it).

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME pith)
set(CPACK_PACKAGE_VENDOR "the pith authors")
set(CPACK_PACKAGE_CONTACT "the pith authors <pith@localhost>")
set(CPACK_COMPONENTS_ALL runtime development tools)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
# Everything has the date of the source, not of the build.
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS
    "${PROJECT_BINARY_DIR}/src" "${PROJECT_BINARY_DIR}/src/tokenizer"
    "${PROJECT_BINARY_DIR}/src/c_api")
set(version "(= ${PROJECT_VERSION})")

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libpith0)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
    "structured data for language models, in few tokens (library)
 Reads and writes GCF, TOON, TRON, GCB and JSON, and counts tokens exactly;
 the tables of the tokenizers are inside.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpith-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libpith0 ${version}")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "structured data for language models, in few tokens (headers)
 Headers, a CMake package and pkg-config files of libpith.")

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME pith)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "libpith0 ${version}")
set(CPACK_COMPONENT_TOOLS_DESCRIPTION
    "structured data for language models, in few tokens (command)
 Converts between JSON, GCF, TOON, TRON, CSV, YAML and others, counts tokens
 exactly, compares formats, and makes and applies deltas. With man pages and
 completions for bash, zsh and fish.")

include(CPack)
