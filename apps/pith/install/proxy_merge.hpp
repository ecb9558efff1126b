// SPDX-License-Identifier: MIT
/// @file
/// `pith proxy install --merge`: puts one entry in the place of a client's
/// servers, which starts `pith proxy --config FILE`.
#ifndef PITH_APPS_PITH_INSTALL_PROXY_MERGE_HPP
#define PITH_APPS_PITH_INSTALL_PROXY_MERGE_HPP

#include "install/client_files.hpp"
#include "install/proxy_install.hpp"

namespace cli {

/// Moves servers from the client's file to a file of pith's own, which only its
/// owner can read, and keeps what it takes to undo that. Servers that cannot be
/// moved as they are stay, and are named. Says, asks and fails as
/// install_proxy() does. There is one entry for each table of servers: those of
/// the user, and those of a project.
[[nodiscard]] exit_code merge_servers(const install_request& request,
                                      const mcp_client& client);

/// Puts them back, byte for byte if nobody has edited that part of the client's
/// file since. `is_done`: there was something to put back, and nothing else is
/// left to undo.
[[nodiscard]] exit_code unmerge_servers(const install_request& request,
                                        const mcp_client& client,
                                        bool& is_done);

}  // namespace cli

#endif  // PITH_APPS_PITH_INSTALL_PROXY_MERGE_HPP
