// SPDX-License-Identifier: MIT
#include "install/client_files.hpp"

#include "terminal/terminal.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

namespace cli {

namespace {

using type = source_node::type;

constexpr std::array<mcp_client, 5> clients{{
    {.name = "claude-code",
     .title = "Claude Code",
     .servers_key = "mcpServers",
     .project_file = ".mcp.json",
     .user_file = ".claude.json",
     .has_projects = true},
    {.name = "codex",
     .title = "Codex",
     .dialect = source_dialect::toml,
     .servers_key = "mcp_servers",
     .user_file = ".codex/config.toml",
     .home_variable = "CODEX_HOME"},
    {.name = "vscode",
     .title = "VS Code",
     .servers_key = "servers",
     .project_file = ".vscode/mcp.json",
     .user_file = ".config/Code/User/mcp.json"},
    {.name = "cursor",
     .title = "Cursor",
     .servers_key = "mcpServers",
     .project_file = ".cursor/mcp.json",
     .user_file = ".cursor/mcp.json"},
    {.name = "gemini",
     .title = "Gemini CLI",
     .servers_key = "mcpServers",
     .project_file = ".gemini/settings.json",
     .user_file = ".gemini/settings.json"},
}};

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

/// Whether the words start pith proxy, whatever it is to do.
bool starts_proxy(const std::vector<std::string>& words,
                  std::string_view pith) {
  if (words.size() < 2 || words[1] != "proxy") return false;
  return words[0] == pith ||
         std::filesystem::path(words[0]).filename() == "pith";
}

server_state state_of(const std::vector<std::string>& words,
                      std::string_view pith) {
  if (!starts_proxy(words, pith)) return server_state::plain;
  return wrapped_begin(words, pith) == 0 ? server_state::proxy
                                         : server_state::wrapped;
}

client_server describe_server(const mcp_client& client, std::string_view text,
                              const source_tree& tree, std::size_t table,
                              std::string_view pith) {
  const source_node& node = tree.at(table);
  client_server made{.name = node.key};
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

/// The tables that hold servers.
std::vector<std::size_t> tables_of_servers(const mcp_client& client,
                                           const source_tree& tree,
                                           bool all_projects) {
  std::vector<std::size_t> tables{tree.find(0, client.servers_key)};
  if (client.has_projects) {
    std::error_code none;
    const std::string here = std::filesystem::current_path(none).string();
    const std::size_t projects = tree.find(0, "projects");
    if (projects != source_node::none) {
      for (const std::size_t id : tree.children(projects)) {
        if (all_projects || tree.at(id).key == here) {
          tables.push_back(tree.find(id, client.servers_key));
        }
      }
    }
  }
  std::erase(tables, source_node::none);
  std::sort(tables.begin(), tables.end());
  return tables;
}

}  // namespace

std::span<const mcp_client> mcp_clients() { return clients; }

const mcp_client* find_mcp_client(std::string_view name) {
  const auto* const found =
      std::find_if(clients.begin(), clients.end(),
                   [name](const mcp_client& c) { return c.name == name; });
  return found == clients.end() ? nullptr : found;
}

std::vector<std::string> files_of(const mcp_client& client) {
  std::vector<std::string> files;
  if (!client.project_file.empty()) files.emplace_back(client.project_file);
  if (client.home_variable != nullptr) {
    const std::string_view home = environment(client.home_variable);
    if (!home.empty()) {
      const auto name = std::filesystem::path(client.user_file).filename();
      files.push_back((std::filesystem::path(home) / name).string());
      return files;
    }
  }
  const std::string_view home = environment("HOME");
  if (!client.user_file.empty() && !home.empty()) {
    files.push_back((std::filesystem::path(home) / client.user_file).string());
  }
  return files;
}

std::size_t wrapped_begin(const std::vector<std::string>& words,
                          std::string_view pith) {
  if (!starts_proxy(words, pith)) return 0;
  const auto dashes = std::find(words.begin() + 2, words.end(), "--");
  if (dashes == words.end() || dashes + 1 == words.end()) return 0;
  return static_cast<std::size_t>(dashes - words.begin()) + 1;
}

std::vector<client_server> find_servers(const mcp_client& client,
                                        std::string_view text,
                                        const source_tree& tree,
                                        bool all_projects,
                                        std::string_view pith) {
  std::vector<client_server> servers;
  for (const std::size_t table :
       tables_of_servers(client, tree, all_projects)) {
    for (const std::size_t id : tree.children(table)) {
      servers.push_back(describe_server(client, text, tree, id, pith));
    }
  }
  return servers;
}

}  // namespace cli
