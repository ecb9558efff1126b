// SPDX-License-Identifier: MIT
/// @file
/// The mark of TOON: the header of an array or a keyed table.
#ifndef PITH_TOON_FIND_HEADER_HPP
#define PITH_TOON_FIND_HEADER_HPP

#include <cstdint>
#include <string_view>

namespace pith::inline v0::toon {

enum class header_place : std::uint8_t {
  none,
  only_line,   ///< on the only line of the text
  first_line,  ///< on the first of several
  later,
};

/// Finds the first line that begins with a header as an encoder writes it: a
/// bare or quoted key or none, a count in brackets, fields in braces or none,
/// a colon. None when the text begins as JSON does, when a quote stands where
/// no token begins, and for an empty array that is all of the text: each is
/// what one damaged byte makes of a JSON text. Linear in the text.
[[nodiscard]] header_place find_header(std::string_view text) noexcept;

}  // namespace pith::inline v0::toon

#endif  // PITH_TOON_FIND_HEADER_HPP
