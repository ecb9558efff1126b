// SPDX-License-Identifier: MIT
/// @file
/// Whether a client is given a few tools to find others with, or all of them.
#ifndef PITH_MCP_DISCOVER_MODE_HPP
#define PITH_MCP_DISCOVER_MODE_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::mcp {

enum class discover_mode : std::uint8_t { off, on, automatic };
/// In the order of discover_mode.
inline constexpr std::array<std::string_view, 3> discover_mode_names{
    "off", "on", "auto"};

/// Lists of at most this many tokens are sent as they are by `automatic`,
/// unless something else is configured.
inline constexpr std::size_t usual_discover_tokens = 10'000;

/// Whether the client of this name (a client_profile::name) puts the names of
/// tools in front of the model, and loads their definitions when they are
/// needed.
[[nodiscard]] bool defers_tools(std::string_view client) noexcept;

/// Whether the client of this name (a client_profile::name) gets the short
/// list. `automatic` leaves clients alone that defer tools themselves, and
/// those whose whole list costs at most `enough` tokens.
[[nodiscard]] bool should_discover(
    discover_mode mode, std::string_view client, std::size_t list_tokens,
    std::size_t enough = usual_discover_tokens) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_DISCOVER_MODE_HPP
