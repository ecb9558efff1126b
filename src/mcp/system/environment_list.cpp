// SPDX-License-Identifier: MIT
#include "mcp/system/environment_list.hpp"

#ifdef __APPLE__
#include <crt_externs.h>
#else
#include <unistd.h>
#endif

namespace pith::mcp {

char** environment_list() noexcept {
#ifdef __APPLE__
  return *_NSGetEnviron();
#else
  return environ;
#endif
}

bool is_variable_less(std::string_view a, std::string_view b) noexcept {
  return a < b;
}

std::span<const std::string_view> usual_variables() noexcept {
  static constexpr std::string_view names[] = {
      "PATH", "HOME", "USER", "LOGNAME", "SHELL",
      "LANG", "LC_*", "TERM", "TMPDIR",  "TZ"};
  return names;
}

}  // namespace pith::mcp
