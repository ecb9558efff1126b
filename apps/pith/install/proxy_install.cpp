// SPDX-License-Identifier: MIT
#include "install/proxy_install.hpp"

#include "console/diagnostics.hpp"
#include "console/file_attributes.hpp"
#include "console/io.hpp"
#include "console/output.hpp"
#include "install/client_files.hpp"
#include "install/secret_mask.hpp"
#include "install/server_edits.hpp"
#include "install/source_tree.hpp"
#include "install/unified_diff.hpp"
#include "line/arguments.hpp"
#include "terminal/layout.hpp"
#include "terminal/terminal.hpp"
#include "work/run.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>

namespace cli {

namespace {

// Claude Code keeps more than settings in its file.
constexpr std::size_t max_file_bytes = 64U << 20U;
constexpr std::string_view backup_suffix = ".pith-backup";

std::string backup_of(const std::string& file) {
  return file + std::string(backup_suffix);
}

/// A file that was read and understood.
struct opened_file {
  std::string path;
  std::string text;
  source_tree tree;
  std::vector<client_server> servers;
};

/// What is going to happen to a file.
struct plan {
  std::vector<splice> edits;
  std::vector<std::string> names;  // of the servers that change
  std::string text;                // with the edits
};

class installation {
 public:
  installation(const install_request& request, const mcp_client& client)
      : request_(&request), client_(&client) {
    lead_ = request.launcher_words;
    lead_.emplace_back("proxy");
    lead_.insert(lead_.end(), request.options.begin(), request.options.end());
    // The client decides what its servers see of the environment, as before,
    // and goes on to do so when its file is edited later.
    const bool has_say = std::any_of(
        lead_.begin(), lead_.end(),
        [](const std::string& word) { return word.starts_with("--pass-env"); });
    if (!has_say) lead_.emplace_back("--pass-env=*");
    lead_.emplace_back("--");
  }

  exit_code run() {
    exit_code status = exit_code::ok;
    const auto file = open(status);
    if (!file) return status;
    if (const auto wrong = unknown_server(*file)) {
      return misused(*wrong, "proxy install");
    }
    plan made = make_plan(*file);
    if (made.edits.empty()) {
      say("pith: nothing to do in " + printable(file->path) + "\n");
      return exit_code::ok;
    }
    if (!is_right(*file, made)) {
      say("pith: " + printable(file->path) +
          " cannot be edited safely; nothing was changed\n");
      return exit_code::bad_input;
    }
    const exit_code shown = show(*file, made);
    if (shown != exit_code::ok || !may_write(file->path)) return shown;
    return write(*file, made);
  }

 private:
  // --- reading --------------------------------------------------------------

  /// The file to edit; empty, after a message, when there is none.
  [[nodiscard]] std::string choose_file() const {
    if (!request_->file.empty()) return request_->file;
    const auto files = files_of(*client_);
    std::string looked;
    for (const std::string& file : files) {
      std::error_code none;
      if (std::filesystem::exists(file, none)) return file;
      looked.append(looked.empty() ? "" : " or ").append(file);
    }
    say("pith: " + std::string(client_->title) + " has no configuration: no " +
        printable(looked) + "; name one with --file\n");
    return {};
  }

  std::optional<opened_file> open(exit_code& status) const {
    status = exit_code::io;
    opened_file file{
        .path = choose_file(), .text = {}, .tree = {}, .servers = {}};
    if (file.path.empty()) return std::nullopt;
    input in = read_input(file.path, max_file_bytes);
    if (in.text.size() > max_file_bytes) in.failure = EFBIG;
    if (in.failure != 0) {
      say_failure("cannot read " + file.path, in.failure);
      return std::nullopt;
    }
    auto tree = read_places(client_->dialect, in.text);
    if (!tree) {
      status = refuse(in, tree.error());
      return std::nullopt;
    }
    file.text = std::move(in.text);
    file.tree = std::move(*tree);
    file.servers = servers_of(file.text, file.tree);
    status = exit_code::ok;
    return file;
  }

  [[nodiscard]] std::vector<client_server> servers_of(
      std::string_view text, const source_tree& tree) const {
    return find_servers(*client_, text, tree, request_->undo, request_->pith);
  }

