// SPDX-License-Identifier: MIT
/// @file
/// [merge] and [endpoint.NAME].
#include "mcp/config/parts.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace pith::mcp {

namespace {

using type = configuration_node::type;

constexpr std::size_t max_endpoints = 1000;
constexpr std::size_t max_patterns = 1000;
constexpr std::size_t max_pattern_bytes = 256;
constexpr std::size_t max_synonyms = 1000;
constexpr std::size_t max_other_words = 50;
constexpr std::size_t max_word_bytes = 64;
constexpr std::size_t max_list_tokens = 1'000'000'000;
constexpr std::size_t week_seconds = 604'800;
constexpr number_range name_lengths{32, 128};

/// What names begin with: of the servers of an endpoint, or of all.
using prefix_list = std::vector<std::string_view>;

bool is_decimal_digit(char c) noexcept { return c >= '0' && c <= '9'; }

bool is_ascii_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_name_character(char c) noexcept {
  return is_ascii_letter(c) || is_decimal_digit(c) || c == '_' || c == '-';
}

/// Whether one of the texts begins with the other.
bool share_begin(std::string_view a, std::string_view b) noexcept {
  const std::size_t both = std::min(a.size(), b.size());
  return a.substr(0, both) == b.substr(0, both);
}

/// Whether a pattern can match a name that a server exposes.
bool can_match(std::string_view pattern, const prefix_list& prefixes) {
  const std::string_view head = pattern.substr(0, pattern.find('*'));
  const bool is_whole = head.size() == pattern.size();
  return std::any_of(
      prefixes.begin(), prefixes.end(), [&](std::string_view prefix) {
        if (prefix.empty()) return true;
        const std::string begin = std::string(prefix) + "__";
        return is_whole ? head.size() > begin.size() && head.starts_with(begin)
                        : share_begin(head, begin);
      });
}

class merge_reader {
 public:
  /// All must outlive the reader.
  merge_reader(configuration_section& section, const configuration_node& table,
               const prefix_list& prefixes, merge_options& into)
      : section_(&section),
        table_(&table),
        prefixes_(&prefixes),
        into_(&into) {}

  void read() {
    if (const auto word =
            section_->read_word("discover", discover_mode_names)) {
      into_->discover = static_cast<discover_mode>(*word);
    }
    section_->read("discover_tokens", into_->discover_tokens,
                   {0, max_list_tokens});
    read_patterns("pin", into_->pin);
    read_patterns("read_only", into_->read_only);
    section_->read("trust_hints", into_->trust_hints);
    read_synonyms();
    section_->read("max_name", into_->max_name, name_lengths);
    section_->read("stale_seconds", into_->stale_time, {0, week_seconds});
    if (const auto word = section_->read_word("era", endpoint_era_names)) {
      into_->era = static_cast<endpoint_era>(*word);
    }
    section_->finish();
  }

 private:
  configuration_reader& reader() { return section_->reader(); }

  void read_patterns(std::string_view key, std::vector<std::string>& into) {
    if (!section_->read(key, into)) return;
    const configuration_node& list = *table_->find(key);
    if (list.items.size() > max_patterns) {
      reader().fail(
          list, section_->name_of(key) + " has more than 1000 names; use '*'");
      return;
    }
    for (const configuration_node& item : list.items) {
      check_pattern(section_->name_of(key), item);
    }
  }

  void check_pattern(const std::string& name, const configuration_node& item) {
    const std::string& pattern = item.text;
    const bool is_right =
        !pattern.empty() && pattern.size() <= max_pattern_bytes &&
        std::all_of(pattern.begin(), pattern.end(),
                    [](char c) { return is_name_character(c) || c == '*'; });
    if (!is_right) {
      reader().fail(item,
                    name +
                        ": the name of a tool has 1 to 256 characters from "
                        "A-Z, a-z, 0-9, '_' and '-', and '*' for anything; "
                        "change " +
                        in_quotes(pattern));
    } else if (!prefixes_->empty() && !can_match(pattern, *prefixes_)) {
      reader().fail(
          item,
          name + ": no tool can be named " + in_quotes(pattern) +
              "; put the prefix of its server before it, as in " +
              in_quotes(std::string(prefixes_->front()) + "__" + pattern));
    }
  }

  void read_synonyms() {
    const configuration_node* const table = section_->find_table("synonyms");
    if (table == nullptr) return;
    const std::string name = section_->name_of("synonyms");
    if (table->items.size() > max_synonyms) {
      reader().fail(*table, name + " has more than 1000 words; remove some");
      return;
    }
    into_->synonyms.clear();
    for (const configuration_node& item : table->items) {
      read_synonym(name, item);
    }
  }

  void read_synonym(const std::string& name, const configuration_node& item) {
    const bool is_list = item.what == type::list && !item.items.empty() &&
                         std::all_of(item.items.begin(), item.items.end(),
                                     [](const configuration_node& n) {
                                       return n.what == type::text;
                                     });
    if (!is_list) {
      reader().fail(item, name + '.' + item.key +
                              " must be a list of words such as "
                              "[\"directory\", \"dir\"]");
      return;
    }
    if (item.items.size() > max_other_words) {
      reader().fail(
          item, name + '.' + item.key + " has more than 50 words; remove some");
      return;
    }
    if (!is_word(item.key)) {
      reader().fail_key(item, name + ": " + not_a_word(item.key));
      return;
    }
    synonym_words made{.word = in_lower_case(item.key), .others = {}};
    for (const configuration_node& other : item.items) {
      if (is_word(other.text)) {
        made.others.push_back(in_lower_case(other.text));
      } else {
        reader().fail(other,
                      name + '.' + item.key + ": " + not_a_word(other.text));
      }
    }
    into_->synonyms.push_back(std::move(made));
  }

