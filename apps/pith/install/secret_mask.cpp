// SPDX-License-Identifier: MIT
#include "install/secret_mask.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace cli {

namespace {

/// Tables all of whose values may be secret.
constexpr std::array<std::string_view, 3> secret_tables{"env", "headers",
                                                        "http_headers"};
/// Shorter values are switches; without quotes.
constexpr std::size_t min_secret_bytes = 8;
/// What is in the name of a member that holds a secret.
constexpr std::array<std::string_view, 6> secret_words{
    "token", "secret", "password", "apikey", "api_key", "authorization"};

std::string in_lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

bool is_secret_name(std::string_view key) {
  const std::string name = in_lower_case(key);
  return std::find(secret_tables.begin(), secret_tables.end(), name) !=
             secret_tables.end() ||
         std::any_of(secret_words.begin(), secret_words.end(),
                     [&name](std::string_view word) {
                       return name.find(word) != std::string::npos;
                     });
}

/// Quotes and ends of lines stay, so that the text keeps its form.
std::string starred(std::string_view value) {
  std::string out(value);
  for (char& c : out) {
    if (c != '"' && c != '\'' && c != '\n' && c != '\r') c = '*';
  }
  return out;
}

void replace_all(std::string& text, std::string_view what,
                 std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

/// The values that may be secret, in any order. They live in the tree.
std::vector<const source_node*> secret_places(std::string_view text,
                                              const source_tree& tree) {
  struct visit {
    std::size_t node;
    bool is_secret;
  };
  std::vector<const source_node*> places;
  std::vector<visit> left{{0, false}};
  while (!left.empty()) {
    const visit now = left.back();
    left.pop_back();
    const source_node& node = tree.at(now.node);
    const bool is_secret = now.is_secret || is_secret_name(node.key);
    if (node.what == source_node::type::list ||
        node.what == source_node::type::table) {
      for (const std::size_t child : tree.children(now.node)) {
        left.push_back({child, is_secret});
      }
      continue;
    }
    if (!is_secret || node.begin == source_node::none) continue;
    const std::string_view value =
        text.substr(node.begin, node.end - node.begin);
    if (value.size() >= min_secret_bytes + 2) places.push_back(&node);
  }
  return places;
}

}  // namespace

bool has_secrets(source_dialect dialect, std::string_view text,
                 const source_tree& tree) {
  const auto places = secret_places(text, tree);
  return std::any_of(
      places.begin(), places.end(), [&](const source_node* node) {
        const std::string value = meaning_of(dialect, text, *node);
        return !value.starts_with('$') && value.find("${") == value.npos;
      });
}

shown_edits hide_secrets(std::string_view text, const source_tree& tree,
                         const std::vector<splice>& edits) {
  shown_edits shown{std::string(text), edits};
  for (const source_node* const node : secret_places(text, tree)) {
    const std::string_view value =
        text.substr(node->begin, node->end - node->begin);
    const std::string stars = starred(value);
    shown.text.replace(node->begin, value.size(), stars);
    for (splice& edit : shown.edits) replace_all(edit.text, value, stars);
  }
  return shown;
}

}  // namespace cli
