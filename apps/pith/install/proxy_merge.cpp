// SPDX-License-Identifier: MIT
#include "install/proxy_merge.hpp"

#include "console/diagnostics.hpp"
#include "install/client_edit.hpp"
#include "install/config_errors.hpp"
#include "install/merge_edits.hpp"
#include "install/merge_journal.hpp"
#include "install/private_file.hpp"
#include "install/translated_server.hpp"
#include "mcp/config/configuration.hpp"
#include "system/new_file.hpp"
#include "terminal/layout.hpp"
#include "work/run.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

namespace cli {

namespace {

/// FNV-1a, in hexadecimal: tells files apart, and protects nothing.
std::string short_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) {
    out += digits[hash >> static_cast<unsigned>(shift) & 0xFU];
  }
  return out;
}

/// The merged file of a table of servers.
std::string merged_file_for(const mcp_client& client, const std::string& path,
                            const std::string& project) {
  const std::string directory = merged_directory();
  if (directory.empty()) return {};
  std::error_code failed;
  auto whole = std::filesystem::weakly_canonical(path, failed);
  if (failed) whole = std::filesystem::absolute(path, failed);
  std::string key = whole.string();
  key.push_back('\0');
  key += project;
  return directory + '/' + std::string(client.name) + '-' + short_hash(key) +
         ".toml";
}

/// All values of a text that are not of these tables, each with its path, in
/// an order that does not depend on where they stand.
std::vector<std::string> values_beside(const source_text& source,
                                       const std::set<std::size_t>& tables) {
  struct visit {
    std::size_t id;
    std::string path;
  };
  std::vector<std::string> values;
  std::vector<visit> left{{0, {}}};
  while (!left.empty()) {
    const visit now = std::move(left.back());
    left.pop_back();
    const source_node& node = source.tree->at(now.id);
    if (node.what == source_node::type::table ||
        node.what == source_node::type::list) {
      std::size_t number = 0;
      for (const std::size_t child : source.tree->children(now.id)) {
        if (tables.contains(child)) continue;
        const source_node& member = source.tree->at(child);
        const std::string name = node.what == source_node::type::list
                                     ? std::to_string(number++)
                                     : quoted_string(member.key);
        left.push_back({child, now.path + '/' + name});
      }
      continue;
    }
    values.push_back(
        now.path + '=' +
        std::string(source.text.substr(node.begin, node.end - node.begin)));
  }
  std::sort(values.begin(), values.end());
  return values;
}

/// One table of servers, and what becomes of it.
struct merge_group {
  std::string project;
  std::vector<const client_server*> servers;  // all of the table
  std::vector<bool> goes;
  std::vector<translated_server> translated;  // of those that go
  const client_server* existing = nullptr;    // the entry, if there is one
  std::string file;                           // merged
  std::string old_config;
  std::string new_config;
  std::optional<merge_journal> old_journal;
  merge_journal journal;
  merge_edits made;
  std::string entry_name;

  [[nodiscard]] bool changes() const {
    return std::find(goes.begin(), goes.end(), true) != goes.end();
  }
};

class merging {
 public:
  merging(const install_request& request, const mcp_client& client)
      : request_(&request), client_(&client) {}

  exit_code run() {
    exit_code status = exit_code::ok;
    auto file = open_client_file(*request_, *client_, status);
    if (!file) return status;
    if (const auto wrong = unknown_server(*request_, *file)) {
      return misused(*wrong, "proxy install");
    }
    file_ = std::move(*file);
    source_ = {client_->dialect, file_.text, &file_.tree};
    make_groups();
    for (merge_group& group : groups_) choose(group);
    std::erase_if(groups_,
                  [](const merge_group& group) { return !group.changes(); });
    if (groups_.empty()) {
      say("pith: nothing to do in " + printable(file_.path) + "\n");
      return exit_code::ok;
    }
    for (merge_group& group : groups_) {
      status = prepare(group);
      if (status != exit_code::ok) return status;
    }
    if (!is_right()) {
      say("pith: " + printable(file_.path) +
          " cannot be edited safely; nothing was changed\n");
      return exit_code::bad_input;
    }
    status = show(difference());
    if (status != exit_code::ok || !may_write(*request_, file_.path)) {
      return status;
    }
    return write();
  }

