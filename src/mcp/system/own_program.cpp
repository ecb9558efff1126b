// SPDX-License-Identifier: MIT
#include "mcp/system/own_program.hpp"

#include <filesystem>
#include <system_error>

#ifdef __APPLE__
#include <mach-o/dyld.h>

#include <cstdint>
#endif

namespace pith::mcp {

std::string own_program() {
  std::error_code failed;
#ifdef __APPLE__
  std::uint32_t size = 0;
  _NSGetExecutablePath(nullptr, &size);
  std::string said(size, '\0');
  if (_NSGetExecutablePath(said.data(), &size) != 0) return {};
  // With a null character at its end; it may go through links.
  auto path = std::filesystem::canonical(said.c_str(), failed);
#else
  auto path = std::filesystem::read_symlink("/proc/self/exe", failed);
#endif
  return failed ? std::string() : path.string();
}

}  // namespace pith::mcp
