// SPDX-License-Identifier: MIT
/// @file
/// Putting `pith proxy ... --` in front of a server's command, and taking it
/// away again. What is not touched stays byte for byte, and undoing what was
/// done gives the text as it was.
#ifndef PITH_APPS_PITH_INSTALL_SERVER_EDITS_HPP
#define PITH_APPS_PITH_INSTALL_SERVER_EDITS_HPP

#include "install/client_files.hpp"
#include "install/source_tree.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// A text and where everything stands in it.
struct source_text {
  source_dialect dialect = source_dialect::json;
  std::string_view text;
  const source_tree* tree = nullptr;
};

/// Edits that wrap a plain server: its command becomes `pith`, its args begin
/// with `lead` ("proxy", options, "--") and the command as it was written.
void wrap_server(const source_text& source, const client_server& server,
                 std::string_view pith, const std::vector<std::string>& lead,
                 std::vector<splice>& edits);

/// Edits that undo this. An args that was made by wrap_server() becomes empty:
/// the text does not tell that there was none.
void unwrap_server(const source_text& source, const client_server& server,
                   std::string_view pith, std::vector<splice>& edits);

/// A text and all of its servers.
struct server_text {
  source_text source;
  const std::vector<client_server>* servers = nullptr;
};

/// Edits of `now` that undo this for those of its servers for which `goes`
/// holds, so that they are byte for byte as in `before`. Nothing when `now` is
/// not just what wrapping servers of `before`, with whatever options, gives:
/// then it was edited since.
[[nodiscard]] std::optional<std::vector<splice>> restore_servers(
    const server_text& before, const server_text& now,
    const std::vector<bool>& goes, std::string_view pith);

}  // namespace cli

#endif  // PITH_APPS_PITH_INSTALL_SERVER_EDITS_HPP