 private:
  // --- deciding -------------------------------------------------------------

  void make_groups() {
    for (const client_server& server : file_.servers) {
      const auto same = [&server](const merge_group& group) {
        return group.project == server.project;
      };
      auto found = std::find_if(groups_.begin(), groups_.end(), same);
      if (found == groups_.end()) {
        groups_.emplace_back().project = server.project;
        found = groups_.end() - 1;
      }
      found->servers.push_back(&server);
    }
  }

  /// Which servers go, and the entry that is there.
  void choose(merge_group& group) {
    for (const client_server* const server : group.servers) {
      const bool is_ours = find_entry(group, *server);
      bool goes = false;
      if (!is_ours && is_wanted(*request_, *server)) {
        translated_server made = translate_server(*client_, source_, *server);
        if (made.problem.empty()) {
          made.problem = obstacle_to_taking(source_, *server);
        }
        goes = made.problem.empty();
        if (goes) {
          group.translated.push_back(std::move(made));
        } else {
          say("pith: " + printable(server->name) + ' ' +
              printable(made.problem) + " and is not changed\n");
        }
      }
      group.goes.push_back(goes);
    }
  }

  /// Whether it is the entry of an earlier merge.
  bool find_entry(merge_group& group, const client_server& server) const {
    if (server.state != server_state::merged || group.existing != nullptr) {
      return false;
    }
    const std::string file = merged_file_of(server.words, request_->pith);
    const auto text = read_private(journal_of(file));
    auto journal = text ? read_journal(*text) : std::nullopt;
    if (!journal) return false;
    group.existing = &server;
    group.file = file;
    group.old_journal = std::move(journal);
    return true;
  }

  // --- making ---------------------------------------------------------------

  exit_code prepare(merge_group& group) {
    std::set<std::string> taken;
    const exit_code read = group.existing != nullptr ? read_config(group, taken)
                                                     : begin_config(group);
    if (read != exit_code::ok) return read;
    std::size_t next = 0;
    for (std::size_t i = 0; i < group.servers.size(); ++i) {
      if (!group.goes[i]) continue;
      const std::string& shown = group.servers[i]->name;
      const std::string name = plain_server_name(shown, taken);
      taken.insert(name);
      names_.push_back(shown);
      group.new_config +=
          '\n' + server_section(group.translated[next++], name, shown);
    }
    const auto check = pith::mcp::read_configuration(group.new_config, "/");
    if (!check.value) return refuse_config(group.file, check);
    group.entry_name = entry_name(group);
    group.made =
        take_servers(*client_, source_, group.servers, group.goes,
                     {group.entry_name, entry_words(group)}, group.existing);
    return keep_step(group);
  }

  /// A new file.
  exit_code begin_config(merge_group& group) {
    group.file = merged_file_for(*client_, file_.path, group.project);
    if (group.file.empty()) {
      say("pith: there is no place for the servers: set HOME\n");
      return exit_code::io;
    }
    group.new_config =
        "# The servers of " + std::string(client_->title) + ", from " +
        quoted_string(file_.path) + ".\n# 'pith proxy install --client " +
        std::string(client_->name) + " --undo' puts them back.\n";
    if (pith::mcp::known_client(client_->name) != nullptr) {
      group.new_config +=
          "\n[client]\nname = " + quoted_string(client_->name) + '\n';
    }
    const auto left = read_private(group.file);
    const auto journal = read_private(journal_of(group.file));
    const auto known = journal ? read_journal(*journal) : std::nullopt;
    std::error_code none;
    const bool exists =
        std::filesystem::symlink_status(group.file, none).type() !=
        std::filesystem::file_type::not_found;
    // What an entry that somebody deleted has left is of use to nobody, unless
    // it was edited.
    if (!exists || (left && known && *left == known->config)) {
      return exit_code::ok;
    }
    say("pith: " + printable(group.file) +
        " exists, but the client does not use it; move or delete it\n");
    return exit_code::io;
  }

