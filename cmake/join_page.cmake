# SPDX-License-Identifier: MIT
# Puts style and script of a page where it refers to them, so that it needs
# nothing else.
# usage: cmake -DPAGE=directory -DTARGET=file -P join_page.cmake

# put(<line of index.html> <tag> <file>)
function(put line tag file)
  file(READ "${PAGE}/${file}" text)
  set(line "${line}\n")
  string(FIND "${page}" "${line}" first)
  string(FIND "${page}" "${line}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "index.html must have this line once: ${line}")
  endif()
  string(REPLACE "${line}" "<${tag}>\n${text}</${tag}>\n" page "${page}")
  set(page "${page}" PARENT_SCOPE)
endfunction()

file(READ "${PAGE}/index.html" page)
put("<link rel=\"stylesheet\" href=\"style.css\">" style style.css)
put("<script src=\"script.js\"></script>" script script.js)
file(WRITE "${TARGET}" "${page}")
