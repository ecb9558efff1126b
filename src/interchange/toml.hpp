// SPDX-License-Identifier: MIT
/// @file
/// TOML 1.0 text to document and back (docs/inputs.md has the rules).
#ifndef PITH_INTERCHANGE_TOML_HPP
#define PITH_INTERCHANGE_TOML_HPP

#include <pith/document.hpp>
#include <pith/limits.hpp>
#include <pith/numbers.hpp>
#include <pith/result.hpp>
#include <pith/sink.hpp>

#include <string_view>

namespace pith::interchange {

/// Reads a text; members keep the order of their first mention. Dates and
/// times become strings. Errors carry the offset of the first offending byte.
/// Expected time linear in the text; no recursion.
[[nodiscard]] result<document> read_toml(std::string_view text,
                                         const limits& bounds,
                                         const number_options& numbers = {});

/// Writes an object: in each table the plain members first, then tables under
/// `[headers]` and arrays of tables under `[[headers]]`. Fails with
/// misplaced_value for another kind of value, not_supported for a null
/// anywhere, expansion_limit or write_failed.
[[nodiscard]] result<void> write_toml(sink& out, value v, const limits& bounds);

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_TOML_HPP
