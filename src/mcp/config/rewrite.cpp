// SPDX-License-Identifier: MIT
/// @file
/// [rewrite] and [server.NAME.rewrite].
#include <pith/codec.hpp>
#include <pith/tokens.hpp>

#include "mcp/config/parts.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace pith::mcp {

namespace {

using type = configuration_node::type;

constexpr std::size_t max_tokens = 1'000'000'000;

bool can_take_part(const codec& format) {
  return format.is_lossless() && format.subject == codec_subject::any_value &&
         format.read && !format.is_binary;
}

/// The names of all formats that can take part.
std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  for (const codec& format : codecs().all()) {
    if (can_take_part(format)) names.push_back(format.name);
  }
  return names;
}

void read_formats(configuration_section& rewrite, rewrite_policy& into) {
  auto formats = read_format_list(rewrite, "formats");
  if (!formats) return;
  std::erase(*formats, "json");  // always takes part
  into.formats = std::move(*formats);
}

void read_tokenizer(configuration_section& rewrite, rewrite_policy& into) {
  std::string name;
  if (!rewrite.read("tokenizer", name)) return;
  std::vector<std::string_view> known;
  for (const tokenizer_name& one : tokenizer_names()) known.push_back(one.name);
  if (find_tokenizer_name(name) == nullptr &&
      name.find_first_of("./") != std::string::npos) {
    name = rewrite.reader().path(name);
  }
  const auto loaded = load_tokenizer(name);
  if (loaded) {
    into.tokenizer = std::move(name);
    return;
  }
  const configuration_node& at = *rewrite.find("tokenizer");
  rewrite.reader().fail(
      at,
      loaded.error().code == error_code::unknown_tokenizer
          ? "unknown tokenizer " + in_quotes(name) + choose_from(name, known)
          : rewrite.name_of("tokenizer") + ": " + in_quotes(name) + ": " +
                pith::message(loaded.error()));
}

void read_rules(configuration_section& rewrite, rewrite_policy& into) {
  const configuration_node* const list = rewrite.find("tools");
  if (list == nullptr) return;
  if (list->what != type::list) {
    rewrite.reader().fail(*list,
                          rewrite.name_of("tools") +
                              " must be a list of tables such as { match "
                              "= \"read_*\", mode = \"passthrough\" }");
    return;
  }
  into.tools.clear();
  for (const configuration_node& item : list->items) {
    if (item.what != type::table) {
      rewrite.reader().fail(item, "each rule in " + rewrite.name_of("tools") +
                                      " must be a table");
      continue;
    }
    configuration_section rule{rewrite.reader(), item,
                               rewrite.name_of("tools")};
    tool_rule made;
    if (!rule.read("match", made.tools) || made.tools.empty()) {
      rewrite.reader().fail(item, "a rule in " + rewrite.name_of("tools") +
                                      " has no match; add the name of a tool");
    }
    if (const auto mode = rule.read_word("mode", rewrite_mode_names)) {
      made.mode = static_cast<rewrite_mode>(*mode);
    } else if (item.find("mode") == nullptr) {
      rewrite.reader().fail(item, "a rule in " + rewrite.name_of("tools") +
                                      " has no mode" +
                                      choose_from("", rewrite_mode_names));
    }
    rule.finish();
    into.tools.push_back(std::move(made));
  }
}

void read_change_rule(configuration_section& rewrite,
                      const configuration_node& item, rewrite_policy& into) {
  change_rule made;
  if (item.what == type::text) {
    made.tools = item.text;
  } else if (item.what == type::table) {
    configuration_section rule{rewrite.reader(), item,
                               rewrite.name_of("changes")};
    rule.read("match", made.tools);
    rule.read("key", made.key);
    rule.read("ordered", made.is_ordered);
    rule.finish();
  }
  if (made.tools.empty()) {
    rewrite.reader().fail(
        item, "each item of " + rewrite.name_of("changes") +
                  " must be the name of a tool, or a table such as { match = "
                  "\"list_*\", key = \"id\" }");
    return;
  }
  into.changes.push_back(std::move(made));
}

