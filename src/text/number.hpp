// SPDX-License-Identifier: MIT
/// @file
/// Numbers in text: the JSON grammar, which GCF shares, and the canonical form
/// of section 2.3.1 of the GCF specification, which our JSON shares.
#ifndef PITH_TEXT_NUMBER_HPP
#define PITH_TEXT_NUMBER_HPP

#include <cstddef>
#include <cstdint>

namespace pith::inline v0::text {

enum class number_kind : std::uint8_t {
  none,          ///< no number stands here
  integer,       ///< no fraction, no exponent, within int64
  real,          ///< a fraction or an exponent, finite
  out_of_range,  ///< an integer outside int64, or a real that overflows
};

struct parsed_number {
  number_kind kind = number_kind::none;
  /// For a real: the literal is exactly what write_real() would write.
  bool canonical = false;
  /// After the number; where reading stopped when there is none.
  const char* end = nullptr;
  std::int64_t integer = 0;
  double real = 0;
};

/// Reads the longest number that begins at `first`. `-0` is the integer 0.
/// A text such as `01` or `1.` is a number (`0`, `1`) followed by something:
/// the caller looks at `end`. Reads up to 16 bytes after `last` (padding).
/// Linear in the literal.
[[nodiscard]] parsed_number parse_number(const char* first,
                                         const char* last) noexcept;

inline constexpr std::size_t max_integer_bytes = 20;
inline constexpr std::size_t max_real_bytes = 40;

/// Writes decimal digits; needs max_integer_bytes of room. Returns the end.
char* write_integer(char* out, std::int64_t v) noexcept;

/// Writes a finite double in the shortest form that reads back as itself:
/// plain for 1e-6 <= |v| < 2^53, exponent otherwise, 0 for both zeros.
/// Needs max_real_bytes of room. Returns the end.
char* write_real(char* out, double v) noexcept;

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_NUMBER_HPP
