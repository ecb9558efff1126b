// SPDX-License-Identifier: MIT
#include "install/client_places.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace {

using cli::find_mcp_client;
using cli::known_system;
using cli::mcp_client;
using cli::places_of;
using files = std::vector<std::string>;

files found(std::string_view name, known_system system,
            const cli::place_variables& variables = {.home = "/h"}) {
  const mcp_client* const client = find_mcp_client(name);
  if (client == nullptr) return {"there is no such client"};
  return places_of(*client, system, variables);
}

TEST(client_places, of_linux) {
  constexpr auto system = known_system::unix_like;
  EXPECT_EQ(found("claude-desktop", system),
            files{"/h/.config/Claude/claude_desktop_config.json"});
  EXPECT_EQ(found("vscode", system),
            (files{".vscode/mcp.json", "/h/.config/Code/User/mcp.json"}));
  EXPECT_EQ(found("codex", system), files{"/h/.codex/config.toml"});
}

TEST(client_places, of_macos) {
  constexpr auto system = known_system::macos;
  EXPECT_EQ(found("claude-desktop", system),
            files{"/h/Library/Application Support/Claude/"
                  "claude_desktop_config.json"});
  EXPECT_EQ(found("vscode", system),
            (files{".vscode/mcp.json",
                   "/h/Library/Application Support/Code/User/mcp.json"}));
  // These are at home in the same places.
  constexpr std::array<std::string_view, 9> same{
      "claude-code", "codex", "cursor", "gemini",   "copilot-cli",
      "windsurf",    "zed",   "kiro",   "lm-studio"};
  for (const auto name : same) {
    EXPECT_EQ(found(name, system), found(name, known_system::unix_like))
        << name;
  }
  EXPECT_EQ(same.size() + 2, cli::mcp_clients().size())
      << "a new client needs a place on macOS";
}

TEST(client_places, of_windows) {
  constexpr auto system = known_system::windows;
  const cli::place_variables places{
      .home = "/h", .config_home = "/x", .app_data = "/h/r"};
  EXPECT_EQ(found("claude-desktop", system, places),
            files{"/h/r/Claude/claude_desktop_config.json"});
  EXPECT_EQ(found("vscode", system, places),
            (files{".vscode/mcp.json", "/h/r/Code/User/mcp.json"}));
  EXPECT_EQ(found("zed", system, places),
            (files{".zed/settings.json", "/h/r/Zed/settings.json"}));
  EXPECT_EQ(found("cursor", system, places),
            (files{".cursor/mcp.json", "/h/.cursor/mcp.json"}));
  EXPECT_EQ(found("claude-desktop", system, {.home = "/h"}), files{});
}

TEST(client_places, follow_the_variable_of_xdg_except_on_macos) {
  const cli::place_variables moved{.home = "/h", .config_home = "/x"};
  EXPECT_EQ(found("claude-desktop", known_system::unix_like, moved),
            files{"/x/Claude/claude_desktop_config.json"});
  EXPECT_EQ(found("cursor", known_system::unix_like, moved),
            (files{".cursor/mcp.json", "/h/.cursor/mcp.json"}));
  EXPECT_EQ(found("zed", known_system::macos, moved),
            (files{".zed/settings.json", "/h/.config/zed/settings.json"}));
  // The standard says that a relative one is not valid.
  EXPECT_EQ(found("claude-desktop", known_system::unix_like,
                  {.home = "/h", .config_home = "x"}),
            files{"/h/.config/Claude/claude_desktop_config.json"});
}

TEST(client_places, follow_the_variable_of_the_client) {
  for (const auto system : {known_system::unix_like, known_system::macos}) {
    EXPECT_EQ(found("codex", system, {.home = "/h", .client_home = "/c"}),
              files{"/c/config.toml"});
  }
}

TEST(client_places, need_a_home) {
  for (const auto system : {known_system::unix_like, known_system::macos}) {
    EXPECT_EQ(found("claude-desktop", system, {}), files{});
    EXPECT_EQ(found("vscode", system, {}), files{".vscode/mcp.json"});
  }
}

}  // namespace
