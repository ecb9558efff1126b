// SPDX-License-Identifier: MIT
/// @file
/// The servers in the files of MCP clients.
#ifndef PITH_APPS_PITH_INSTALL_CLIENT_FILES_HPP
#define PITH_APPS_PITH_INSTALL_CLIENT_FILES_HPP

#include "install/client_places.hpp"
#include "install/source_tree.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// The files that a client reads on this system, nearest first; they need not
/// exist.
[[nodiscard]] std::vector<std::string> files_of(const mcp_client& client);

/// What is to be made of a server.
enum class server_state : std::uint8_t {
  plain,    ///< a command that can be wrapped
  wrapped,  ///< pith proxy ... -- COMMAND
  merged,   ///< pith proxy --config FILE
  proxy,    ///< pith proxy without these, as with --url: it was not installed
  remote,   ///< reached by a URL
  unclear,  ///< none of these; `note` says why
};

struct client_server {
  std::string name;
  std::string project{};                  ///< directory; empty: of the user
  std::size_t table = source_node::none;  ///< node of the tree, as a whole
  server_state state = server_state::unclear;
  std::string note{};
  std::size_t command = source_node::none;  ///< node of the tree
  std::size_t args = source_node::none;     ///< likewise; none: it has none
  bool is_in_braces = false;                ///< its table is inside of braces
  /// The command and its words, without quotes.
  std::vector<std::string> words{};
};

/// The servers of a file, in its order. `all_projects`: not only those of the
/// user and of the current directory. `pith` is the path of this program.
[[nodiscard]] std::vector<client_server> find_servers(const mcp_client& client,
                                                      std::string_view text,
                                                      const source_tree& tree,
                                                      bool all_projects,
                                                      std::string_view pith);

/// The place in `words` of a wrapped server where its own command begins; 0
/// when these are not the words of one.
[[nodiscard]] std::size_t wrapped_begin(const std::vector<std::string>& words,
                                        std::string_view pith);

/// FILE in the words of `pith proxy --config FILE`; empty when these are not
/// the words of one.
[[nodiscard]] std::string merged_file_of(const std::vector<std::string>& words,
                                         std::string_view pith);

}  // namespace cli

#endif  // PITH_APPS_PITH_INSTALL_CLIENT_FILES_HPP
