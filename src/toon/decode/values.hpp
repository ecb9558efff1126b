// SPDX-License-Identifier: MIT
/// @file
/// What follows a colon or a dash, up to the end of its line.
#ifndef PITH_TOON_DECODE_VALUES_HPP
#define PITH_TOON_DECODE_VALUES_HPP

#include "document/tape.hpp"
#include "toon/decode/container_stack.hpp"
#include "toon/decode/context.hpp"
#include "toon/decode/token.hpp"

#include <cstdint>

namespace pith::inline v0::toon::decoding {

/// What an item or the first line of a text is.
enum class content_kind : std::uint8_t {
  value,  ///< a scalar or an empty array
  keyless_header,
  member,
};

/// Tells by the line whose content begins at `p`. Linear in the line.
[[nodiscard]] content_kind classify(char* p) noexcept;

/// Puts the quoted string at `p`, which must be the rest of its line, and takes
/// at most token_words. Returns the line feed. Fails as read_quoted() does and
/// with trailing_characters.
[[nodiscard]] char* read_quoted_value(source& from, char* p,
                                      detail::word*& out);

/// Reads the scalar or the empty array from `p` to the end of its line, a value
/// of the innermost container. Returns the next line, or null after failing as
/// read_quoted_value() and put_token() do.
[[nodiscard]] char* read_line_value(context& shared,
                                    container_stack& containers, char* p);

}  // namespace pith::inline v0::toon::decoding

#endif  // PITH_TOON_DECODE_VALUES_HPP
