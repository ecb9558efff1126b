// SPDX-License-Identifier: MIT
/// @file
/// UTF-8: validation, and the two characters with a meaning of their own.
#ifndef PITH_TEXT_UTF8_HPP
#define PITH_TEXT_UTF8_HPP

#include <cstddef>
#include <string_view>

namespace pith::inline v0::text {

/// U+FEFF at the beginning of a text.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
/// U+FFFD, which stands for what cannot be shown.
inline constexpr std::string_view replacement_character = "\xEF\xBF\xBD";

inline constexpr std::size_t valid_utf8 = std::string_view::npos;

/// The offset of the first byte that is not part of a well-formed sequence
/// (RFC 3629: no surrogates, no overlong forms, nothing above U+10FFFF), or
/// valid_utf8. For a sequence that is cut off or broken, the offset of its
/// first byte.
[[nodiscard]] std::size_t find_invalid_utf8(std::string_view bytes) noexcept;
/// The same without vectors: finds the place once an error is known, and does
/// all of it on other machines.
[[nodiscard]] std::size_t find_invalid_utf8_scalar(
    std::string_view bytes) noexcept;

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_UTF8_HPP
