// SPDX-License-Identifier: MIT
/// @file
/// Quoted strings: JSON's, which are also GCF's.
#ifndef PITH_TEXT_QUOTED_HPP
#define PITH_TEXT_QUOTED_HPP

#include <pith/error.hpp>

#include "text/block.hpp"
#include "text/output.hpp"

#include <cstddef>
#include <string_view>

namespace pith::inline v0::text {

struct read_quoted_result {
  bool ok = false;
  error_code code{};          ///< when not ok
  const char* end = nullptr;  ///< after the closing quote, or the bad byte
  std::size_t length = 0;     ///< bytes of the decoded text
};

/// Decodes the string whose opening quote stands at `open`, in place: the
/// decoded text begins at `open + 1`. The bytes are known to be UTF-8; reading
/// stops at `last` (unterminated_quote, reported at `open`) and at any byte
/// below 0x20 (control_character). Other failures: invalid_escape and
/// invalid_surrogate, reported at the backslash. Up to 2 * block_bytes bytes
/// after `last` are read. Nothing is changed on failure before the bad byte
/// except decoded text. Linear.
[[nodiscard]] read_quoted_result read_quoted(char* open,
                                             const char* last) noexcept;

/// The same for a string whose first quote, backslash or control character is
/// known to stand at `special`, or not before `last`.
[[nodiscard]] read_quoted_result read_quoted_from(char* open,
                                                  const char* special,
                                                  const char* last) noexcept;

/// Room that write_quoted() needs for a text of `n` bytes.
[[nodiscard]] constexpr std::size_t max_quoted_bytes(std::size_t n) noexcept {
  return n * 6 + 2 + 2 * block_bytes;
}

/// Writes `"` + text + `"` to a place with max_quoted_bytes() of room; returns
/// the end.
char* write_quoted(char* out, std::string_view text) noexcept;
/// The same for a text after which 2 * block_bytes bytes may be read.
char* write_quoted_padded(char* out, std::string_view text) noexcept;

/// Writes `"` + text + `"`, escaping only `"`, `\` and control characters:
/// the short escapes where they exist, otherwise \u00xx with lower-case hex.
void write_quoted(output& out, std::string_view text);

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_QUOTED_HPP
