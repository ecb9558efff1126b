// SPDX-License-Identifier: MIT
#include "install/client_edit.hpp"

#include "console/diagnostics.hpp"
#include "console/io.hpp"
#include "console/output.hpp"
#include "install/secret_mask.hpp"
#include "install/unified_diff.hpp"
#include "line/arguments.hpp"
#include "system/descriptors.hpp"
#include "system/new_file.hpp"
#include "terminal/terminal.hpp"
#include "work/run.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>

namespace cli {

namespace {

/// The file to edit; empty, after a message, when there is none.
std::string choose_client_file(const install_request& request,
                               const mcp_client& client) {
  if (!request.file.empty()) return request.file;
  const auto files = files_of(client);
  std::string looked;
  for (const std::string& file : files) {
    std::error_code none;
    if (std::filesystem::exists(file, none)) return file;
    looked.append(looked.empty() ? "" : " or ").append(file);
  }
  say("pith: " + std::string(client.title) + " has no configuration: no " +
      printable(looked) + "; name one with --file\n");
  return {};
}

std::string difference_text(const std::string& path, const shown_edits& shown) {
  return unified_diff(path, shown.text, shown.edits,
                      is_terminal(standard_output),
                      wants_colour(standard_output));
}

/// With stars for its secrets; without all of it when it cannot be read.
std::string without_secrets_of(source_dialect dialect, std::string_view text) {
  const auto tree = read_places(dialect, text);
  return tree ? hide_secrets(text, *tree, {}).text
              : std::string(text.size(), '*');
}

}  // namespace

std::optional<opened_file> open_client_file(const install_request& request,
                                            const mcp_client& client,
                                            exit_code& status) {
  status = exit_code::io;
  opened_file file{.path = choose_client_file(request, client),
                   .dialect = client.dialect,
                   .text = {},
                   .tree = {},
                   .servers = {}};
  if (file.path.empty()) return std::nullopt;
  input in = read_input(file.path, max_client_bytes);
  if (in.text.size() > max_client_bytes) in.failure = EFBIG;
  if (in.failure != 0) {
    say_failure("cannot read " + file.path, in.failure);
    return std::nullopt;
  }
  auto tree = read_places(client.dialect, in.text);
  if (!tree) {
    status = refuse(in, tree.error());
    return std::nullopt;
  }
  file.text = std::move(in.text);
  file.tree = std::move(*tree);
  file.servers =
      find_servers(client, file.text, file.tree, request.undo, request.pith);
  status = exit_code::ok;
  return file;
}

std::optional<std::string> unknown_server(const install_request& request,
                                          const opened_file& file) {
  std::vector<std::string_view> known;
  known.reserve(file.servers.size());
  for (const client_server& server : file.servers) {
    known.push_back(server.name);
  }
  for (const std::string& name : request.servers) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return "no server '" + name + "' in " + file.path +
             suggestion(name, known);
    }
  }
  return std::nullopt;
}

bool is_wanted(const install_request& request, const client_server& server) {
  const auto& names = request.servers;
  return names.empty() ||
         std::find(names.begin(), names.end(), server.name) != names.end();
}

std::string shown_difference(const opened_file& file,
                             const std::vector<splice>& edits) {
  return difference_text(file.path, hide_secrets(file.text, file.tree, edits));
}

std::string shown_difference(const std::string& path, source_dialect dialect,
                             std::string_view before, std::string_view after) {
  // Stars keep every byte in its place, so that both can be compared first.
  const auto front = static_cast<std::size_t>(
      std::mismatch(before.begin(), before.end(), after.begin(), after.end())
          .first -
      before.begin());
  const std::string_view rest = before.substr(front);
  const std::string_view new_rest = after.substr(front);
  const auto back =
      static_cast<std::size_t>(std::mismatch(rest.rbegin(), rest.rend(),
                                             new_rest.rbegin(), new_rest.rend())
                                   .first -
                               rest.rbegin());
  shown_edits shown{without_secrets_of(dialect, before), {}};
  shown.edits.push_back(
      {.begin = front,
       .end = before.size() - back,
       .text = without_secrets_of(dialect, after)
                   .substr(front, after.size() - back - front)});
  return difference_text(path, shown);
}

exit_code show(std::string_view difference) {
  // Two changes of a file are shown one after the other.
  fd_sink out{copy_descriptor(standard_output)};
  out.write(difference);
  if (out.finish()) return exit_code::ok;
  if (out.failure() != EPIPE) {
    say_failure("cannot write to standard output", out.failure());
  }
  return exit_code::io;
}

bool may_write(const install_request& request, const std::string& path) {
  if (request.dry_run) return false;
  if (request.yes) return true;
  if (!is_terminal(standard_input) || !is_terminal(standard_error)) {
    say("pith: nothing was changed; use --yes to write this to " +
        printable(path) + "\n");
    return false;
  }
  say("pith: write this to " + printable(path) + "? [y/N] ");
  std::array<char, 256> answer{};
  input_file in{"-"};
  const auto got = in.read(answer);
  const bool says_yes =
      got && *got > 0 && (answer[0] == 'y' || answer[0] == 'Y');
  if (!says_yes) say("pith: nothing was changed\n");
  return says_yes;
}

bool is_as_it_was(const opened_file& file) {
  // A client may have written to it while we asked.
  const input now = read_input(file.path, max_client_bytes);
  if (now.failure == 0 && now.text == file.text) return true;
  say("pith: " + printable(file.path) +
      " changed in the meantime; nothing was written; try again\n");
  return false;
}

exit_code replace_client_file(const std::string& path, std::string_view text) {
  output out{path, output_care::utmost};
  if (!out.is_open()) return exit_code::io;
  out.sink().write(text);
  return out.conclude(path, {});
}

std::string backup_of(const std::string& file) { return file + ".pith-backup"; }

exit_code keep_original(const opened_file& file, const std::string& backup,
                        bool& is_made) {
  // It may hold secrets: never more rights than the file itself has.
  const int fd = make_like(backup, file.path);
  if (fd < 0 && errno == EEXIST) return exit_code::ok;
  if (fd < 0) {
    say_failure("cannot write to " + backup, errno);
    return exit_code::io;
  }
  fd_sink out{fd};
  out.write(file.text);
  out.sync();
  is_made = out.finish();
  if (is_made) return exit_code::ok;
  say_failure("cannot write to " + backup, out.failure());
  remove_file(backup);
  return exit_code::io;
}

void drop_backup(const std::string& backup, std::string_view text) {
  const input kept = read_input(backup, max_client_bytes);
  if (kept.failure != 0) return;
  if (kept.text == text) {
    remove_file(backup);
  } else {
    // Edited since, or some servers are still wrapped, or were before.
    say("pith: " + printable(backup) +
        " differs from the current file and is kept\n");
  }
}

}  // namespace cli
