// SPDX-License-Identifier: MIT
/// @file
/// `pith proxy install`: puts pith in front of the servers that an MCP client
/// starts, by editing the client's own configuration file.
#ifndef PITH_APPS_PITH_INSTALL_PROXY_INSTALL_HPP
#define PITH_APPS_PITH_INSTALL_PROXY_INSTALL_HPP

#include "line/command.hpp"

#include <string>
#include <vector>

namespace cli {

struct install_request {
  std::string client;  ///< "claude-code"; one of mcp_clients()
  std::string file{};  ///< instead of the client's own; empty: that one
  std::vector<std::string> servers{};  ///< names; empty: all
  bool dry_run = false;                ///< shows what would change, and ends
  bool yes = false;                    ///< does not ask
  bool undo = false;                   ///< takes pith away again
  bool merge = false;                  ///< offers all servers as one
  std::string pith = "pith";           ///< what the client is to start
  /// Words between that and `proxy`, as of npx.
  std::vector<std::string> launcher_words{};
  /// Words between `proxy` and `--`; none of them is "--". Unless one says
  /// otherwise, `--pass-env=*` follows: a wrapped server gets the environment
  /// that its client gives it.
  std::vector<std::string> options{};
};

/// Shows on standard output what changes, as a unified diff; asks on a
/// terminal; keeps the original beside the file as FILE.pith-backup and
/// replaces the file as a whole. Without a terminal it writes only when it was
/// told not to ask. A usage error for an unknown client or server, bad_input
/// for a file that is not understood, io for one that cannot be read or
/// written. To undo also puts back what `merge` took away (proxy_merge.hpp).
[[nodiscard]] exit_code install_proxy(const install_request& request);

}  // namespace cli

#endif  // PITH_APPS_PITH_INSTALL_PROXY_INSTALL_HPP
