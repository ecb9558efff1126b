// SPDX-License-Identifier: MIT
/// @file
/// Reading the configuration file of a client, showing what is to change,
/// asking, and writing it: what every kind of installation has in common.
#ifndef PITH_APPS_PITH_INSTALL_CLIENT_EDIT_HPP
#define PITH_APPS_PITH_INSTALL_CLIENT_EDIT_HPP

#include "install/client_files.hpp"
#include "install/proxy_install.hpp"
#include "install/source_tree.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// Claude Code keeps more than settings in its file.
inline constexpr std::size_t max_client_bytes = 64U << 20U;

/// A file that was read and understood.
struct opened_file {
  std::string path;
  source_dialect dialect = source_dialect::json;
  std::string text;
  source_tree tree;
  std::vector<client_server> servers;
};

/// The file of the request, or the client's own. Nothing after a message, and
/// `status` says how to end.
[[nodiscard]] std::optional<opened_file> open_client_file(
    const install_request& request, const mcp_client& client,
    exit_code& status);

/// What is wrong with --server; nothing when nothing is.
[[nodiscard]] std::optional<std::string> unknown_server(
    const install_request& request, const opened_file& file);

/// Whether --server names it, or no other.
[[nodiscard]] bool is_wanted(const install_request& request,
                             const client_server& server);

/// A difference as it is shown, without secrets.
[[nodiscard]] std::string shown_difference(const opened_file& file,
                                           const std::vector<splice>& edits);

/// The same of a whole text that becomes another. Secrets of neither are shown.
[[nodiscard]] std::string shown_difference(const std::string& path,
                                           source_dialect dialect,
                                           std::string_view before,
                                           std::string_view after);

/// Writes it to standard output, which stays open.
[[nodiscard]] exit_code show(std::string_view difference);

/// Asks, unless the request says what to do.
[[nodiscard]] bool may_write(const install_request& request,
                             const std::string& path);

/// Whether nobody has written to the file since; says so.
[[nodiscard]] bool is_as_it_was(const opened_file& file);

[[nodiscard]] exit_code replace_client_file(const std::string& path,
                                            std::string_view text);

/// Where the original is kept.
[[nodiscard]] std::string backup_of(const std::string& file);

/// Copies the file beside itself, unless there is a copy: that one is from
/// before the first change.
[[nodiscard]] exit_code keep_original(const opened_file& file,
                                      const std::string& backup, bool& is_made);

/// Deletes the copy if the file is as it was again; else says that it stays.
void drop_backup(const std::string& backup, std::string_view text);

}  // namespace cli

#endif  // PITH_APPS_PITH_INSTALL_CLIENT_EDIT_HPP
