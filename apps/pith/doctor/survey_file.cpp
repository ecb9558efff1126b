// SPDX-License-Identifier: MIT
#include <pith/version.hpp>

#include "console/diagnostics.hpp"
#include "console/io.hpp"
#include "doctor/shown_command.hpp"
#include "doctor/survey.hpp"
#include "install/own_path.hpp"
#include "install/private_file.hpp"
#include "install/proxy_options.hpp"
#include "install/secret_mask.hpp"
#include "line/arguments.hpp"
#include "line/commands.hpp"
#include "mcp/config/configuration.hpp"
#include "mcp/config/tree.hpp"
#include "mcp/process/child_spawn.hpp"
#include "system/descriptors.hpp"
#include "system/new_file.hpp"
#include "system/private_place.hpp"
#include "system/program_search.hpp"
#include "terminal/layout.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

namespace cli {

namespace {

namespace fs = std::filesystem;
using type = source_node::type;

constexpr std::size_t max_survey_bytes = 64U << 20U;

/// A text, where everything is in it, and whose it is.
struct read_file {
  const mcp_client* client;
  std::string_view text;
  const source_tree* tree;
  const std::string* executable;
};

void check_rights(surveyed_file& file, const read_file& source) {
  const other_rights rights = rights_of_others(file.path);
  if (rights.write) {
    file.problems.push_back(
        "every user can change the file, and so what the client starts; " +
        std::string(writing_advice()));
  }
  if (rights.read &&
      has_secrets(source.client->dialect, source.text, *source.tree)) {
    file.problems.push_back(
        "every user can read the file, and it may hold secrets; " +
        std::string(reading_advice()));
  }
}

std::string member_text(const read_file& source, std::size_t table,
                        std::string_view key) {
  const std::size_t id = source.tree->find(table, key);
  if (id == source_node::none) return {};
  return meaning_of(source.client->dialect, source.text, source.tree->at(id));
}

secret_pairs pairs_of(const read_file& source, std::size_t table,
                      std::string_view key) {
  secret_pairs pairs;
  const std::size_t id = source.tree->find(table, key);
  if (id == source_node::none || source.tree->at(id).what != type::table) {
    return pairs;
  }
  for (const std::size_t child : source.tree->children(id)) {
    const source_node& node = source.tree->at(child);
    pairs.emplace_back(node.key,
                       meaning_of(source.client->dialect, source.text, node));
  }
  return pairs;
}

/// What the tables of servers have beside the command.
void read_members(const read_file& source, std::size_t table,
                  surveyed_server& made) {
  if (source.tree->at(table).what != type::table) return;
  made.is_disabled = member_text(source, table, "disabled") == "true" ||
                     member_text(source, table, "enabled") == "false";
  made.directory = member_text(source, table, "cwd");
  made.variables = pairs_of(source, table, "env");
  for (const std::string_view key : {"headers", "http_headers"}) {
    for (auto& one : pairs_of(source, table, key)) {
      made.headers.push_back(std::move(one));
    }
  }
  for (const std::string_view key : {"url", "httpUrl", "serverUrl"}) {
    if (made.url.empty()) made.url = member_text(source, table, key);
  }
}

/// Whether it can be told here if the client finds a command: it has another
/// directory, fills in variables, and may set another PATH.
bool can_be_looked_for(const surveyed_server& server, std::string_view word) {
  if (word.find('$') != word.npos || word.starts_with('~')) return false;
  const fs::path path = word;
  if (path.has_parent_path()) return path.is_absolute();
  // Those of another system.
  if (word.find('\\') != word.npos) return false;
  return std::none_of(server.variables.begin(), server.variables.end(),
                      [](const auto& one) { return one.first == "PATH"; });
}

void check_program(surveyed_server& server, const std::string& word) {
  if (!can_be_looked_for(server, word) || !find_program(word).empty()) return;
  server.problems.push_back(fs::path(word).is_absolute()
                                ? "'" + word +
                                      "' does not exist, or is not a program"
                                : "the command '" + word + "' is not on PATH");
}

/// Whether pith proxy takes these words; those of another version are not ours
/// to judge.
bool are_proxy_words(const std::vector<std::string>& words) {
  std::vector<const char*> pointers;
  pointers.reserve(words.size());
  for (const std::string& word : words) pointers.push_back(word.c_str());
  const arguments args{proxy_command, pointers};
  return args.mistake().empty() && read_proxy_settings(args).mistake.empty();
}

void check_launch(surveyed_server& server, const found_launch& launch,
                  const std::string& command) {
  if (is_in_cache(command)) {
    server.problems.emplace_back(
        "starts pith from a cache, which can be emptied; undo and install "
        "again");
  }
  const bool has_version = !launch.version.empty();
  if (has_version && launch.version != pith::version) {
    server.problems.push_back("starts pith " + launch.version +
                              ", but this is " + std::string(pith::version) +
                              "; to change it, undo and install again");
  } else if (!are_proxy_words(server.proxy_words)) {
    server.problems.emplace_back("has options that pith proxy refuses");
  }
  if (server.state == server_state::wrapped &&
      find_launch(server.own_words, command)) {
    server.problems.emplace_back(
        "is wrapped twice; undo it once with pith proxy install --undo");
  }
}

void read_command(const client_server& one, const std::string& executable,
                  surveyed_server& made) {
  made.launch = find_launch(one.words, executable);
  made.own_words = one.words;
  if (!made.launch) return;
  const auto at = [&one](std::size_t n) {
    return one.words.begin() + static_cast<std::ptrdiff_t>(n);
  };
  const std::size_t own = wrapped_begin(one.words, executable);
  // The words end before `--`.
  made.proxy_words.assign(at(made.launch->proxy + 1),
                          own == 0 ? one.words.end() : at(own - 1));
  if (own != 0) made.own_words.assign(at(own), one.words.end());
}

/// Why a file is not even opened: whoever reads a pipe waits.
std::string obstacle_to_reading(const std::string& path) {
  std::error_code failed;
  const auto what = fs::status(path, failed);
  if (!fs::exists(what)) {
    return "cannot be read: " +
           failure_text(failed.default_error_condition().value());
  }
  return kind_at(path) == place_kind::file ? "" : "is not a regular file";
}

/// Looks into the configuration of merged servers.
void check_merged(surveyed_server& server, const std::string& file) {
  const auto add = [&](const std::string& what) {
    server.problems.push_back("its configuration " + file + ' ' + what);
  };
  // From where a client counts, nobody knows.
  if (!fs::path(file).is_absolute()) return;
  if (const std::string obstacle = obstacle_to_reading(file);
      !obstacle.empty()) {
    return add(obstacle);
  }
  if (const std::string exposure = exposure_of(file); !exposure.empty()) {
    add(exposure);
  }
  const input in = read_input(file, pith::mcp::max_configuration_bytes);
  if (in.failure != 0) {
    return add("cannot be read: " +
               std::generic_category().message(in.failure));
  }
  const auto read = pith::mcp::read_configuration(
      in.text, fs::path(file).parent_path().string());
  constexpr std::size_t max_shown = 3;
  for (std::size_t i = 0; i < std::min(read.errors.size(), max_shown); ++i) {
    const auto& wrong = read.errors[i];
    add("is not valid at " + std::to_string(wrong.line) + ':' +
        std::to_string(wrong.column) + ": " + wrong.what);
  }
  if (read.errors.size() > max_shown) {
    add("has " + counted(read.errors.size() - max_shown, "more error"));
  }
  if (!read.value) return;
  std::vector<std::string> names;
  names.reserve(read.value->servers.size());
  for (const auto& one : read.value->servers) {
    names.push_back(one.name);
    if (one.command.words.empty() || pith::mcp::has_program(one.command)) {
      continue;
    }
    server.problems.push_back("[server." + one.name + "] in " + file +
                              ": the command '" + one.command.words.front() +
                              "' is not on PATH");
  }
  server.program = counted(names.size(), "server") + ": " + comma_list(names);
}

surveyed_server survey_server(const read_file& source,
                              const client_server& one) {
  surveyed_server made{.name = one.name, .project = one.project};
  made.state = one.state;
  read_members(source, one.table, made);
  if (one.state == server_state::remote) {
    made.program = shown_address(made.url);
    return made;
  }
  if (one.state == server_state::unclear) {
    // Extensions of Zed bring the command themselves.
    if (!made.is_disabled && source.client->name != "zed") {
      made.problems.push_back(one.note);
    }
    return made;
  }
  read_command(one, *source.executable, made);
  const bool has_own =
      one.state != server_state::proxy && one.state != server_state::merged;
  if (has_own) made.program = shown_command(made.own_words);
  if (made.is_disabled) return made;
  check_program(made, one.words.front());
  if (one.state == server_state::wrapped) {
    check_program(made, made.own_words.front());
  }
  if (one.state == server_state::merged) {
    check_merged(made, merged_file_of(one.words, *source.executable));
  }
  if (made.launch && one.state != server_state::proxy) {
    check_launch(made, *made.launch, one.words.front());
  }
  return made;
}

}  // namespace

surveyed_file survey_file(const mcp_client& client, const std::string& path,
                          const std::string& executable) {
  surveyed_file file{.client = &client, .path = path};
  std::string obstacle = obstacle_to_reading(path);
  if (!obstacle.empty()) {
    file.problems.push_back(std::move(obstacle));
    return file;
  }
  const input in = read_input(path, max_survey_bytes);
  if (in.failure != 0) {
    file.problems.push_back("cannot be read: " +
                            std::generic_category().message(in.failure));
    return file;
  }
  if (in.text.size() > max_survey_bytes) {
    file.problems.emplace_back("is larger than 64 MiB");
    return file;
  }
  const auto tree = read_places(client.dialect, in.text);
  if (!tree) {
    // Without the line itself, which may hold a secret.
    const std::string place = format_place("", in.text, tree.error().offset);
    file.problems.push_back("is not valid at " + place.substr(1) + ": " +
                            message(tree.error()));
    return file;
  }
  const read_file source{&client, in.text, &*tree, &executable};
  check_rights(file, source);
  for (const client_server& one :
       find_servers(client, in.text, *tree, true, executable)) {
    file.servers.push_back(survey_server(source, one));
  }
  return file;
}

}  // namespace cli
