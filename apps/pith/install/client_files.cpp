// SPDX-License-Identifier: MIT
#include "install/client_files.hpp"

#include "install/launcher.hpp"
#include "system/user_places.hpp"
#include "terminal/terminal.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

namespace cli {

namespace {

using type = source_node::type;

/// What a server says of the way to reach it.
bool is_remote(const source_tree& tree, source_dialect dialect,
               std::string_view text, std::size_t table) {
  const std::size_t kind = tree.find(table, "type");
  if (kind != source_node::none) {
    const std::string word = meaning_of(dialect, text, tree.at(kind));
    if (word == "stdio") return false;
    constexpr std::array<std::string_view, 5> remote{
        "http", "sse", "streamable-http", "streamableHttp", "ws"};
    if (std::find(remote.begin(), remote.end(), word) != remote.end()) {
      return true;
    }
  }
  constexpr std::array<std::string_view, 3> addresses{"url", "httpUrl",
                                                      "serverUrl"};
  return tree.find(table, "command") == source_node::none &&
         std::any_of(addresses.begin(), addresses.end(),
                     [&](std::string_view key) {
                       return tree.find(table, key) != source_node::none;
                     });
}

/// How often a table has this key; JSON allows what no reader agrees on.
std::size_t count_of(const source_tree& tree, std::size_t table,
                     std::string_view key) {
  const auto all = tree.children(table);
  return static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(),
                    [&](std::size_t id) { return tree.at(id).key == key; }));
}

/// Why the command cannot be replaced; empty when it can.
std::string obstacle(const source_tree& tree, std::size_t table,
                     const client_server& server) {
  if (server.command == source_node::none) return "has no command";
  if (tree.at(server.command).what != type::text) {
    return "has a command that is not a string";
  }
  if (server.args != source_node::none &&
      tree.at(server.args).what != type::list) {
    return "has args that are not a list";
  }
  if (count_of(tree, table, "command") > 1 ||
      count_of(tree, table, "args") > 1) {
    return "has a key twice";
  }
  return {};
}

server_state state_of(const std::vector<std::string>& words,
                      std::string_view pith) {
  if (!find_launch(words, pith)) return server_state::plain;
  if (wrapped_begin(words, pith) != 0) return server_state::wrapped;
  return merged_file_of(words, pith).empty() ? server_state::proxy
                                             : server_state::merged;
}

client_server describe_server(const mcp_client& client, std::string_view text,
                              const source_tree& tree, std::size_t table,
                              std::string_view pith) {
  const source_node& node = tree.at(table);
  client_server made{.name = node.key};
  made.table = table;
  made.is_in_braces = node.begin != source_node::none;
  if (node.what != type::table) {
    made.note = "is not a table";
    return made;
  }
  if (is_remote(tree, client.dialect, text, table)) {
    made.state = server_state::remote;
    return made;
  }
  made.command = tree.find(table, "command");
  made.args = tree.find(table, "args");
  made.note = obstacle(tree, table, made);
  if (!made.note.empty()) return made;
  made.words.push_back(meaning_of(client.dialect, text, tree.at(made.command)));
  if (made.args != source_node::none) {
    for (const std::size_t id : tree.children(made.args)) {
      made.words.push_back(meaning_of(client.dialect, text, tree.at(id)));
    }
  }
  made.state = state_of(made.words, pith);
  return made;
}

/// A table that holds servers, and whose they are.
struct server_table {
  std::size_t id;
  std::string project;
};

/// All of them, in the order of the text.
std::vector<server_table> tables_of_servers(const mcp_client& client,
                                            const source_tree& tree,
                                            bool all_projects) {
  std::vector<server_table> tables{{tree.find(0, client.servers_key), {}}};
  if (client.has_projects) {
    std::error_code none;
    const std::string here = std::filesystem::current_path(none).string();
    const std::size_t projects = tree.find(0, "projects");
    if (projects != source_node::none) {
      for (const std::size_t id : tree.children(projects)) {
        if (all_projects || tree.at(id).key == here) {
          tables.push_back(
              {tree.find(id, client.servers_key), tree.at(id).key});
        }
      }
    }
  }
  std::erase_if(tables, [](const server_table& one) {
    return one.id == source_node::none;
  });
  std::sort(
      tables.begin(), tables.end(),
      [](const server_table& a, const server_table& b) { return a.id < b.id; });
  return tables;
}

}  // namespace

std::vector<std::string> files_of(const mcp_client& client) {
  return places_of(client, this_system,
                   {.home = environment(home_variable()),
                    .config_home = environment("XDG_CONFIG_HOME"),
                    .app_data = environment("APPDATA"),
                    .client_home = client.home_variable == nullptr
                                       ? std::string_view{}
                                       : environment(client.home_variable)});
}

std::size_t wrapped_begin(const std::vector<std::string>& words,
                          std::string_view pith) {
  const auto launch = find_launch(words, pith);
  if (!launch) return 0;
  const auto dashes =
      std::find(words.begin() + static_cast<std::ptrdiff_t>(launch->proxy),
                words.end(), "--");
  if (dashes == words.end() || dashes + 1 == words.end()) return 0;
  return static_cast<std::size_t>(dashes - words.begin()) + 1;
}

std::string merged_file_of(const std::vector<std::string>& words,
                           std::string_view pith) {
  const auto launch = find_launch(words, pith);
  if (!launch) return {};
  constexpr std::string_view with_value = "--config=";
  for (std::size_t i = launch->proxy + 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") break;
    if (word.starts_with(with_value)) return word.substr(with_value.size());
    if ((word == "--config" || word == "-c") && i + 1 < words.size()) {
      return words[i + 1];
    }
  }
  return {};
}

std::vector<client_server> find_servers(const mcp_client& client,
                                        std::string_view text,
                                        const source_tree& tree,
                                        bool all_projects,
                                        std::string_view pith) {
  std::vector<client_server> servers;
  for (const server_table& table :
       tables_of_servers(client, tree, all_projects)) {
    for (const std::size_t id : tree.children(table.id)) {
      servers.push_back(describe_server(client, text, tree, id, pith));
      servers.back().project = table.project;
    }
  }
  return servers;
}

}  // namespace cli
