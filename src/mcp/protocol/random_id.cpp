// SPDX-License-Identifier: MIT
#include "mcp/protocol/random_id.hpp"

#include "mcp/protocol/hex.hpp"
#include "mcp/system/random_bytes.hpp"

#include <array>

namespace pith::mcp {

std::string random_id() {
  std::array<unsigned char, 16> bits{};
  if (!fill_random(bits)) return {};
  return hex_of(bits);
}

}  // namespace pith::mcp
