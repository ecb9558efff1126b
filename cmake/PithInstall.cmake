# SPDX-License-Identifier: MIT
# cmake --install: library, headers, find_package config, pkg-config, command.

include(CMakePackageConfigHelpers)

set(pith_config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/pith")

install(
  TARGETS pith pith_tokens pith_c
  EXPORT pith_targets
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT runtime
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
          COMPONENT runtime
          NAMELINK_COMPONENT development
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development
  FILE_SET HEADERS
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  COMPONENT development
  FILE_SET adapters
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  COMPONENT development)
install(
  EXPORT pith_targets
  NAMESPACE pith::
  FILE pith-targets.cmake
  DESTINATION "${pith_config_dir}"
  COMPONENT development)

configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/pith-config.cmake.in"
  "${PROJECT_BINARY_DIR}/pith-config.cmake"
  INSTALL_DESTINATION "${pith_config_dir}"
  NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Before 1.0 a minor release may change the API.
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/pith-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(
  FILES "${PROJECT_BINARY_DIR}/pith-config.cmake"
        "${PROJECT_BINARY_DIR}/pith-config-version.cmake"
  DESTINATION "${pith_config_dir}"
  COMPONENT development)

# A static libpith.a cannot be linked without what it uses, so the .pc of a
# static build requires it outright: it then links with and without --static.
# A shared build carries the dependency inside the library.
if(BUILD_SHARED_LIBS)
  set(pith_pc_requires "")
  set(pith_pc_tokens_requires "")
  set(pith_pc_cflags "")
  set(pith_pc_c_libs "")
else()
  # A compiler for C brings neither the runtime of C++ nor that of its
  # mathematics. They stand before libpith.a, which needs them, so the linker
  # must not drop them by then.
  if(APPLE)
    set(pith_pc_c_libs " -lc++")
  else()
    set(pith_pc_c_libs
        " -Wl,--push-state,--no-as-needed,-lstdc++,-lm,--pop-state")
  endif()
  set(pith_pc_needs)
  set(pith_pc_tokens_requires "")
  if(NOT PITH_BUNDLED_DEPS)
    list(APPEND pith_pc_needs "simdjson >= 3.0.1")
    set(pith_pc_tokens_requires ", libpcre2-8 >= 10.34")
  endif()
  if(PITH_OPENSSL)
    list(APPEND pith_pc_needs "libcrypto >= 3.0")
  endif()
  list(JOIN pith_pc_needs ", " pith_pc_requires)
  if(pith_pc_requires)
    set(pith_pc_requires "Requires: ${pith_pc_requires}\n")
  endif()
  set(pith_pc_cflags " -DPITH_STATIC")
endif()
# Relative to the .pc file where possible, so that the tree can be moved.
file(RELATIVE_PATH pith_pc_prefix
     "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(pith_pc_prefix "${CMAKE_INSTALL_PREFIX}")
  set(pith_pc_libdir "${CMAKE_INSTALL_LIBDIR}")
else()
  string(PREPEND pith_pc_prefix "\${pcfiledir}/")
  string(REGEX REPLACE "/$" "" pith_pc_prefix "${pith_pc_prefix}")
  set(pith_pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
if(IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(pith_pc_includedir "${CMAKE_INSTALL_INCLUDEDIR}")
else()
  set(pith_pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
foreach(package pith pith-tokens pith-c)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/${package}.pc.in"
                 "${PROJECT_BINARY_DIR}/${package}.pc" @ONLY)
endforeach()
install(
  FILES "${PROJECT_BINARY_DIR}/pith.pc" "${PROJECT_BINARY_DIR}/pith-tokens.pc"
        "${PROJECT_BINARY_DIR}/pith-c.pc"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
  COMPONENT development)

install(
  FILES "${PROJECT_SOURCE_DIR}/LICENSE"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}"
  COMPONENT development)

if(PITH_APPS)
  install(
    TARGETS pith_app
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tools)
  set(pages "${PROJECT_BINARY_DIR}/apps/pith")
  if(TARGET pith_pages)
    install(
      DIRECTORY "${pages}/man/"
      DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
      COMPONENT tools)
    install(
      FILES "${pages}/completions/pith"
      DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
      COMPONENT tools)
    install(
      FILES "${pages}/completions/_pith"
      DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions"
      COMPONENT tools)
    install(
      FILES "${pages}/completions/pith.fish"
      DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d"
      COMPONENT tools)
  endif()
  # It names /usr/bin/pith, so it is for packages alone, and what its users begin
  # with, too.
  if(PITH_SYSTEMD_UNIT)
    install(
      DIRECTORY "${PROJECT_SOURCE_DIR}/examples/gateway"
                "${PROJECT_SOURCE_DIR}/packaging/prometheus"
                "${PROJECT_SOURCE_DIR}/packaging/grafana"
      DESTINATION "${CMAKE_INSTALL_DOCDIR}/examples"
      COMPONENT tools)
    install(
      FILES "${PROJECT_SOURCE_DIR}/packaging/systemd/pith-gateway.service"
      DESTINATION lib/systemd/system
      COMPONENT tools)
  endif()
endif()
