// SPDX-License-Identifier: MIT
/// @file
/// Keys, strings and numbers that a line format is likely to get wrong.
#ifndef PITH_TESTS_SUPPORT_TEXT_POOLS_HPP
#define PITH_TESTS_SUPPORT_TEXT_POOLS_HPP

#include <cstdint>
#include <span>
#include <string_view>

namespace pith_tests {

/// Names that need no quotes.
[[nodiscard]] std::span<const std::string_view> plain_keys() noexcept;

/// Names that need quotes, or that some rule of the format gives a meaning.
[[nodiscard]] std::span<const std::string_view> odd_keys() noexcept;

/// Strings without any special property.
[[nodiscard]] std::span<const std::string_view> plain_strings() noexcept;

/// Everything that section 2.4 of the specification names, and near misses of
/// each of its rules.
[[nodiscard]] std::span<const std::string_view> odd_strings() noexcept;

/// Edges of int64 and of what a double holds exactly.
[[nodiscard]] std::span<const std::int64_t> odd_integers() noexcept;

/// Edges of the plain notation, of the exponents and of the subnormals.
[[nodiscard]] std::span<const double> odd_doubles() noexcept;

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_TEXT_POOLS_HPP
