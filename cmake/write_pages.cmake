# SPDX-License-Identifier: MIT
# Lets the command write its man pages and completions.
# usage: cmake -DPITH=path/of/pith -DTARGET=directory -P write_pages.cmake

function(write_page file)
  execute_process(COMMAND "${PITH}" ${ARGN} OUTPUT_FILE "${TARGET}/${file}"
                  COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE "${TARGET}/man" "${TARGET}/completions")
file(MAKE_DIRECTORY "${TARGET}/man" "${TARGET}/completions")
write_page(man/pith.1 help --man)
execute_process(
  COMMAND "${PITH}" help --list
  OUTPUT_VARIABLE names
  COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[a-z]+" names "${names}")
foreach(name IN LISTS names)
  write_page(man/pith-${name}.1 help --man ${name})
endforeach()
write_page(completions/pith completions bash)
write_page(completions/_pith completions zsh)
write_page(completions/pith.fish completions fish)
