// SPDX-License-Identifier: MIT
/// @file
/// HTTP fields that somebody configured for the requests to a server.
#ifndef PITH_MCP_CONFIG_CONFIGURED_HEADER_HPP
#define PITH_MCP_CONFIG_CONFIGURED_HEADER_HPP

#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// A text, or why there is none.
struct configured_text {
  std::optional<std::string> text{};
  std::string problem{};
};

/// What `env:NAME` stands for: the value of a variable that is set to
/// something. The text itself when it does not begin so.
[[nodiscard]] configured_text read_secret(std::string_view text);

/// What is wrong with the name of a field; empty when nothing is. Those that
/// belong to HTTP and MCP cannot be set.
[[nodiscard]] std::string check_header_name(std::string_view name);

/// The value of the field `name`: as it is, `env:NAME`, or a word and a
/// variable as in `Bearer env:NAME`. Fails as read_secret() does, and when the
/// value could end its line.
[[nodiscard]] configured_text read_header_value(std::string_view name,
                                                std::string_view text);

}  // namespace pith::mcp

#endif  // PITH_MCP_CONFIG_CONFIGURED_HEADER_HPP
