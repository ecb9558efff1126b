// SPDX-License-Identifier: MIT
/// @file
/// [server.NAME].
#include "mcp/config/configured_header.hpp"
#include "mcp/config/parts.hpp"
#include "mcp/config/prefix.hpp"
#include "mcp/http/url.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace pith::mcp {

namespace {

using type = configuration_node::type;

constexpr std::size_t max_servers = 1000;
constexpr std::size_t max_timeout_seconds = 86'400;
constexpr std::size_t max_header_rules = 1000;

// Paths of the gateway itself.
constexpr std::array<std::string_view, 5> reserved_names{
    "metrics", "healthz", "readyz", "stats.json", "mcp"};

/// The members of a table of strings; those of another type are errors.
std::vector<const configuration_node*> strings_of(
    configuration_section& section, std::string_view key) {
  std::vector<const configuration_node*> strings;
  const configuration_node* const table = section.find_table(key);
  if (table == nullptr) return strings;
  for (const configuration_node& item : table->items) {
    if (item.what == type::text) {
      strings.push_back(&item);
    } else {
      section.reader().fail(
          item, section.name_of(key) + '.' + item.key + " must be a string");
    }
  }
  return strings;
}

class server_reader {
 public:
  server_reader(configuration_section& section, const configuration_node& table,
                server_settings& into)
      : section_(&section), table_(&table), into_(&into) {}

  void read(const configuration& config) {
    read_url(config);
    read_command();
    if (into_->url.empty() && into_->command.words.empty() &&
        table_->find("url") == nullptr && table_->find("command") == nullptr) {
      reader().fail_key(
          *table_, "[server." + into_->name + "] must have url or command");
    }
    section_->read("timeout_seconds", into_->timeout, {0, max_timeout_seconds});
    read_principals(config);
    read_prefix();
    section_->read("required", into_->required);
    section_->read("native", into_->rewrite.native);
    if (const auto* const table = section_->find_table("rewrite")) {
      configuration_section rewrite{reader(), *table,
                                    section_->name_of("rewrite")};
      read_rewrite(rewrite, into_->rewrite);
    }
    section_->finish();
  }

 private:
  configuration_reader& reader() { return section_->reader(); }

  void read_url(const configuration& config) {
    const bool has_url = section_->find("url") != nullptr;
    if (section_->read("url", into_->url) && !parse_url(into_->url)) {
      reader().fail(
          *table_->find("url"),
          section_->name_of("url") +
              " must be a URL such as 'https://example.org/mcp', not " +
              in_quotes(into_->url));
    }
    for (const std::string_view key : {"headers", "headers_for", "ca_file"}) {
      refuse_without(key, has_url, "url");
    }
    read_headers(*section_, into_->headers, &config);
    read_headers_for(config);
    section_->read_file("ca_file", into_->ca_file);
  }

  void read_command() {
    const configuration_node* const command = section_->find("command");
    child_command& into = into_->command;
    if (section_->read("command", into.words) &&
        (into.words.empty() || into.words.front().empty())) {
      reader().fail(*command, section_->name_of("command") +
                                  " must begin with the name of a program");
    }
    if (command != nullptr && table_->find("url") != nullptr) {
      reader().fail_key(*command, "[server." + into_->name +
                                      "] has both url and command; remove one "
                                      "of them");
    }
    for (const std::string_view key : {"env", "pass_env", "directory"}) {
      refuse_without(key, command != nullptr, "command");
    }
    read_environment();
    section_->read("pass_env", into.pass_environment);
    read_directory();
  }

  /// Keys of the other kind of server are mistakes, not decoration.
  void refuse_without(std::string_view key, bool has_base,
                      std::string_view base) {
    const configuration_node* const found = table_->find(key);
    if (found == nullptr || has_base) return;
    reader().fail_key(*found, section_->name_of(key) +
                                  " applies only to a server with " +
                                  std::string(base) + "; remove it");
  }

  void read_headers_for(const configuration& config) {
    const configuration_node* const list = section_->find("headers_for");
    if (list == nullptr) return;
    const std::string name = section_->name_of("headers_for");
    if (list->what != type::list || list->items.size() > max_header_rules) {
      reader().fail(*list, name +
                               " must be at most 1000 tables with who and "
                               "headers, each of which begins with [[" +
                               name + "]]");
      return;
    }
    for (const configuration_node& item : list->items) {
      if (item.what != type::table) {
        reader().fail(item, "each rule in " + name + " must be a table");
        continue;
      }
      configuration_section rule{reader(), item, name};
      header_rule made;
      if (rule.read("who", made.who)) {
        check_who(rule, *item.find("who"), config, false);
      }
      read_headers(rule, made.headers, &config);
      if (item.find("who") == nullptr || item.find("headers") == nullptr) {
        reader().fail(item, "a rule in " + name + " must have who and headers");
      }
      rule.finish();
      into_->headers_for.push_back(std::move(made));
    }
  }

