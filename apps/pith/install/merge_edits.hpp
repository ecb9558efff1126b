// SPDX-License-Identifier: MIT
/// @file
/// Taking servers out of the configuration of a client, with one entry in
/// their place. Everything else stays byte for byte.
#ifndef PITH_APPS_PITH_INSTALL_MERGE_EDITS_HPP
#define PITH_APPS_PITH_INSTALL_MERGE_EDITS_HPP

#include "install/client_files.hpp"
#include "install/server_edits.hpp"
#include "install/source_tree.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cli {

/// What the client is to start instead.
struct merged_entry {
  std::string name;                ///< needs no quotes in TOML
  std::vector<std::string> words;  ///< the command first
};

/// A server and its text, as it is put back alone.
struct taken_server {
  std::string name;
  std::string text;
};

/// Edits in the order of the text. All of them, and the entry, are in
/// [begin, end), so that this part of the text says all that happened.
struct merge_edits {
  std::vector<splice> edits;
  std::vector<taken_server> servers;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Why a server cannot be taken out; empty when it can.
[[nodiscard]] std::string obstacle_to_taking(const source_text& source,
                                             const client_server& server);

/// Takes out those of `servers`, which are all of one table, for which `goes`
/// holds; at least one. `entry` comes in the place of the first, unless
/// `existing` has it already; null: it does not. Linear in the text times the
/// logarithm of the servers.
[[nodiscard]] merge_edits take_servers(
    const mcp_client& client, const source_text& source,
    const std::vector<const client_server*>& servers,
    const std::vector<bool>& goes, const merged_entry& entry,
    const client_server* existing);

/// Edits that put servers in the place of an entry.
[[nodiscard]] std::vector<splice> put_back_servers(
    const source_text& source, const client_server& entry,
    const std::vector<taken_server>& servers);

}  // namespace cli

#endif  // PITH_APPS_PITH_INSTALL_MERGE_EDITS_HPP
