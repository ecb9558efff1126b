// SPDX-License-Identifier: MIT
/// @file
/// YAML text to document and back (docs/inputs.md has the rules).
#ifndef PITH_INTERCHANGE_YAML_HPP
#define PITH_INTERCHANGE_YAML_HPP

#include <pith/document.hpp>
#include <pith/limits.hpp>
#include <pith/numbers.hpp>
#include <pith/result.hpp>
#include <pith/sink.hpp>

#include <string_view>

namespace pith::interchange {

/// Reads one document with the core schema of YAML 1.2. Aliases are expanded
/// within limits::max_expansion. Errors carry the offset of the node or of the
/// byte that is wrong. Linear in the text and what aliases make of it; no
/// recursion.
[[nodiscard]] result<document> read_yaml(std::string_view text,
                                         const limits& bounds,
                                         const number_options& numbers = {});

/// Writes block style: two spaces per level, strings plain where no reader of
/// YAML 1.1 or 1.2 takes them for something else, else in double quotes. Fails
/// with expansion_limit or write_failed.
[[nodiscard]] result<void> write_yaml(sink& out, value v, const limits& bounds);

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_YAML_HPP
