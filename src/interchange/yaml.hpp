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

#include "interchange/lenient/leniency.hpp"

#include <cstdint>
#include <string_view>

namespace pith::interchange {

/// What becomes of a stream of several documents.
enum class yaml_documents : std::uint8_t {
  refused,
  array,  ///< of all of them, also of one
  first,  ///< the others are not read
};

/// What becomes of a node whose tag JSON's model does not have.
enum class yaml_tags : std::uint8_t {
  refused,
  drop,  ///< it is read as if it had none; a scalar of YAML's own is a string
  keep,  ///< it is the only member of an object, and its tag the key
};

struct yaml_options {
  yaml_documents documents = yaml_documents::refused;
  yaml_tags tags = yaml_tags::refused;
  bool merges_keys = false;  ///< `<<`
  big_integers big = big_integers::refused;
};

/// Reads one document with the core schema of YAML 1.2. Aliases are expanded
/// within limits::max_expansion; merged members count as aliases do. Errors
/// carry the offset of the node or of the byte that is wrong. Linear in the
/// text and what aliases make of it; no recursion.
[[nodiscard]] result<document> read_yaml(std::string_view text,
                                         const limits& bounds,
                                         const number_options& numbers = {},
                                         const yaml_options& options = {});

/// Writes block style: two spaces per level, strings plain where no reader of
/// YAML 1.1 or 1.2 takes them for something else, else in double quotes. Fails
/// with expansion_limit or write_failed.
[[nodiscard]] result<void> write_yaml(sink& out, value v, const limits& bounds);

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_YAML_HPP
