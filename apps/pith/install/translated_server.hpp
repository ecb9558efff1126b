// SPDX-License-Identifier: MIT
/// @file
/// From a server in the configuration of a client to the same server in
/// pith.toml, if every word of it can be kept.
#ifndef PITH_APPS_PITH_INSTALL_TRANSLATED_SERVER_HPP
#define PITH_APPS_PITH_INSTALL_TRANSLATED_SERVER_HPP

#include "install/client_files.hpp"
#include "install/server_edits.hpp"

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cli {

using text_pairs = std::vector<std::pair<std::string, std::string>>;

struct translated_server {
  std::string problem{};  ///< why it cannot be; "has a key twice"
  std::vector<std::string> words{};
  text_pairs environment{};
  std::string directory{};
  std::string url{};
  text_pairs headers{};
};

/// A server of a client. Nothing is guessed: a key that is not known, a
/// variable that only the client can fill in, or a value that pith.toml would
/// read otherwise is a problem. No problem shows a value.
[[nodiscard]] translated_server translate_server(const mcp_client& client,
                                                 const source_text& source,
                                                 const client_server& server);

/// A name for pith.toml that is near to the client's and not among `taken`.
[[nodiscard]] std::string plain_server_name(std::string_view name,
                                            const std::set<std::string>& taken);

/// "[server.NAME]" and its keys, after a comment with the client's name.
[[nodiscard]] std::string server_section(const translated_server& server,
                                         std::string_view name,
                                         std::string_view client_name);

}  // namespace cli

#endif  // PITH_APPS_PITH_INSTALL_TRANSLATED_SERVER_HPP
