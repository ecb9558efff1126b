// SPDX-License-Identifier: MIT
#include "mcp/system/random_bytes.hpp"

#include <sys/random.h>

namespace pith::mcp {

bool fill_random(std::span<unsigned char> into) noexcept {
  return ::getentropy(into.data(), into.size()) == 0;
}

}  // namespace pith::mcp
