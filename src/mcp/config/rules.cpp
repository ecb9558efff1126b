// SPDX-License-Identifier: MIT
/// @file
/// [[rule]], and what [auth] says about rules.
#include "mcp/config/parts.hpp"
#include "mcp/rewrite/policy.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pith::mcp {

namespace {

using type = configuration_node::type;

constexpr std::size_t max_rules = 1000;
constexpr std::size_t max_words = 1000;
constexpr std::size_t max_scope_list_bytes = 1U << 10U;
constexpr std::size_t max_includes = 1000;

/// Scopes with one blank between each two.
bool is_scope_list(std::string_view text) {
  while (true) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    if (!is_scope(text.substr(0, blank))) return false;
    if (blank == text.size()) return true;
    text.remove_prefix(blank + 1);
  }
}

class rule_reader {
 public:
  /// All must outlive the reader.
  rule_reader(configuration_section& section, const configuration_node& table,
              const configuration& config)
      : section_(&section), table_(&table), config_(&config) {}

  void read(access_rule& into) {
    if (table_->find("who") == nullptr) {
      reader().fail(*table_,
                    "a rule must have who, such as [\"*\"] or [\"group:ops\"]");
    }
    if (read_words("who", into.who)) {
      check_who(*section_, *table_->find("who"), *config_, true);
    }
    if (read_words("servers", into.servers)) check_servers();
    read_words("tools", into.tools);
    read_effect(into);
    section_->finish();
  }

 private:
  configuration_reader& reader() { return section_->reader(); }

  bool read_words(std::string_view key, std::vector<std::string>& into) {
    if (!section_->read(key, into)) return false;
    const configuration_node& list = *table_->find(key);
    if (into.empty() || into.size() > max_words ||
        std::any_of(into.begin(), into.end(),
                    [](const std::string& one) { return one.empty(); })) {
      reader().fail(list,
                    section_->name_of(key) +
                        " must name at least one, at most 1000; \"*\" is all");
      return false;
    }
    return true;
  }

  void check_servers() {
    std::vector<std::string_view> known;
    known.reserve(config_->servers.size());
    for (const server_settings& one : config_->servers) {
      known.push_back(one.name);
    }
    for (const configuration_node& item : table_->find("servers")->items) {
      const bool is_one = std::any_of(
          known.begin(), known.end(),
          [&](std::string_view name) { return matches(item.text, name); });
      if (is_one || known.empty()) continue;
      reader().fail(item, section_->name_of("servers") +
                              ": there is no server " + in_quotes(item.text) +
                              did_you_mean(item.text, known));
    }
  }

  void read_effect(access_rule& into) {
    using effect = access_rule::effect;
    int count = 0;
    for (const auto& [key, does] :
         {std::pair{"allow", effect::allow}, std::pair{"deny", effect::deny}}) {
      bool is_on = false;
      if (table_->find(key) != nullptr) ++count;
      if (!section_->read(key, is_on)) continue;
      into.does = does;
      if (!is_on) {
        reader().fail(*table_->find(key),
                      section_->name_of(key) +
                          " can only be true; use the other of allow and deny");
      }
    }
    if (table_->find("scope") != nullptr) ++count;
    if (section_->read("scope", into.scope)) {
      into.does = effect::scope;
      if (into.scope.size() > max_scope_list_bytes ||
          !is_scope_list(into.scope)) {
        reader().fail(*table_->find("scope"),
                      section_->name_of("scope") +
                          " must be a scope such as \"files:write\", or "
                          "several with a space between them");
      }
    }
    if (count != 1) {
      reader().fail(*table_,
                    "a rule must have exactly one of allow = true, deny = true "
                    "and scope = \"...\"");
    }
  }

  configuration_section* section_;
  const configuration_node* table_;
  const configuration* config_;
};

/// What each scope includes, directly or by others.
void complete_includes(access_rules& rules) {
  for (auto& [scope, included] : rules.includes) {
    // Grows while it is walked; each scope is added once.
    for (std::size_t i = 0; i < included.size(); ++i) {
      const auto further = rules.includes.find(included[i]);
      if (further == rules.includes.end()) continue;
      const std::vector<std::string> more = further->second;
      for (const std::string& one : more) {
        if (std::find(included.begin(), included.end(), one) ==
            included.end()) {
          included.push_back(one);
        }
      }
    }
  }
}

}  // namespace

void check_who(configuration_section& section, const configuration_node& list,
               const configuration& config, bool may_be_scope) {
  configuration_reader& reader = section.reader();
  std::vector<std::string_view> known;
  known.reserve(config.tokens.size());
  for (const auth_token& token : config.tokens) {
    known.push_back(token.principal);
  }
  for (const configuration_node& item : list.items) {
    const std::string_view text = item.text;
    const std::string name = section.name_of(list.key) + ": ";
    const bool is_group = text.starts_with("group:");
    const bool is_scope = text.starts_with("scope:");
    if (text == "*") continue;
    if (is_scope && !may_be_scope) {
      reader.fail(item, name +
                            "a scope can change while a session lasts; use "
                            "names and groups here");
    } else if (is_group || is_scope) {
      if (!config.has_foreign_callers()) {
        reader.fail(item, name + "nobody has " + in_quotes(text) +
                              ": tokens of auth.tokens have neither groups nor "
                              "scopes; name principals");
      }
    } else if (!config.has_foreign_callers() &&
               std::find(known.begin(), known.end(), text) == known.end()) {
      const std::string near = did_you_mean(text, known);
      reader.fail(item, name + "no token belongs to " + in_quotes(text) +
                            (near.empty() ? "; add one to auth.tokens" : near));
    }
  }
}

void read_scope_includes(configuration_section& auth, configuration& into) {
  const configuration_node* const table = auth.find_table("scope_includes");
  if (table == nullptr) return;
  configuration_reader& reader = auth.reader();
  const std::string name = auth.name_of("scope_includes");
  if (table->items.size() > max_includes) {
    reader.fail(*table, name + " has more than 1000 scopes; remove some");
    return;
  }
  for (const configuration_node& item : table->items) {
    std::vector<std::string> included;
    const bool is_right =
        is_scope(item.key) && item.what == type::list &&
        item.items.size() <= max_words &&
        std::all_of(item.items.begin(), item.items.end(),
                    [](const configuration_node& one) {
                      return one.what == type::text && is_scope(one.text);
                    });
    if (!is_right) {
      reader.fail(item, name + '.' + item.key +
                            " must be a list of scopes such as "
                            "[\"files:read\"]");
      continue;
    }
    included.reserve(item.items.size());
    for (const configuration_node& one : item.items) {
      included.push_back(one.text);
    }
    into.access.includes.insert_or_assign(item.key, std::move(included));
  }
  complete_includes(into.access);
}

void read_access_rules(configuration_section& root, configuration& into) {
  const configuration_node* const list = root.find("rule");
  if (list == nullptr) return;
  configuration_reader& reader = root.reader();
  const bool is_right = list->what == type::list &&
                        std::all_of(list->items.begin(), list->items.end(),
                                    [](const configuration_node& one) {
                                      return one.what == type::table;
                                    });
  if (!is_right) {
    reader.fail(*list,
                "rule must be tables, each of which begins with "
                "[[rule]]");
    return;
  }
  if (list->items.size() > max_rules) {
    reader.fail(*list, "there are more than 1000 rules; remove some");
    return;
  }
  for (const configuration_node& table : list->items) {
    access_rule made;
    configuration_section section{reader, table, "rule"};
    rule_reader{section, table, into}.read(made);
    into.access.rules.push_back(std::move(made));
  }
}

}  // namespace pith::mcp
