// SPDX-License-Identifier: MIT
#include "mcp/protocol/random_id.hpp"

#include <unistd.h>

#include <array>
#include <string_view>

namespace pith::mcp {

std::string random_id() {
  std::array<unsigned char, 16> bits{};
  if (::getentropy(bits.data(), bits.size()) != 0) return {};
  constexpr std::string_view digits = "0123456789abcdef";
  std::string id;
  id.reserve(2 * bits.size());
  for (const unsigned char b : bits) {
    id += digits[b >> 4U];
    id += digits[b & 15U];
  }
  return id;
}

}  // namespace pith::mcp
