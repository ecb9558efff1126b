// SPDX-License-Identifier: MIT
#include "mcp/discover/mode.hpp"

#include <algorithm>

namespace pith::mcp {

namespace {

/// Clients that load tools only when a model asks for them.
constexpr std::array<std::string_view, 5> deferring_clients{
    "claude-code", "codex", "vscode", "cursor", "copilot-cli"};

}  // namespace

bool defers_tools(std::string_view client) noexcept {
  return std::ranges::find(deferring_clients, client) !=
         deferring_clients.end();
}

bool should_discover(discover_mode mode, std::string_view client,
                     std::size_t list_tokens, std::size_t enough) noexcept {
  if (mode != discover_mode::automatic) return mode == discover_mode::on;
  return list_tokens > enough && !defers_tools(client);
}

}  // namespace pith::mcp
