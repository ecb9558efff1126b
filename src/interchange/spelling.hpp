// SPDX-License-Identifier: MIT
/// @file
/// Numbers as YAML and TOML write them: a real can be told from an integer.
#ifndef PITH_INTERCHANGE_SPELLING_HPP
#define PITH_INTERCHANGE_SPELLING_HPP

#include <pith/document.hpp>

#include "text/number.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pith::interchange {

/// Appends decimal digits.
void append_integer(std::string& out, std::int64_t v);

/// Appends the shortest form, always with a point: `1.0`, `1.0e+300`.
void append_real(std::string& out, double v);

/// Appends a number or a boolean. False, and nothing happens, for the rest.
[[nodiscard]] bool append_plain(std::string& out, value v);

/// Reads a decimal real of a wider grammar than JSON's: a sign `+`, zeros
/// before the first digit, nothing before or after the point. The caller knows
/// that it is one. Its kind is real or out_of_range.
struct real_number : text::parsed_number {
  bool is_rounded = false;  ///< its value is not that of the spelling
};
[[nodiscard]] real_number read_real(std::string_view spelling);

/// Appends `text` between quotes, with the escapes that YAML and TOML share;
/// `is_plain(code point)` says what beyond ASCII needs none. The text is UTF-8.
template <class IsPlain>
void append_quoted(std::string& out, std::string_view text, IsPlain is_plain);

/// Appends one escape: `\"`, `\\`, `\n` and their like, else \uXXXX or
/// \UXXXXXXXX.
void append_escape(std::string& out, std::uint32_t code);

/// Whether a text that begins so would be taken for another format, by the
/// marks that those are recognized by. YAML and CSV put it in quotes.
[[nodiscard]] bool begins_like_another_format(std::string_view text) noexcept;

/// The code point at `at` of a UTF-8 text; moves `at` after it.
[[nodiscard]] std::uint32_t take_code_point(std::string_view text,
                                            std::size_t& at) noexcept;

template <class IsPlain>
void append_quoted(std::string& out, std::string_view text, IsPlain is_plain) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const std::uint32_t code = take_code_point(text, at);
    const bool is_escaped = code < 0x20 || code == 0x7F || code == '"' ||
                            code == '\\' || (code > 0x7F && !is_plain(code));
    if (is_escaped) {
      append_escape(out, code);
    } else {
      out.append(text, begin, at - begin);
    }
  }
  out += '"';
}

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_SPELLING_HPP
