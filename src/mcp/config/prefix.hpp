// SPDX-License-Identifier: MIT
/// @file
/// What the names of a server begin with where it is merged with others.
#ifndef PITH_MCP_CONFIG_PREFIX_HPP
#define PITH_MCP_CONFIG_PREFIX_HPP

#include "mcp/config/configuration.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

inline constexpr std::size_t max_prefix = 16;

/// [a-z][a-z0-9-]{0,15}. Not the empty one, which stands for none.
[[nodiscard]] bool is_prefix(std::string_view text) noexcept;

/// That of a name for which none is configured: lower case, `-` for every
/// other character, `s` before what does not begin with a letter, 16
/// characters of it. Always a prefix.
[[nodiscard]] std::string usual_prefix(std::string_view name);

/// Gives those for which `is_given` does not hold the usual prefix of their
/// name, with a number at its end when one of `servers` has it already: those
/// that are given come first, then the earlier ones. n log n.
void fill_prefixes(std::vector<server_settings>& servers,
                   const std::vector<bool>& is_given);

}  // namespace pith::mcp

#endif  // PITH_MCP_CONFIG_PREFIX_HPP