  /// What is wrong with --server; nothing when nothing is.
  [[nodiscard]] std::optional<std::string> unknown_server(
      const opened_file& file) const {
    std::vector<std::string_view> known;
    known.reserve(file.servers.size());
    for (const client_server& server : file.servers) {
      known.push_back(server.name);
    }
    for (const std::string& name : request_->servers) {
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        return "no server '" + name + "' in " + file.path +
               suggestion(name, known);
      }
    }
    return std::nullopt;
  }

  // --- deciding -------------------------------------------------------------

  [[nodiscard]] bool is_wanted(const client_server& server) const {
    const auto& names = request_->servers;
    return names.empty() ||
           std::find(names.begin(), names.end(), server.name) != names.end();
  }

  [[nodiscard]] bool changes(const client_server& server) const {
    return is_wanted(server) &&
           server.state ==
               (request_->undo ? server_state::wrapped : server_state::plain);
  }

  [[nodiscard]] plan make_plan(const opened_file& file) const {
    plan made;
    const source_text source{client_->dialect, file.text, &file.tree};
    auto restored = request_->undo ? restore(file, source) : std::nullopt;
    for (const client_server& server : file.servers) {
      if (!changes(server)) {
        if (is_wanted(server)) say_why_not(server);
        continue;
      }
      made.names.push_back(server.name);
      if (restored) continue;
      if (request_->undo) {
        unwrap_server(source, server, request_->pith, made.edits);
      } else {
        wrap_server(source, server, request_->pith, lead_, made.edits);
      }
    }
    if (restored) made.edits = std::move(*restored);
    std::stable_sort(
        made.edits.begin(), made.edits.end(),
        [](const splice& a, const splice& b) { return a.begin < b.begin; });
    made.text = apply_splices(file.text, made.edits);
    return made;
  }

  /// Edits that make servers as the copy beside the file has them; nothing when
  /// there is none, or the file has changed otherwise since.
  [[nodiscard]] std::optional<std::vector<splice>> restore(
      const opened_file& file, const source_text& now) const {
    const input kept = read_input(backup_of(file.path), max_file_bytes);
    if (kept.failure != 0) return std::nullopt;
    const auto tree = read_places(client_->dialect, kept.text);
    if (!tree) return std::nullopt;
    const auto servers = servers_of(kept.text, *tree);
    std::vector<bool> goes;
    goes.reserve(file.servers.size());
    for (const client_server& one : file.servers) goes.push_back(changes(one));
    return restore_servers({{client_->dialect, kept.text, &*tree}, &servers},
                           {now, &file.servers}, goes, request_->pith);
  }

  void say_why_not(const client_server& server) const {
    const std::string name = "pith: " + printable(server.name);
    switch (server.state) {
      case server_state::plain:
        break;  // undo, and there is nothing to undo
      case server_state::wrapped:
      case server_state::proxy:
        if (!request_->undo) say(name + " is already wrapped\n");
        break;
      case server_state::remote:
        if (request_->undo) break;
        say(name +
            " has a URL and is not changed; to wrap it, configure the client "
            "to start 'pith proxy --url URL'\n");
        break;
      case server_state::unclear:
        say(name + ' ' + server.note + " and is not changed\n");
        break;
    }
  }

  /// The words of a server once the plan is done.
  [[nodiscard]] std::vector<std::string> words_after(
      const client_server& server) const {
    if (!changes(server)) return server.words;
    if (request_->undo) {
      const auto own = static_cast<std::ptrdiff_t>(
          wrapped_begin(server.words, request_->pith));
      return {server.words.begin() + own, server.words.end()};
    }
    std::vector<std::string> words{request_->pith};
    words.insert(words.end(), lead_.begin(), lead_.end());
    words.insert(words.end(), server.words.begin(), server.words.end());
    return words;
  }

  /// Reads the new text and holds every server against what it should be: no
  /// file of a client is ever broken by an edit.
  [[nodiscard]] bool is_right(const opened_file& file, const plan& made) const {
    const auto tree = read_places(client_->dialect, made.text);
    if (!tree) return false;
    const auto after = servers_of(made.text, *tree);
    return std::equal(
        file.servers.begin(), file.servers.end(), after.begin(), after.end(),
        [this](const client_server& was, const client_server& is) {
          return was.name == is.name && words_after(was) == is.words;
        });
  }

