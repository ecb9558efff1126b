// SPDX-License-Identifier: MIT
#include "install/translated_server.hpp"

#include "mcp/config/configuration.hpp"
#include "mcp/config/configured_header.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>

namespace cli {

namespace {

constexpr std::array<std::string_view, 3> url_keys{"url", "httpUrl",
                                                   "serverUrl"};

/// One table of a client, key by key.
class server_translation {
 public:
  server_translation(const mcp_client& client, const source_text& source,
                     const client_server& server)
      : client_(&client), source_(&source), server_(&server) {}

  translated_server make() {
    if (!is_candidate()) return std::move(made_);
    for (const std::size_t id : source_->tree->children(server_->table)) {
      const source_node& node = source_->tree->at(id);
      if (!seen_.insert(node.key).second) fail("has a key twice");
      if (made_.problem.empty()) read_member(id, node);
      if (!made_.problem.empty()) return std::move(made_);
    }
    if (server_->state == server_state::plain) {
      for (const std::string& word : server_->words) check_text(word);
      made_.words = server_->words;
    }
    check_address();
    if (made_.problem.empty() && !is_kept()) {
      fail("has a value that pith.toml cannot hold");
    }
    return std::move(made_);
  }

 private:
  using node_type = source_node::type;

  void fail(std::string problem) {
    if (made_.problem.empty()) made_.problem = std::move(problem);
  }

  bool is_candidate() {
    switch (server_->state) {
      case server_state::plain:
      case server_state::remote:
        return true;
      case server_state::wrapped:
      case server_state::merged:
      case server_state::proxy:
        fail("already starts pith");
        return false;
      case server_state::unclear:
        break;
    }
    fail(server_->note);
    return false;
  }

  [[nodiscard]] std::string meaning(const source_node& node) const {
    return meaning_of(source_->dialect, source_->text, node);
  }

  /// Keys of which pith knows what they mean to the client.
  void read_member(std::size_t id, const source_node& node) {
    const std::string& key = node.key;
    const bool is_url =
        std::find(url_keys.begin(), url_keys.end(), key) != url_keys.end();
    if (key == "command") return;  // among the words
    if (key == "args") return check_args(id);
    if (key == "type") return read_kind(node);
    if (key == "env") return read_pairs(id, key, made_.environment);
    if (key == "headers" || key == "http_headers") {
      return read_pairs(id, key, made_.headers);
    }
    if (is_url) return read_url(node);
    if (key == "cwd") return read_directory(node);
    if (key == "disabled" || key == "enabled") return read_switch(node);
    // Copilot CLI wants to know which tools; all is what pith offers, too.
    if (key == "tools" && is_all_tools(id)) return;
    fail("has '" + key + "', which pith cannot keep");
  }

  void check_args(std::size_t id) {
    for (const std::size_t child : source_->tree->children(id)) {
      if (source_->tree->at(child).what != node_type::text) {
        fail("has args that are not strings");
      }
    }
  }

  void read_kind(const source_node& node) {
    const std::string kind = meaning(node);
    kind_ = kind;
    constexpr std::array<std::string_view, 5> known{
        "stdio", "local", "http", "streamable-http", "streamableHttp"};
    if (std::find(known.begin(), known.end(), kind) == known.end()) {
      fail("has a type that pith cannot merge");
    }
  }

  void read_switch(const source_node& node) {
    const std::string word = meaning(node);
    if (word == (node.key == "disabled" ? "true" : "false")) {
      fail("is disabled");
    } else if (word != "true" && word != "false") {
      fail("has '" + node.key + "', which pith cannot keep");
    }
  }

  [[nodiscard]] bool is_all_tools(std::size_t id) const {
    const auto items = source_->tree->children(id);
    return source_->tree->at(id).what == node_type::list && items.size() == 1 &&
           source_->tree->at(items[0]).what == node_type::text &&
           meaning(source_->tree->at(items[0])) == "*";
  }

  std::string read_text(const source_node& node) {
    if (node.what != node_type::text) {
      fail("has '" + node.key + "' that is not a string");
      return {};
    }
    std::string text = meaning(node);
    check_text(text);
    return text;
  }

  /// Whether a text means the same to everybody.
  void check_text(std::string_view text) {
    // Half of a surrogate pair has no other spelling, and to the system a null
    // character is the end.
    if (text.find("\xEF\xBF\xBD") != text.npos ||
        text.find('\0') != text.npos) {
      fail("has a character that cannot be kept");
    }
    if (source_->dialect == source_dialect::toml) return;
    const bool has_variable =
        text.find("${") != text.npos ||
        (client_->name == "gemini" && text.find('$') != text.npos);
    if (has_variable) {
      fail("uses variables, which only the client can fill in");
    }
  }

  void read_pairs(std::size_t id, const std::string& key, text_pairs& into) {
    if (source_->tree->at(id).what != node_type::table) {
      return fail("has '" + key + "' that is not a table");
    }
    std::set<std::string> names;
    for (const std::size_t child : source_->tree->children(id)) {
      const source_node& node = source_->tree->at(child);
      if (node.what != node_type::text) {
        return fail("has values in '" + key + "' that are not strings");
      }
      if (!names.insert(node.key).second) return fail("has a key twice");
      check_text(node.key);
      into.emplace_back(node.key, read_text(node));
    }
  }

