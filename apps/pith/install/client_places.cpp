// SPDX-License-Identifier: MIT
#include "install/client_places.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace cli {

namespace {

constexpr std::array<mcp_client, 11> clients{{
    {.name = "claude-code",
     .title = "Claude Code",
     .servers_key = "mcpServers",
     .project_file = ".mcp.json",
     .user_file = ".claude.json",
     .has_projects = true},
    {.name = "codex",
     .title = "Codex",
     .dialect = source_dialect::toml,
     .servers_key = "mcp_servers",
     .user_file = ".codex/config.toml",
     .home_variable = "CODEX_HOME"},
    {.name = "vscode",
     .title = "VS Code",
     .servers_key = "servers",
     .project_file = ".vscode/mcp.json",
     .user_file = ".config/Code/User/mcp.json",
     .macos_file = "Library/Application Support/Code/User/mcp.json",
     .windows_file = "Code/User/mcp.json"},
    {.name = "cursor",
     .title = "Cursor",
     .servers_key = "mcpServers",
     .project_file = ".cursor/mcp.json",
     .user_file = ".cursor/mcp.json"},
    {.name = "gemini",
     .title = "Gemini CLI",
     .servers_key = "mcpServers",
     .project_file = ".gemini/settings.json",
     .user_file = ".gemini/settings.json"},
    {.name = "claude-desktop",
     .title = "Claude Desktop",
     .servers_key = "mcpServers",
     .user_file = ".config/Claude/claude_desktop_config.json",
     .macos_file = "Library/Application Support/Claude/"
                   "claude_desktop_config.json",
     .windows_file = "Claude/claude_desktop_config.json"},
    {.name = "copilot-cli",
     .title = "Copilot CLI",
     .servers_key = "mcpServers",
     .user_file = ".copilot/mcp-config.json"},
    // For these there is no profile, so install does not take them.
    {.name = "windsurf",
     .title = "Windsurf",
     .servers_key = "mcpServers",
     .user_file = ".codeium/windsurf/mcp_config.json"},
    {.name = "zed",
     .title = "Zed",
     .servers_key = "context_servers",
     .project_file = ".zed/settings.json",
     .user_file = ".config/zed/settings.json",
     .windows_file = "Zed/settings.json"},
    {.name = "kiro",
     .title = "Kiro",
     .servers_key = "mcpServers",
     .project_file = ".kiro/settings/mcp.json",
     .user_file = ".kiro/settings/mcp.json"},
    {.name = "lm-studio",
     .title = "LM Studio",
     .servers_key = "mcpServers",
     .user_file = ".lmstudio/mcp.json"},
}};

std::string below(std::string_view directory, std::string_view file) {
  return (std::filesystem::path(directory) / file).make_preferred().string();
}

/// The user's file; empty when nothing says where it is.
std::string user_place(const mcp_client& client, known_system system,
                       const place_variables& variables) {
  if (client.user_file.empty()) return {};
  if (!variables.client_home.empty()) {
    return below(variables.client_home,
                 std::filesystem::path(client.user_file).filename().string());
  }
  if (system == known_system::windows && !client.windows_file.empty()) {
    if (variables.app_data.empty()) return {};
    return below(variables.app_data, client.windows_file);
  }
  const bool is_macos = system == known_system::macos;
  constexpr std::string_view usual = ".config/";
  // Elsewhere, clients do not ask for it.
  if (system == known_system::unix_like &&
      client.user_file.starts_with(usual) &&
      variables.config_home.starts_with('/')) {
    return below(variables.config_home, client.user_file.substr(usual.size()));
  }
  if (variables.home.empty()) return {};
  return below(variables.home, is_macos && !client.macos_file.empty()
                                   ? client.macos_file
                                   : client.user_file);
}

}  // namespace

std::span<const mcp_client> mcp_clients() { return clients; }

const mcp_client* find_mcp_client(std::string_view name) {
  const auto* const found =
      std::find_if(clients.begin(), clients.end(),
                   [name](const mcp_client& c) { return c.name == name; });
  return found == clients.end() ? nullptr : found;
}

std::vector<std::string> places_of(const mcp_client& client,
                                   known_system system,
                                   const place_variables& variables) {
  std::vector<std::string> files;
  if (!client.project_file.empty()) {
    files.push_back(below("", client.project_file));
  }
  std::string user = user_place(client, system, variables);
  if (!user.empty()) files.push_back(std::move(user));
  return files;
}

}  // namespace cli