void read_changes(configuration_section& rewrite, rewrite_policy& into) {
  const configuration_node* const found = rewrite.find("changes");
  if (found == nullptr) return;
  into.changes.clear();
  if (found->what == type::boolean) {
    if (found->boolean) into.changes.push_back({.tools = "*"});
    return;
  }
  if (found->what != type::list) {
    rewrite.reader().fail(*found,
                          rewrite.name_of("changes") +
                              " must be true, false, or a list of tools");
    return;
  }
  for (const configuration_node& item : found->items) {
    read_change_rule(rewrite, item, into);
  }
}

void read_slim(configuration_section& rewrite, rewrite_policy& into) {
  const configuration_node* const found = rewrite.find("slim");
  if (found == nullptr) return;
  if (found->what == type::boolean) {
    const bool all = found->boolean;
    into.slim = {
        .titles = all, .examples = all, .schema_noise = all, .icons = all};
    return;
  }
  constexpr std::array<std::string_view, 4> known{"titles", "examples",
                                                  "schema-noise", "icons"};
  std::vector<std::string> words;
  if (found->what != type::list || !rewrite.read("slim", words)) {
    rewrite.reader().fail(
        *found, rewrite.name_of("slim") +
                    " must be true, false, or a list of 'titles', 'examples', "
                    "'schema-noise' and 'icons'");
    return;
  }
  slimming slim;
  const std::array<bool*, 4> switches{&slim.titles, &slim.examples,
                                      &slim.schema_noise, &slim.icons};
  for (const configuration_node& item : found->items) {
    const auto* const which = std::find(known.begin(), known.end(), item.text);
    if (which != known.end()) {
      *switches[static_cast<std::size_t>(which - known.begin())] = true;
    } else {
      rewrite.reader().fail(item, rewrite.name_of("slim") + ": unknown rule " +
                                      in_quotes(item.text) +
                                      choose_from(item.text, known));
    }
  }
  into.slim = slim;
}

}  // namespace

std::optional<std::vector<std::string>> read_format_list(
    configuration_section& section, std::string_view key) {
  std::vector<std::string> words;
  if (!section.read(key, words)) return std::nullopt;
  std::vector<std::string> formats;
  for (const configuration_node& item : section.find(key)->items) {
    const codec* const format = codecs().find(item.text);
    if (format == nullptr) {
      section.reader().fail(item, "unknown format " + in_quotes(item.text) +
                                      choose_from(item.text, format_names()));
    } else if (!can_take_part(*format)) {
      section.reader().fail(item, "the format " + in_quotes(format->name) +
                                      " cannot hold every value without loss" +
                                      choose_from("", format_names()));
    } else if (std::find(formats.begin(), formats.end(), format->name) ==
               formats.end()) {
      formats.push_back(format->name);
    }
  }
  return formats;
}

void read_rewrite(configuration_section& rewrite, rewrite_policy& into) {
  if (const auto mode = rewrite.read_word("mode", rewrite_mode_names)) {
    into.mode = static_cast<rewrite_mode>(*mode);
  }
  read_formats(rewrite, into);
  read_tokenizer(rewrite, into);
  rewrite.read("min_tokens", into.min_tokens, {0, max_tokens});
  rewrite.read("unfold", into.unfold);
  rewrite.read("errors", into.errors);
  rewrite.read("resources", into.resources);
  rewrite.read("more", into.more);
  rewrite.read("ask", into.ask);
  rewrite.read("ask_tokens", into.ask_tokens, {0, max_tokens});
  read_rules(rewrite, into);
  rewrite.read("allow", into.allow);
  rewrite.read("deny", into.deny);
  read_slim(rewrite, into);
  read_changes(rewrite, into);
  rewrite.finish();
}

}  // namespace pith::mcp