  void read_url(const source_node& node) {
    if (!made_.url.empty()) return fail("has two addresses");
    made_.url = read_text(node);
    url_key_ = node.key;
  }

  void read_directory(const source_node& node) {
    made_.directory = read_text(node);
    std::error_code none;
    if (!std::filesystem::path(made_.directory).is_absolute() ||
        !std::filesystem::is_directory(made_.directory, none)) {
      fail("has a 'cwd' that is not the full path of a directory");
    }
  }

  void check_address() {
    const bool is_remote = server_->state == server_state::remote;
    if (!is_remote) {
      if (!made_.url.empty()) fail("has both a command and an address");
      if (!made_.headers.empty()) fail("has headers but no address");
      return;
    }
    if (!server_->words.empty() || seen_.contains("command") ||
        seen_.contains("args")) {
      fail("has both a command and an address");
    }
    if (!made_.environment.empty() || !made_.directory.empty()) {
      fail("has an environment or a directory, but no command");
    }
    // To Gemini CLI a plain `url` is the older transport.
    if (client_->name == "gemini" && url_key_ == "url" && kind_.empty()) {
      fail("has the address of a server-sent event stream");
    }
    for (const auto& [name, value] : made_.headers) {
      const auto read = pith::mcp::read_header_value(name, value);
      if (!pith::mcp::check_header_name(name).empty() || read.text != value) {
        fail("has a header that pith cannot send");
      }
    }
  }

  /// Reads it as pith.toml and holds it against what it should be.
  [[nodiscard]] bool is_kept() const {
    const auto read = pith::mcp::read_configuration(
        server_section(made_, "x", server_->name), "/");
    if (!read.value || read.value->servers.size() != 1) return false;
    const pith::mcp::server_settings& found = read.value->servers.front();
    const auto same_headers = [&] {
      return std::all_of(made_.headers.begin(), made_.headers.end(),
                         [&found](const auto& one) {
                           return found.headers.find(one.first) == one.second;
                         });
    };
    return found.url == made_.url && found.command.words == made_.words &&
           found.command.directory == made_.directory &&
           found.command.environment == made_.environment && same_headers();
  }

  const mcp_client* client_;
  const source_text* source_;
  const client_server* server_;
  std::set<std::string> seen_;
  std::string kind_;
  std::string url_key_;
  translated_server made_;
};

std::string toml_list(const std::vector<std::string>& words) {
  std::string out = "[";
  for (const std::string& word : words) {
    out.append(out.size() == 1 ? "" : ", ").append(quoted_string(word));
  }
  return out + "]";
}

std::string toml_table(const text_pairs& pairs) {
  std::string out = "{";
  for (const auto& [name, value] : pairs) {
    out.append(out.size() == 1 ? " " : ", ");
    out.append(quoted_string(name)).append(" = ").append(quoted_string(value));
  }
  return out + " }";
}

}  // namespace

translated_server translate_server(const mcp_client& client,
                                   const source_text& source,
                                   const client_server& server) {
  return server_translation{client, source, server}.make();
}

std::string plain_server_name(std::string_view name,
                              const std::set<std::string>& taken) {
  constexpr std::size_t longest = 56;  // of 64, with room for a number
  std::string plain;
  for (const char c : name) {
    if (plain.size() == longest) break;
    const char lower =
        c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool fits = (lower >= 'a' && lower <= 'z') ||
                      (lower >= '0' && lower <= '9') || lower == '_' ||
                      lower == '-';
    if (fits) {
      plain += lower;
    } else if (!plain.empty() && plain.back() != '-') {
      plain += '-';
    }
  }
  while (plain.ends_with('-')) plain.pop_back();
  constexpr std::array<std::string_view, 4> reserved{"metrics", "healthz",
                                                     "readyz", "mcp"};
  if (plain.empty()) plain = "server";
  if (std::find(reserved.begin(), reserved.end(), plain) != reserved.end()) {
    plain += "-server";
  }
  std::string free = plain;
  for (std::size_t number = 2; taken.contains(free); ++number) {
    free = plain + '-' + std::to_string(number);
  }
  return free;
}

std::string server_section(const translated_server& server,
                           std::string_view name,
                           std::string_view client_name) {
  std::string out = "# " + quoted_string(client_name) + "\n[server." +
                    std::string(name) + "]\n";
  if (!server.url.empty()) {
    out += "url = " + quoted_string(server.url) + '\n';
    if (!server.headers.empty()) {
      out += "headers = " + toml_table(server.headers) + '\n';
    }
    return out;
  }
  out += "command = " + toml_list(server.words) + '\n';
  if (!server.environment.empty()) {
    out += "env = " + toml_table(server.environment) + '\n';
  }
  // The client decides what its servers see of the environment, as before.
  out += "pass_env = [\"*\"]\n";
  if (!server.directory.empty()) {
    out += "directory = " + quoted_string(server.directory) + '\n';
  }
  return out;
}

}  // namespace cli
