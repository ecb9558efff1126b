// SPDX-License-Identifier: MIT
#include "install/proxy_install.hpp"

#include "console/diagnostics.hpp"
#include "console/io.hpp"
#include "install/client_edit.hpp"
#include "install/client_files.hpp"
#include "install/proxy_merge.hpp"
#include "install/server_edits.hpp"
#include "install/source_tree.hpp"
#include "line/arguments.hpp"
#include "system/new_file.hpp"
#include "terminal/layout.hpp"
#include "work/run.hpp"

#include <algorithm>
#include <optional>

namespace cli {

namespace {

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
    const auto file = open_client_file(*request_, *client_, status);
    if (!file) return status;
    if (const auto wrong = unknown_server(*request_, *file)) {
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
    const exit_code shown = show(shown_difference(*file, made.edits));
    if (shown != exit_code::ok || !may_write(*request_, file->path)) {
      return shown;
    }
    return write(*file, made);
  }

 private:
  [[nodiscard]] std::vector<client_server> servers_of(
      std::string_view text, const source_tree& tree) const {
    return find_servers(*client_, text, tree, request_->undo, request_->pith);
  }

  // --- deciding -------------------------------------------------------------

  [[nodiscard]] bool changes(const client_server& server) const {
    return is_wanted(*request_, server) &&
           server.state ==
               (request_->undo ? server_state::wrapped : server_state::plain);
  }

  [[nodiscard]] plan make_plan(const opened_file& file) const {
    plan made;
    const source_text source{client_->dialect, file.text, &file.tree};
    auto restored = request_->undo ? restore(file, source) : std::nullopt;
    for (const client_server& server : file.servers) {
      if (!changes(server)) {
        if (is_wanted(*request_, server)) say_why_not(server);
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
    const input kept = read_input(backup_of(file.path), max_client_bytes);
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
      case server_state::merged:
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

  // --- writing --------------------------------------------------------------

  exit_code write(const opened_file& file, const plan& made) const {
    const std::string backup = backup_of(file.path);
    if (!is_as_it_was(file)) return exit_code::io;
    bool made_backup = false;
    if (!request_->undo) {
      const exit_code kept = keep_original(file, backup, made_backup);
      if (kept != exit_code::ok) return kept;
    }
    const exit_code written = replace_client_file(file.path, made.text);
    if (written != exit_code::ok) {
      // Nothing changed, so a copy that was just made is of no use.
      if (made_backup) remove_file(backup);
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
  if (request.merge && !request.undo) return merge_servers(request, *client);
  if (request.undo) {
    bool is_done = false;
    const exit_code code = unmerge_servers(request, *client, is_done);
    if (is_done || code != exit_code::ok) return code;
  }
  return installation{request, *client}.run();
}

}  // namespace cli
