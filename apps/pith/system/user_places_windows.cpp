// SPDX-License-Identifier: MIT
#include "system/user_places.hpp"

#include <cstdlib>
#include <filesystem>

namespace cli {

const char* home_variable() noexcept { return "USERPROFILE"; }

std::string settings_base() {
  for (const char* const name : {"XDG_CONFIG_HOME", "APPDATA"}) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): one thread
    const char* const base = std::getenv(name);
    if (base != nullptr && std::filesystem::path(base).is_absolute()) {
      return base;
    }
  }
  return {};
}

}  // namespace cli
