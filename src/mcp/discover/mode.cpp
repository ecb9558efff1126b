// SPDX-License-Identifier: MIT
#include "mcp/discover/mode.hpp"

#include <algorithm>

namespace pith::mcp {

namespace {

/// Clients that load tools only when a model asks for them.
constexpr std::array<std::string_view, 5> deferring_clients{
    "claude-code", "codex", "vscode", "cursor", "copilot-cli"};

}  // namespace

bool should_discover(discover_mode mode, std::string_view client,
                     std::size_t list_tokens) noexcept {
  if (mode != discover_mode::automatic) return mode == discover_mode::on;
  return list_tokens > discover_tokens &&
         std::ranges::find(deferring_clients, client) ==
             deferring_clients.end();
}

}  // namespace pith::mcp