  /// Names are searched by words, so that nothing else is ever found.
  static bool is_word(std::string_view text) noexcept {
    return !text.empty() && text.size() <= max_word_bytes &&
           std::all_of(text.begin(), text.end(), [](char c) {
             return is_ascii_letter(c) || is_decimal_digit(c) ||
                    static_cast<unsigned char>(c) >= 0x80;
           });
  }

  static std::string not_a_word(std::string_view text) {
    return "use single words of at most 64 letters and digits, not " +
           in_quotes(text);
  }

  static std::string in_lower_case(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return out;
  }

  configuration_section* section_;
  const configuration_node* table_;
  const prefix_list* prefixes_;
  merge_options* into_;
};

class endpoint_reader {
 public:
  /// All must outlive the reader.
  endpoint_reader(configuration_section& section,
                  const configuration_node& table, const configuration& config)
      : section_(&section), table_(&table), config_(&config) {}

  void read(endpoint_config& into) {
    const prefix_list prefixes = read_servers(into);
    merge_reader{*section_, *table_, prefixes, into.options}.read();
  }

 private:
  configuration_reader& reader() { return section_->reader(); }

  /// The prefixes of the servers.
  prefix_list read_servers(endpoint_config& into) {
    prefix_list prefixes;
    const configuration_node* const list = table_->find("servers");
    const bool is_right = section_->read("servers", into.servers);
    if (list == nullptr) {
      reader().fail_key(*table_, "[endpoint." + into.name +
                                     "] must have servers, a list of names");
    }
    if (list == nullptr || !is_right) return prefixes;
    if (list->items.empty()) {
      reader().fail(*list, section_->name_of("servers") +
                               " must name at least one server");
    }
    std::map<std::string_view, const server_settings*> by_prefix;
    std::vector<std::string_view> seen;
    for (const configuration_node& item : list->items) {
      const server_settings* const server = find(item, seen);
      if (server == nullptr) continue;
      seen.push_back(server->name);
      prefixes.push_back(server->prefix);
      const auto [other, is_new] = by_prefix.emplace(server->prefix, server);
      if (!is_new) refuse_prefix(item, *other->second, *server);
    }
    return prefixes;
  }

  /// The server of that name, if it is one that can be added.
  const server_settings* find(const configuration_node& item,
                              const std::vector<std::string_view>& seen) {
    const std::string name = section_->name_of("servers") + ": ";
    const server_settings* const found = config_->find_server(item.text);
    if (found == nullptr) {
      // Without any, that is what has to be said.
      if (config_->servers.empty()) return nullptr;
      std::vector<std::string_view> known;
      known.reserve(config_->servers.size());
      for (const server_settings& s : config_->servers) known.push_back(s.name);
      const std::string near = did_you_mean(item.text, known);
      reader().fail(item,
                    name + "there is no server " + in_quotes(item.text) +
                        (near.empty() ? "; add [server.NAME] for it" : near));
    } else if (std::find(seen.begin(), seen.end(), found->name) != seen.end()) {
      reader().fail(item, name + in_quotes(item.text) +
                              " is there twice; remove one of them");
      return nullptr;
    }
    return found;
  }

  void refuse_prefix(const configuration_node& at, const server_settings& one,
                     const server_settings& other) {
    const std::string both =
        in_quotes(one.name) + " and " + in_quotes(other.name);
    reader().fail(at, section_->name_of("servers") + ": " + both +
                          (other.prefix.empty() ? " both have no prefix"
                                                : " both have the prefix " +
                                                      in_quotes(other.prefix)) +
                          "; set another in [server." + other.name + "]");
  }

  configuration_section* section_;
  const configuration_node* table_;
  const configuration* config_;
};

void read_merge(configuration_section& root, configuration& into) {
  const configuration_node* const table = root.find_table("merge");
  if (table == nullptr) return;
  prefix_list prefixes;
  prefixes.reserve(into.servers.size());
  for (const server_settings& server : into.servers) {
    prefixes.push_back(server.prefix);
  }
  configuration_section merge{root.reader(), *table, "merge"};
  merge_reader{merge, *table, prefixes, into.merge}.read();
}

}  // namespace

void read_endpoints(configuration_section& root, configuration& into) {
  configuration_reader& reader = root.reader();
  read_merge(root, into);
  const configuration_node* const tables = root.find_table("endpoint");
  if (tables == nullptr) return;
  if (tables->items.size() > max_endpoints) {
    reader.fail_key(*tables, "there are more than 1000 endpoints; remove some");
    return;
  }
  for (const configuration_node& table : tables->items) {
    const std::string name = "endpoint." + table.key;
    if (table.what != type::table) {
      reader.fail(table, name + " must be a table");
      continue;
    }
    if (check_path_name(reader, table, "an endpoint") &&
        into.find_server(table.key) != nullptr) {
      reader.fail_key(table, "an endpoint cannot be named " +
                                 in_quotes(table.key) +
                                 ", which is a server; rename it");
    }
    endpoint_config made{
        .name = table.key, .servers = {}, .options = into.merge};
    configuration_section section{reader, table, name};
    endpoint_reader{section, table, into}.read(made);
    into.endpoints.push_back(std::move(made));
  }
}

}  // namespace pith::mcp