  /// The file of an earlier merge, which may have been edited since.
  exit_code read_config(merge_group& group, std::set<std::string>& taken) {
    auto text = read_private(group.file);
    if (!text) {
      say("pith: cannot read " + printable(group.file) +
          "; undo with --undo first\n");
      return exit_code::io;
    }
    const auto now = pith::mcp::read_configuration(
        *text, std::filesystem::path(group.file).parent_path().string());
    if (!now.value) return refuse_config(group.file, now);
    for (const auto& one : now.value->servers) taken.insert(one.name);
    for (const auto& one : now.value->endpoints) taken.insert(one.name);
    group.old_config = std::move(*text);
    group.new_config = group.old_config;
    if (!group.new_config.ends_with('\n')) group.new_config += '\n';
    return exit_code::ok;
  }

  static exit_code refuse_config(const std::string& file,
                                 const pith::mcp::configuration_result& read) {
    say_config_errors(file, read.errors);
    return exit_code::bad_input;
  }

  static std::string entry_name(const merge_group& group) {
    if (group.existing != nullptr) return group.existing->name;
    std::set<std::string> others;
    for (std::size_t i = 0; i < group.servers.size(); ++i) {
      if (!group.goes[i]) others.insert(group.servers[i]->name);
    }
    return plain_server_name("pith", others);
  }

  [[nodiscard]] std::vector<std::string> entry_words(
      const merge_group& group) const {
    if (group.existing != nullptr) return group.existing->words;
    std::vector<std::string> words{request_->pith};
    words.insert(words.end(), request_->launcher_words.begin(),
                 request_->launcher_words.end());
    words.insert(words.end(), {"proxy", "--config", group.file});
    return words;
  }

  /// What it takes to undo this.
  exit_code keep_step(merge_group& group) const {
    if (group.old_journal) group.journal = *group.old_journal;
    const merge_edits& made = group.made;
    std::vector<splice> inside = made.edits;
    for (splice& one : inside) {
      one.begin -= made.begin;
      one.end -= made.begin;
    }
    const std::string before =
        file_.text.substr(made.begin, made.end - made.begin);
    group.journal.steps.push_back({.before = before,
                                   .after = apply_splices(before, inside),
                                   .servers = made.servers});
    group.journal.config = group.new_config;
    const std::string text = write_journal(group.journal);
    const auto again = read_journal(text);
    if (again && write_journal(*again) == text &&
        again->steps.back().before == before) {
      return exit_code::ok;
    }
    say("pith: " + printable(file_.path) +
        " has text that cannot be kept; nothing was changed\n");
    return exit_code::bad_input;
  }

  /// Reads the new text: the servers that go are gone, the entries are there,
  /// and every other value is what it was.
  bool is_right() {
    std::vector<splice> edits;
    for (const merge_group& group : groups_) {
      edits.insert(edits.end(), group.made.edits.begin(),
                   group.made.edits.end());
    }
    std::stable_sort(
        edits.begin(), edits.end(),
        [](const splice& a, const splice& b) { return a.begin < b.begin; });
    edits_ = std::move(edits);
    new_text_ = apply_splices(file_.text, edits_);
    const auto tree = read_places(client_->dialect, new_text_);
    if (!tree) return false;
    const auto after =
        find_servers(*client_, new_text_, *tree, false, request_->pith);
    std::set<std::size_t> gone;
    std::set<std::size_t> come;
    for (const merge_group& group : groups_) {
      for (std::size_t i = 0; i < group.servers.size(); ++i) {
        if (group.goes[i]) gone.insert(group.servers[i]->table);
      }
      const auto entry = std::find_if(after.begin(), after.end(),
                                      [&](const client_server& one) {
                                        return one.project == group.project &&
                                               one.name == group.entry_name &&
                                               one.words == entry_words(group);
                                      });
      if (entry == after.end()) return false;
      come.insert(entry->table);
      if (group.existing != nullptr) gone.insert(group.existing->table);
    }
    return values_beside(source_, gone) ==
           values_beside({client_->dialect, new_text_, &*tree}, come);
  }

