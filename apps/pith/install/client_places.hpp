// SPDX-License-Identifier: MIT
/// @file
/// Where MCP clients keep the servers that they start, and in which form. What
/// differs between systems is data, so that tests see all of it on each.
#ifndef PITH_APPS_PITH_INSTALL_CLIENT_PLACES_HPP
#define PITH_APPS_PITH_INSTALL_CLIENT_PLACES_HPP

#include "install/source_tree.hpp"
#include "system/known_system.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

struct mcp_client {
  std::string_view name;   ///< "codex"
  std::string_view title;  ///< "Codex"
  source_dialect dialect = source_dialect::json;
  std::string_view servers_key;  ///< the table of servers
  /// Files in the current directory and in that of the user, which may be
  /// empty. The first that exists is taken.
  std::string_view project_file{};
  std::string_view user_file{};
  /// The user's file on macOS; empty: it is the same.
  std::string_view macos_file{};
  /// The user's file on Windows, below APPDATA; empty: it is the same.
  std::string_view windows_file{};
  /// A variable that names the directory of the user's file instead.
  const char* home_variable = nullptr;
  /// The user's file also has servers at `projects.DIRECTORY.SERVERS_KEY`.
  bool has_projects = false;
};

/// All that are known.
[[nodiscard]] std::span<const mcp_client> mcp_clients();
/// By name; null when there is none.
[[nodiscard]] const mcp_client* find_mcp_client(std::string_view name);

/// What the environment says of places; empty: nothing.
struct place_variables {
  std::string_view home{};         ///< HOME; on Windows USERPROFILE
  std::string_view config_home{};  ///< XDG_CONFIG_HOME
  std::string_view app_data{};     ///< APPDATA, of Windows
  std::string_view client_home{};  ///< the client's home_variable
};

/// The files that a client reads on a system, nearest first; they need not
/// exist.
[[nodiscard]] std::vector<std::string> places_of(
    const mcp_client& client, known_system system,
    const place_variables& variables);

}  // namespace cli

#endif  // PITH_APPS_PITH_INSTALL_CLIENT_PLACES_HPP
