// SPDX-License-Identifier: MIT
#include "mcp/protocol/random_id.hpp"

#include "mcp/protocol/hex.hpp"

#include <unistd.h>

#include <array>

namespace pith::mcp {

std::string random_id() {
  std::array<unsigned char, 16> bits{};
  if (::getentropy(bits.data(), bits.size()) != 0) return {};
  return hex_of(bits);
}

}  // namespace pith::mcp
