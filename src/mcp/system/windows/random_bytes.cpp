// SPDX-License-Identifier: MIT
#include "mcp/system/random_bytes.hpp"

// It needs the first.
// clang-format off
#include <windows.h>
#include <bcrypt.h>
// clang-format on

namespace pith::mcp {

bool fill_random(std::span<unsigned char> into) noexcept {
  return ::BCryptGenRandom(nullptr, into.data(),
                           static_cast<ULONG>(into.size()),
                           BCRYPT_USE_SYSTEM_PREFERRED_RNG) == 0;
}

}  // namespace pith::mcp
