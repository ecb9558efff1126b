// SPDX-License-Identifier: MIT
/// @file
/// Names and values as GOON writes them.
#ifndef PITH_GOON_WORDS_HPP
#define PITH_GOON_WORDS_HPP

#include <pith/goon.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pith::inline v0::goon {

inline constexpr std::string_view version = "1.0.0";

/// A character of a bare word: `A-Z a-z 0-9 _ - : . / @ +`.
[[nodiscard]] bool is_bare_character(char c) noexcept;
/// One or more of them.
[[nodiscard]] bool is_bare_word(std::string_view text) noexcept;

/// Code points of a UTF-8 text.
[[nodiscard]] std::size_t count_code_points(std::string_view text) noexcept;

/// How many code points a value of this key may have.
[[nodiscard]] std::size_t length_limit(std::string_view key) noexcept;

/// Where a property stands in its line: what identifies a thing first, then
/// states, everything else, times, long texts.
[[nodiscard]] unsigned priority_of(std::string_view key) noexcept;

/// `YYYY-MM-DD HH:MM:SS` with a space, a fraction if any, and an offset if
/// any: a time that becomes a bare word when the space becomes a T.
[[nodiscard]] bool is_spaced_time(std::string_view text) noexcept;

/// True for a bare word that decode() reads as a number.
[[nodiscard]] bool reads_as_number(std::string_view word) noexcept;
/// What decode() makes of a bare word.
[[nodiscard]] scalar read_bare(std::string_view word);

/// A name, quoted unless it is a bare word.
void append_name(std::string& out, std::string_view name);
/// Between quotes; control characters are escaped or dropped.
void append_quoted(std::string& out, std::string_view text);
void append_integer(std::string& out, std::int64_t v);
void append_integer(std::string& out, std::uint64_t v);
/// `Type:id`
void append_reference(std::string& out, std::string_view type, std::int64_t id);

/// What append_value() did with a value.
struct written_value {
  bool is_omitted = false;
  /// Code points of a string that was truncated; 0 for others.
  std::size_t full_length = 0;
};

/// Appends a value of the given key, or nothing where it is NaN, infinite or
/// an empty string.
written_value append_value(std::string& out, std::string_view key,
                           const scalar& value, const encode_options& options);

}  // namespace pith::inline v0::goon

#endif  // PITH_GOON_WORDS_HPP
