// SPDX-License-Identifier: MIT
#include "mcp/system/append_file.hpp"

#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>

namespace pith::mcp {

int open_to_append(const std::string& file) {
  return ::_open(file.c_str(),
                 _O_WRONLY | _O_APPEND | _O_CREAT | _O_BINARY | _O_NOINHERIT,
                 _S_IREAD | _S_IWRITE);
}

}  // namespace pith::mcp
