// SPDX-License-Identifier: MIT
/// @file
/// What is on this machine: MCP clients, the servers in their configuration,
/// how each is wrapped, and what is wrong. Looking changes nothing.
#ifndef PITH_APPS_PITH_DOCTOR_SURVEY_HPP
#define PITH_APPS_PITH_DOCTOR_SURVEY_HPP

#include "install/client_files.hpp"
#include "install/launcher.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cli {

/// Names and values; of these, only names are ever shown.
using secret_pairs = std::vector<std::pair<std::string, std::string>>;

/// A server of a client.
struct surveyed_server {
  std::string name;
  std::string project{};  ///< directory; empty: it is not of one
  server_state state = server_state::unclear;
  bool is_disabled = false;
  /// How pith is started; nothing when it is not.
  std::optional<found_launch> launch{};
  /// Of the command or URL of the server itself, what may be shown.
  std::string program{};
  std::vector<std::string> problems{};

  // What it takes to start it; not to be shown.
  std::vector<std::string> own_words{};    ///< without pith
  std::vector<std::string> proxy_words{};  ///< between `proxy` and `--`
  std::string url{};
  std::string directory{};
  secret_pairs variables{};
  secret_pairs headers{};
};

/// A configuration file.
struct surveyed_file {
  const mcp_client* client = nullptr;
  std::string path;
  std::vector<std::string> problems{};
  std::vector<surveyed_server> servers{};
};

struct survey {
  std::string executable;  ///< of this pith; empty: unknown
  launcher_kind launcher = launcher_kind::path;
  bool has_authorities = false;
  std::vector<std::string> problems{};
  std::vector<surveyed_file> files{};

  /// All problems, also those of files and servers.
  [[nodiscard]] std::size_t problem_count() const;
};

/// Looks at the clients, or at the one of this name; empty: all.
[[nodiscard]] survey look_around(std::string_view client);

/// A configuration file as far as it can be read and understood; what is wrong
/// is among its problems. Starts nothing, and opens only regular files.
[[nodiscard]] surveyed_file survey_file(const mcp_client& client,
                                        const std::string& path,
                                        const std::string& executable);

}  // namespace cli

#endif  // PITH_APPS_PITH_DOCTOR_SURVEY_HPP
