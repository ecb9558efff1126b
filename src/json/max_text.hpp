// SPDX-License-Identifier: MIT
/// @file
/// The largest JSON text.
#ifndef PITH_JSON_MAX_TEXT_HPP
#define PITH_JSON_MAX_TEXT_HPP

#include <pith/limits.hpp>

#include <algorithm>
#include <cstddef>

namespace pith::inline v0::json {

/// Offsets of tokens have 32 bits, and the padding must fit after the last.
[[nodiscard]] inline std::size_t max_text_bytes(const limits& bounds) noexcept {
  constexpr std::size_t most = 0xFFFFFF00;
  return std::min(bounds.max_bytes, most);
}

}  // namespace pith::inline v0::json

#endif  // PITH_JSON_MAX_TEXT_HPP