  // --- asking ---------------------------------------------------------------

  [[nodiscard]] static exit_code show(const opened_file& file,
                                      const plan& made) {
    const bool for_terminal = is_terminal(STDOUT_FILENO);
    const shown_edits shown = hide_secrets(file.text, file.tree, made.edits);
    return write_file(
        "-", unified_diff(file.path, shown.text, shown.edits, for_terminal,
                          wants_colour(STDOUT_FILENO)));
  }

  [[nodiscard]] bool may_write(const std::string& path) const {
    if (request_->dry_run) return false;
    if (request_->yes) return true;
    if (!is_terminal(STDIN_FILENO) || !is_terminal(STDERR_FILENO)) {
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

  // --- writing --------------------------------------------------------------

  exit_code write(const opened_file& file, const plan& made) const {
    const std::string backup = backup_of(file.path);
    // A client may have written to it while we asked.
    if (const input now = read_input(file.path, max_file_bytes);
        now.failure != 0 || now.text != file.text) {
      say("pith: " + printable(file.path) +
          " changed in the meantime; nothing was written; try again\n");
      return exit_code::io;
    }
    bool made_backup = false;
    if (!request_->undo) {
      const exit_code kept = keep_original(file, backup, made_backup);
      if (kept != exit_code::ok) return kept;
    }
    const exit_code written = replace(file.path, made.text);
    if (written != exit_code::ok) {
      // Nothing changed, so a copy that was just made is of no use.
      if (made_backup) ::unlink(backup.c_str());
      return written;
    }
    if (request_->undo) {
      say("pith: unwrapped " + printable(comma_list(made.names)) + " in " +
          printable(file.path) + "\n");
      drop_backup(backup, made.text);
    } else {
      say("pith: wrapped " + printable(comma_list(made.names)) + " in " +
          printable(file.path) + "; the original is " + printable(backup) +
          "; to undo this, use --undo\n");
    }
    say("pith: " + std::string(client_->title) +
        " uses the change after it restarts its servers\n");
    return exit_code::ok;
  }

  static exit_code replace(const std::string& path, std::string_view text) {
    output out{path, output_care::utmost};
    if (!out.is_open()) return exit_code::io;
    out.sink().write(text);
    return out.conclude(path, {});
  }

  /// Copies the file beside itself, unless there is a copy: that one is from
  /// before the first change.
  static exit_code keep_original(const opened_file& file,
                                 const std::string& backup, bool& is_made) {
    struct stat old {};
    const bool has_rights = ::stat(file.path.c_str(), &old) == 0;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): open()
    const int fd =
        ::open(backup.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 && errno == EEXIST) return exit_code::ok;
    if (fd < 0) {
      say_failure("cannot write to " + backup, errno);
      return exit_code::io;
    }
    // It may hold secrets: never more rights than the file itself has.
    if (has_rights) take_over(fd, old, 0777U);
    copy_attributes(file.path, fd);
    fd_sink out{fd};
    out.write(file.text);
    out.sync();
    is_made = out.finish();
    if (is_made) return exit_code::ok;
    say_failure("cannot write to " + backup, out.failure());
    ::unlink(backup.c_str());
    return exit_code::io;
  }

  /// The copy has done its duty when the file is as it was.
  static void drop_backup(const std::string& backup, std::string_view text) {
    const input kept = read_input(backup, max_file_bytes);
    if (kept.failure != 0) return;
    if (kept.text == text) {
      ::unlink(backup.c_str());
    } else {
      // Edited since, or some servers are still wrapped, or were before.
      say("pith: " + printable(backup) +
          " differs from the current file and is kept\n");
    }
  }

  const install_request* request_;
  const mcp_client* client_;
  std::vector<std::string> lead_;
};

}  // namespace

exit_code install_proxy(const install_request& request) {
  const mcp_client* const client = find_mcp_client(request.client);
  if (client == nullptr) {
    std::vector<std::string_view> known;
    for (const mcp_client& one : mcp_clients()) known.push_back(one.name);
    return misused("unknown client '" + request.client + "'" +
                       suggestion(request.client, known),
                   "proxy install");
  }
  return installation{request, *client}.run();
}

}  // namespace cli
