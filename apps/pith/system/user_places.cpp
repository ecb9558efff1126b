// SPDX-License-Identifier: MIT
#include "system/user_places.hpp"

#include <cstdlib>

namespace cli {

const char* home_variable() noexcept { return "HOME"; }

std::string settings_base() {
  // NOLINTBEGIN(concurrency-mt-unsafe): one thread
  const char* const base = std::getenv("XDG_CONFIG_HOME");
  if (base != nullptr && base[0] == '/') return base;
  const char* const home = std::getenv(home_variable());
  // NOLINTEND(concurrency-mt-unsafe)
  if (home == nullptr || home[0] == '\0') return {};
  return std::string(home) + "/.config";
}

}  // namespace cli