  // --- writing --------------------------------------------------------------

  [[nodiscard]] std::string difference() const {
    std::string out = shown_difference(file_, edits_);
    for (const merge_group& group : groups_) {
      out += shown_difference(group.file, source_dialect::toml,
                              group.old_config, group.new_config);
    }
    return out;
  }

  exit_code write() {
    if (!is_as_it_was(file_)) return exit_code::io;
    if (!make_merged_directory(std::filesystem::path(groups_.front().file)
                                   .parent_path()
                                   .string())) {
      return exit_code::io;
    }
    const std::string backup = backup_of(file_.path);
    bool made_backup = false;
    const exit_code kept = keep_original(file_, backup, made_backup);
    if (kept != exit_code::ok) return kept;
    // Last what makes the client use the others.
    bool is_written = true;
    for (const merge_group& group : groups_) {
      is_written =
          is_written &&
          write_private(journal_of(group.file), write_journal(group.journal)) &&
          write_private(group.file, group.new_config);
    }
    is_written = is_written &&
                 replace_client_file(file_.path, new_text_) == exit_code::ok;
    if (!is_written) {
      take_back();
      if (made_backup) remove_file(backup);
      return exit_code::io;
    }
    say("pith: merged " + printable(comma_list(names_)) + " in " +
        printable(file_.path) + "; the servers are now in " +
        printable(comma_list(files())) + "; the original is " +
        printable(backup) + "; to undo this, use --undo\n");
    say("pith: " + std::string(client_->title) +
        " uses the change after it restarts its servers\n");
    return exit_code::ok;
  }

  [[nodiscard]] std::vector<std::string> files() const {
    std::vector<std::string> all;
    all.reserve(groups_.size());
    for (const merge_group& group : groups_) all.push_back(group.file);
    return all;
  }

  /// Leaves pith's own files as they were.
  void take_back() const {
    for (const merge_group& group : groups_) {
      if (group.old_journal) {
        static_cast<void>(write_private(journal_of(group.file),
                                        write_journal(*group.old_journal)));
        static_cast<void>(write_private(group.file, group.old_config));
      } else {
        remove_file(group.file);
        remove_file(journal_of(group.file));
      }
    }
  }

  const install_request* request_;
  const mcp_client* client_;
  opened_file file_;
  source_text source_;
  std::vector<merge_group> groups_;
  std::vector<std::string> names_;
  std::vector<splice> edits_;
  std::string new_text_;
};

// --- undo -------------------------------------------------------------------

class unmerging {
 public:
  unmerging(const install_request& request, const mcp_client& client)
      : request_(&request), client_(&client) {}

  exit_code run(bool& is_done) {
    exit_code status = exit_code::ok;
    auto file = open_client_file(*request_, *client_, status);
    if (!file) return status;
    if (unknown_server(*request_, *file)) return exit_code::ok;
    file_ = std::move(*file);
    text_ = file_.text;
    bool has_others = false;
    for (const client_server& server : file_.servers) {
      if (!is_wanted(*request_, server)) continue;
      if (server.state == server_state::wrapped) has_others = true;
      if (server.state != server_state::merged) continue;
      status = undo(server);
      if (status != exit_code::ok) return status;
    }
    if (files_.empty()) return exit_code::ok;
    // A file that is only looked at would be shown in parts.
    is_done = !has_others || request_->dry_run;
    status =
        show(shown_difference(file_.path, client_->dialect, file_.text, text_));
    if (status != exit_code::ok || !may_write(*request_, file_.path)) {
      is_done = true;
      return status;
    }
    return write();
  }