  void read_environment() {
    for (const configuration_node* const item : strings_of(*section_, "env")) {
      const bool is_right = !item->key.empty() &&
                            item->key.find_first_of(std::string_view(
                                "=\0", 2)) == std::string::npos &&
                            item->text.find('\0') == std::string::npos;
      if (is_right) {
        into_->command.environment.emplace_back(item->key, item->text);
      } else {
        reader().fail_key(*item, section_->name_of("env") + ": " +
                                     in_quotes(item->key) +
                                     " is not a valid environment variable; "
                                     "use a name without '='");
      }
    }
  }

  void read_directory() {
    std::string name;
    if (!section_->read("directory", name)) return;
    std::string full = reader().path(name);
    std::error_code none;
    if (std::filesystem::is_directory(full, none)) {
      into_->command.directory = std::move(full);
      return;
    }
    reader().fail(*table_->find("directory"), section_->name_of("directory") +
                                                  ": there is no directory " +
                                                  in_quotes(full));
  }

  void read_principals(const configuration& config) {
    if (!section_->read("principals", into_->principals)) return;
    check_who(*section_, *table_->find("principals"), config, true);
  }

  void read_prefix() {
    std::string prefix;
    if (!section_->read("prefix", prefix)) return;
    if (prefix.empty() || is_prefix(prefix)) {
      into_->prefix = std::move(prefix);
      return;
    }
    const std::string usual = usual_prefix(prefix);
    reader().fail(*table_->find("prefix"),
                  section_->name_of("prefix") +
                      " must begin with a letter from a-z and have at most 16 "
                      "characters from a-z, 0-9 and '-', or none, not " +
                      in_quotes(prefix) + "; did you mean " + in_quotes(usual) +
                      "?");
  }

  configuration_section* section_;
  const configuration_node* table_;
  server_settings* into_;
};

}  // namespace

void read_headers(configuration_section& section, http_fields& into,
                  const configuration* config) {
  for (const configuration_node* const item : strings_of(section, "headers")) {
    const std::string name = section.name_of("headers") + ": ";
    if (config != nullptr && !config->asks_who() &&
        item->text.find(principal_place) != std::string::npos) {
      section.reader().fail(*item, name +
                                       "nobody is asked for a principal; add "
                                       "[auth] tokens, or remove "
                                       "'{principal}'");
      continue;
    }
    const std::string wrong = check_header_name(item->key);
    if (!wrong.empty()) {
      section.reader().fail_key(*item, name + wrong);
      continue;
    }
    configured_text value = read_header_value(item->key, item->text);
    if (!value.text) {
      section.reader().fail(*item, name + value.problem);
      continue;
    }
    into.set(item->key, std::move(*value.text));
  }
}

bool check_path_name(configuration_reader& reader,
                     const configuration_node& table, std::string_view noun) {
  if (std::find(reserved_names.begin(), reserved_names.end(), table.key) !=
      reserved_names.end()) {
    reader.fail_key(table, std::string(noun) + " cannot be named " +
                               in_quotes(table.key) +
                               ", which is a path of the gateway; rename it");
    return false;
  }
  if (!is_plain_name(table.key)) {
    reader.fail_key(table, "the name of " + std::string(noun) +
                               " must have 1 to 64 characters from a-z, 0-9, "
                               "'_' and '-'; rename " +
                               in_quotes(table.key));
    return false;
  }
  return true;
}

bool is_plain_name(std::string_view name) noexcept {
  constexpr std::size_t longest = 64;
  return !name.empty() && name.size() <= longest &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '-';
         });
}

void read_servers(configuration_section& root, configuration& into) {
  configuration_reader& reader = root.reader();
  rewrite_policy common;
  if (const auto* const table = root.find_table("rewrite")) {
    configuration_section rewrite{reader, *table, "rewrite"};
    read_rewrite(rewrite, common);
  }
  const configuration_node* const servers = root.find_table("server");
  if (servers == nullptr || servers->items.empty()) {
    reader.fail("there is no server; add [server.NAME] with url or command");
    return;
  }
  if (servers->items.size() > max_servers) {
    reader.fail_key(*servers, "there are more than 1000 servers; remove some");
    return;
  }
  std::vector<bool> has_prefix;
  for (const configuration_node& table : servers->items) {
    if (table.what != type::table) {
      reader.fail(table, "server." + table.key + " must be a table");
      continue;
    }
    check_path_name(reader, table, "a server");
    server_settings made;
    made.name = table.key;
    made.rewrite = common;
    configuration_section section{reader, table, "server." + table.key};
    server_reader{section, table, made}.read(into);
    into.servers.push_back(std::move(made));
    has_prefix.push_back(table.find("prefix") != nullptr);
  }
  fill_prefixes(into.servers, has_prefix);
}

}  // namespace pith::mcp
