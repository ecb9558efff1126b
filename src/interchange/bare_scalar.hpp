// SPDX-License-Identifier: MIT
/// @file
/// What a cell without quotes means.
#ifndef PITH_INTERCHANGE_BARE_SCALAR_HPP
#define PITH_INTERCHANGE_BARE_SCALAR_HPP

#include <pith/builder.hpp>

#include <string_view>

namespace pith::interchange {

/// Puts null for nothing, a boolean for its word, a number for a text that is
/// exactly what JSON's writer makes of that number, else a string.
void put_bare_scalar(builder& into, std::string_view text);

/// True when put_bare_scalar() would put something else than this string.
[[nodiscard]] bool is_bare_non_string(std::string_view text);

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_BARE_SCALAR_HPP
