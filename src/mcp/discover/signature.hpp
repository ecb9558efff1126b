// SPDX-License-Identifier: MIT
/// @file
/// An input schema in few tokens.
#ifndef PITH_MCP_DISCOVER_SIGNATURE_HPP
#define PITH_MCP_DISCOVER_SIGNATURE_HPP

#include <cstddef>
#include <string>
#include <string_view>

namespace pith::mcp {

/// The most bytes of a text that is cut, before the mark for what is missing.
struct text_limits {
  std::size_t description = 180;
  std::size_t hint = 64;  ///< of the description of a parameter
  /// Of the JSON Schema of a parameter. A larger one is left out, but for its
  /// type.
  std::size_t schema = 200;
};
/// Nothing is cut.
inline constexpr text_limits whole_text{.description = std::string::npos,
                                        .hint = std::string::npos,
                                        .schema = std::string::npos};

/// What `text` is in one line of at most `most` bytes: blanks and ends of lines
/// become one blank, and what is too long ends after a word, with `...`. Sets
/// `was_cut` when that is so, and leaves it otherwise. Linear.
[[nodiscard]] std::string one_line(std::string_view text, std::size_t most,
                                   bool& was_cut);

/// A raw input schema as a model reads it: the properties of the object with
/// their types, as in TypeScript: `{path: string, tail?: number /*lines*/}`.
/// Properties that say more than type, description, enum and default, and
/// schemas that are more than an object with properties, stay JSON Schema,
/// without blanks between their tokens. What is not an object gives `{}`. Only
/// titles, and whether other properties are allowed, get lost; and of what
/// exceeds `limits`, all that is after `...`. Linear, without recursion.
[[nodiscard]] std::string signature_of(std::string_view schema,
                                       const text_limits& limits,
                                       bool& was_cut);

}  // namespace pith::mcp

#endif  // PITH_MCP_DISCOVER_SIGNATURE_HPP
