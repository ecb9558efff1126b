// SPDX-License-Identifier: MIT
#include "settings/settings_file.hpp"

#include "line/arguments.hpp"
#include "mcp/config/tree.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <variant>

namespace cli {

namespace {

using node = pith::mcp::configuration_node;

/// Which kind of value the key of an option takes.
std::string_view wanted_value(const option& o) {
  if (o.value.empty()) return "true or false";
  return o.kind == word_kind::number ? "a number" : "a string";
}

/// The value as a word of the command line would have it; nothing when it is
/// of another type.
std::optional<std::string> word_of(const option& o, const node& value) {
  using enum node::type;
  if (o.value.empty()) {
    if (value.what != boolean) return std::nullopt;
    return value.boolean ? "true" : "false";
  }
  if (o.kind == word_kind::number) {
    if (value.what != integer) return std::nullopt;
    return std::to_string(value.integer);
  }
  if (value.what != text) return std::nullopt;
  return value.text;
}

/// A file name counts from the directory of the file in which it stands.
std::string resolved(const settings_place& place, std::string word) {
  if (word.starts_with("~/") && !place.home.empty()) {
    return place.home + word.substr(1);
  }
  if (!word.starts_with("./") && !word.starts_with("../")) return word;
  return (std::filesystem::path(place.file).parent_path() / word).string();
}

}  // namespace

std::vector<std::string> read_settings_file(
    std::string_view text, const settings_place& place,
    std::span<const option* const> known, defaults& into) {
  std::vector<std::string> mistakes;
  const auto fail = [&](std::size_t line, const std::string& what) {
    const std::string at = line == 0 ? "" : ':' + std::to_string(line);
    mistakes.push_back(place.file + at + ": error: " + what);
  };
  const auto read = pith::mcp::read_configuration_tree(text);
  if (const auto* wrong = std::get_if<pith::mcp::configuration_error>(&read)) {
    fail(wrong->line, wrong->what);
    return mistakes;
  }
  std::vector<std::string_view> names;
  for (const option* o : known) names.push_back(o->name);
  for (const node& one : std::get<node>(read).items) {
    const auto found = std::ranges::find(known, one.key, &option::name);
    if (found == known.end()) {
      fail(one.key_line,
           "unknown key '" + one.key + "'" + suggestion(one.key, names));
      continue;
    }
    const option& o = **found;
    auto word = word_of(o, one);
    if (!word) {
      fail(one.line, one.key + " takes " + std::string(wanted_value(o)));
      continue;
    }
    if (const std::string wrong = mistake_in(o, *word); !wrong.empty()) {
      fail(one.line, one.key + ' ' + wrong);
      continue;
    }
    if (o.kind == word_kind::tokenizer) word = resolved(place, *word);
    into.set({std::string(o.name), std::move(*word),
              place.file + ':' + std::to_string(one.line)});
  }
  return mistakes;
}

}  // namespace cli
