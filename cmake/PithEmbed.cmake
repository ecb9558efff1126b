# SPDX-License-Identifier: MIT
# pith_embed(<target> <source.S> <file>...): the source, which includes
# src/embed.S, becomes part of the target. It finds the files by name, and is
# assembled again when one of them changes.

function(pith_embed target source)
  set(options)
  foreach(file IN LISTS ARGN)
    cmake_path(GET file PARENT_PATH directory)
    list(APPEND options "-I${directory}")
  endforeach()
  list(REMOVE_DUPLICATES options)
  set_source_files_properties(
    "${source}"
    PROPERTIES OBJECT_DEPENDS "${ARGN};${PROJECT_SOURCE_DIR}/src/embed.S"
               COMPILE_OPTIONS "${options}")
  target_sources(${target} PRIVATE "${source}")
endfunction()
