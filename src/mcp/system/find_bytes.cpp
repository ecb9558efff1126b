// SPDX-License-Identifier: MIT
#include "mcp/system/find_bytes.hpp"

#include <cstring>

namespace pith::mcp {

std::size_t find_bytes(std::string_view text, std::string_view what) noexcept {
  if (what.empty()) return 0;
  const void* const found =
      ::memmem(text.data(), text.size(), what.data(), what.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) -
                                  text.data());
}

}  // namespace pith::mcp
