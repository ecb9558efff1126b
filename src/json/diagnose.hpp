// SPDX-License-Identifier: MIT
/// @file
/// Says what is wrong with a JSON text, and where.
#ifndef PITH_JSON_DIAGNOSE_HPP
#define PITH_JSON_DIAGNOSE_HPP

#include <pith/error.hpp>
#include <pith/limits.hpp>

#include <optional>
#include <string_view>

namespace pith::inline v0::json {

/// The first error of a text, or nothing if it has none: the one that a reader
/// finds who goes through it once, byte by byte. Used for texts that the fast
/// path has rejected; the two agree on which texts those are.
///
/// What is cut off within a token is an error of the token (`nul`, `1.`, an
/// unterminated quote); between tokens it is unexpected_end. A byte that is
/// not UTF-8 is invalid_utf8 unless something before it is wrong. Linear.
[[nodiscard]] std::optional<error> diagnose(std::string_view text,
                                            const limits& bounds);

}  // namespace pith::inline v0::json

#endif  // PITH_JSON_DIAGNOSE_HPP
