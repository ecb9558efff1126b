// SPDX-License-Identifier: MIT
/// @file
/// Sets of characters as lists of ranges, and those that have a name.
#ifndef PITH_TOKENIZER_UNICODE_CODE_RANGES_HPP
#define PITH_TOKENIZER_UNICODE_CODE_RANGES_HPP

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pith::inline v0::tokens {

struct code_range {
  std::uint32_t first;
  std::uint32_t last;
};

/// In order and apart from one another, unless said otherwise.
using code_ranges = std::vector<code_range>;

/// The same characters, in order and apart from one another.
[[nodiscard]] code_ranges joined(code_ranges any);

/// All characters (without surrogates) that are not in `set`.
[[nodiscard]] code_ranges complement(const code_ranges& set);

/// \s
[[nodiscard]] code_ranges white_space_ranges();

/// A general category of Unicode 16 ("L", "Lu", "M", ...); nothing for a name
/// that is not known here.
[[nodiscard]] std::optional<code_ranges> property_ranges(std::string_view name);

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_UNICODE_CODE_RANGES_HPP
