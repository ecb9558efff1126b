// SPDX-License-Identifier: MIT
#include "install/merge_journal.hpp"

#include "install/source_tree.hpp"

#include <utility>

namespace cli {

namespace {

void add_key(std::string& out, std::string_view key, std::string_view value) {
  out.append(key).append(" = ").append(quoted_string(value)).append("\n");
}

/// A text that was read, by its keys.
class journal_reader {
 public:
  journal_reader(std::string_view text, const source_tree& tree)
      : text_(text), tree_(&tree) {}

  std::optional<merge_journal> read() {
    merge_journal made;
    made.config = text_at(0, "config");
    for (const std::size_t id : items_at(0, "step")) {
      merge_step step;
      step.before = text_at(id, "before");
      step.after = text_at(id, "after");
      for (const std::size_t server : items_at(id, "server")) {
        step.servers.push_back(
            {text_at(server, "name"), text_at(server, "text")});
      }
      made.steps.push_back(std::move(step));
    }
    if (is_wrong_ || made.steps.empty()) return std::nullopt;
    return made;
  }

 private:
  std::string text_at(std::size_t table, std::string_view key) {
    const std::size_t id = tree_->find(table, key);
    if (id == source_node::none ||
        tree_->at(id).what != source_node::type::text) {
      is_wrong_ = true;
      return {};
    }
    return meaning_of(source_dialect::toml, text_, tree_->at(id));
  }

  std::vector<std::size_t> items_at(std::size_t table, std::string_view key) {
    const std::size_t id = tree_->find(table, key);
    if (id == source_node::none ||
        tree_->at(id).what != source_node::type::list) {
      is_wrong_ = true;
      return {};
    }
    return tree_->children(id);
  }

  std::string_view text_;
  const source_tree* tree_;
  bool is_wrong_ = false;
};

}  // namespace

std::string journal_of(std::string_view merged_file) {
  return std::string(merged_file) + ".undo";
}

std::string write_journal(const merge_journal& journal) {
  std::string out =
      "# What 'pith proxy install --undo' puts back. Do not edit.\n";
  add_key(out, "config", journal.config);
  for (const merge_step& step : journal.steps) {
    out += "\n[[step]]\n";
    add_key(out, "before", step.before);
    add_key(out, "after", step.after);
    for (const taken_server& server : step.servers) {
      out += "\n[[step.server]]\n";
      add_key(out, "name", server.name);
      add_key(out, "text", server.text);
    }
  }
  return out;
}

std::optional<merge_journal> read_journal(std::string_view text) {
  const auto tree = read_toml_places(text);
  if (!tree) return std::nullopt;
  return journal_reader{text, *tree}.read();
}

}  // namespace cli
