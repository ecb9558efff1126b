// SPDX-License-Identifier: MIT
#include "mcp/system/append_file.hpp"

#include <fcntl.h>

namespace pith::mcp {

int open_to_append(const std::string& file) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): open()
  return ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

}  // namespace pith::mcp