 private:
  /// Puts back what the entry stands for.
  exit_code undo(const client_server& entry) {
    const std::string file = merged_file_of(entry.words, request_->pith);
    const auto text = read_private(journal_of(file));
    auto journal = text ? read_journal(*text) : std::nullopt;
    if (!journal) {
      say("pith: " + printable(entry.name) +
          " was not made by install --merge and is not changed\n");
      return exit_code::ok;
    }
    std::vector<taken_server> left;
    while (!journal->steps.empty()) {
      const merge_step step = std::move(journal->steps.back());
      journal->steps.pop_back();
      if (!left.empty() || !replace_once(step)) {
        left.insert(left.begin(), step.servers.begin(), step.servers.end());
      }
      for (const taken_server& one : step.servers) names_.push_back(one.name);
    }
    if (!left.empty() && !put_in_place(entry, left)) {
      say("pith: " + printable(file_.path) +
          " was edited and the servers cannot be put back safely; the "
          "original is " +
          printable(backup_of(file_.path)) + "; nothing was changed\n");
      return exit_code::bad_input;
    }
    files_.push_back({file, journal->config});
    return exit_code::ok;
  }

  /// False when that part of the text is not there, or not only once.
  bool replace_once(const merge_step& step) {
    const std::size_t at = text_.find(step.after);
    if (at == text_.npos || text_.find(step.after, at + 1) != text_.npos) {
      return false;
    }
    std::string next = text_;
    next.replace(at, step.after.size(), step.before);
    if (!read_places(client_->dialect, next)) return false;
    text_ = std::move(next);
    return true;
  }

  /// In a text that was edited, in the place of the entry.
  bool put_in_place(const client_server& entry,
                    const std::vector<taken_server>& servers) {
    const auto tree = read_places(client_->dialect, text_);
    if (!tree) return false;
    const auto now = find_servers(*client_, text_, *tree, true, request_->pith);
    const auto found =
        std::find_if(now.begin(), now.end(), [&](const client_server& one) {
          return one.project == entry.project && one.name == entry.name &&
                 one.words == entry.words;
        });
    if (found == now.end()) return false;
    // What somebody has added again stays as it is now.
    std::vector<taken_server> missing;
    for (const taken_server& one : servers) {
      const bool is_there =
          std::any_of(now.begin(), now.end(), [&](const client_server& other) {
            return other.project == entry.project && other.name == one.name &&
                   other.table != found->table;
          });
      if (!is_there) missing.push_back(one);
    }
    if (missing.empty()) return false;
    const source_text source{client_->dialect, text_, &*tree};
    if (!obstacle_to_taking(source, *found).empty()) return false;
    std::string next =
        apply_splices(text_, put_back_servers(source, *found, missing));
    const auto again = read_places(client_->dialect, next);
    if (!again) return false;
    const auto after =
        find_servers(*client_, next, *again, true, request_->pith);
    if (after.size() != now.size() - 1 + missing.size()) return false;
    text_ = std::move(next);
    return true;
  }

  exit_code write() {
    if (!is_as_it_was(file_)) return exit_code::io;
    const exit_code written = replace_client_file(file_.path, text_);
    if (written != exit_code::ok) return written;
    say("pith: put back " + printable(comma_list(names_)) + " in " +
        printable(file_.path) + "\n");
    drop_backup(backup_of(file_.path), text_);
    for (const auto& [file, config] : files_) {
      remove_file(journal_of(file));
      const auto now = read_private(file);
      if (now && *now == config) {
        remove_file(file);
      } else if (now) {
        say("pith: " + printable(file) + " was edited and is kept\n");
      }
    }
    say("pith: " + std::string(client_->title) +
        " uses the change after it restarts its servers\n");
    return exit_code::ok;
  }

  /// A merged file, and its text as pith wrote it.
  struct own_file {
    std::string file;
    std::string config;
  };

  const install_request* request_;
  const mcp_client* client_;
  opened_file file_;
  std::string text_;
  std::vector<own_file> files_;
  std::vector<std::string> names_;
};

}  // namespace

exit_code merge_servers(const install_request& request,
                        const mcp_client& client) {
  return merging{request, client}.run();
}

exit_code unmerge_servers(const install_request& request,
                          const mcp_client& client, bool& is_done) {
  return unmerging{request, client}.run(is_done);
}

}  // namespace cli
