// SPDX-License-Identifier: MIT
/// @file
/// The argument by which a model names an answer that it still has.
#ifndef PITH_MCP_CHANGES_SINCE_ARGUMENT_HPP
#define PITH_MCP_CHANGES_SINCE_ARGUMENT_HPP

#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// No tool of a server has an argument of this name, or it is the server's.
inline constexpr std::string_view since_argument = "pith_since";

/// Whether the raw definition of a tool has an argument of this name itself.
[[nodiscard]] bool has_since(std::string_view definition);

/// The raw definition with the argument, which is optional. Nothing when the
/// tool has one of that name, or its inputSchema is not that of an object with
/// named properties. All other bytes stay. Linear.
[[nodiscard]] std::optional<std::string> with_since(
    std::string_view definition);

/// What a model writes to name an answer.
[[nodiscard]] std::string written_since(std::string_view handle);

/// A text without that argument, and what it was.
struct taken_since {
  std::string text;    ///< the whole text that held the arguments
  std::string handle;  ///< empty when it was not a text
};

/// Takes the argument out of the raw `arguments`, which are a part of `text`.
/// Nothing when it is not there. All other bytes stay. Linear.
[[nodiscard]] std::optional<taken_since> take_since(std::string_view text,
                                                    std::string_view arguments);

}  // namespace pith::mcp

#endif  // PITH_MCP_CHANGES_SINCE_ARGUMENT_HPP
