// SPDX-License-Identifier: MIT
/// @file
/// Structural equality.
#ifndef PITH_EQUALITY_HPP
#define PITH_EQUALITY_HPP

#include <pith/document.hpp>

namespace pith::inline v0 {

/// Whether the order of an object's members counts.
enum class member_order : std::uint8_t { ignored, significant };

/// True when both values have the same structure. Numbers compare by value:
/// the integer 1 equals the real 1.0, and -0.0 equals 0. Strings and keys
/// compare as bytes; Unicode is not normalised. The values may belong to
/// different documents. Expected time linear in the smaller value; no
/// recursion.
[[nodiscard]] PITH_API bool equal(value a, value b,
                                  member_order order = member_order::ignored);

}  // namespace pith::inline v0

#endif  // PITH_EQUALITY_HPP
