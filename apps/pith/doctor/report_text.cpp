// SPDX-License-Identifier: MIT
#include <pith/version.hpp>

#include "console/diagnostics.hpp"
#include "doctor/report.hpp"
#include "mcp/rewrite/policy.hpp"
#include "terminal/layout.hpp"

#include <algorithm>

namespace cli {

namespace {

// What is shown of names that others chose.
constexpr std::size_t max_name_columns = 60;
constexpr std::size_t max_sentence_columns = 400;
constexpr std::size_t shown_tools = 5;

std::string cleaned(std::string_view text, std::size_t columns) {
  return cut_to(printable(text), columns, "...");
}

std::string pair_names(const secret_pairs& pairs) {
  std::vector<std::string> names;
  names.reserve(pairs.size());
  for (const auto& [name, value] : pairs) names.push_back(name);
  return cleaned(comma_list(names), max_sentence_columns);
}

std::string problem_line(std::string_view indent, std::string_view problem) {
  return std::string(indent) +
         "problem: " + cleaned(problem, max_sentence_columns) + '\n';
}

/// "wrapped by npx, 0.1.0".
std::string state_line(const surveyed_server& server) {
  std::string line{name_of(server.state)};
  if (server.launch) {
    line += " by ";
    line += launcher_names[static_cast<std::size_t>(server.launch->kind)];
    if (!server.launch->version.empty()) line += ", " + server.launch->version;
  }
  if (server.is_disabled) line += ", disabled";
  return line;
}

std::string server_name(const surveyed_server& server) {
  std::string name = server.name;
  if (!server.project.empty()) name += " in " + server.project;
  return cleaned(name, max_name_columns);
}

std::string server_lines(const surveyed_server& server,
                         std::size_t name_columns, std::size_t state_columns) {
  std::string line = "  " + padded(server_name(server), name_columns, false) +
                     "  " +
                     padded(cleaned(state_line(server), max_name_columns),
                            state_columns, false) +
                     "  " + cleaned(server.program, max_name_columns);
  line.erase(line.find_last_not_of(' ') + 1);
  line += '\n';
  if (!server.variables.empty()) {
    line += "    variables: " + pair_names(server.variables) + '\n';
  }
  if (!server.headers.empty()) {
    line += "    headers: " + pair_names(server.headers) + '\n';
  }
  for (const std::string& one : server.problems) {
    line += problem_line("    ", one);
  }
  return line;
}

std::string file_lines(const surveyed_file& file) {
  std::string out = "\n" + std::string(file.client->title) + ": " +
                    printable(file.path) + '\n';
  for (const std::string& one : file.problems) out += problem_line("  ", one);
  std::size_t name_columns = 0;
  std::size_t state_columns = 0;
  for (const surveyed_server& server : file.servers) {
    name_columns = std::max(name_columns, columns_of(server_name(server)));
    state_columns =
        std::max(state_columns,
                 columns_of(cleaned(state_line(server), max_name_columns)));
  }
  for (const surveyed_server& server : file.servers) {
    out += server_lines(server, name_columns, state_columns);
  }
  if (file.servers.empty() && file.problems.empty()) out += "  no servers\n";
  return out;
}

std::string share_line(std::size_t before, std::size_t after) {
  if (before == 0 || after >= before) return {};
  const std::size_t percent = (before - after) * 100 / before;
  return ", " + std::to_string(percent) + " % less";
}

std::string asked_lines(const asked_server& asked) {
  const tool_list_answer& answer = asked.answer;
  std::string out;
  if (!answer.revision.empty()) {
    std::string who = answer.name;
    if (!answer.version.empty()) who += ' ' + answer.version;
    out += "    server: " + cleaned(who, max_name_columns) + ", protocol " +
           cleaned(answer.revision, max_name_columns) + '\n';
  }
  if (answer.problem.empty()) {
    out += "    tool list: " + counted(answer.tools_before, "tool") + ", " +
           counted(answer.tokens_before, "token") + " (" +
           printable(asked.tokenizer) + ")\n";
    out += "    with pith: " + counted(answer.tools_after, "tool") + ", " +
           counted(answer.tokens_after, "token") +
           share_line(answer.tokens_before, answer.tokens_after) + '\n';
    const std::size_t count = std::min(answer.tools.size(), shown_tools);
    if (count > 0) out += "    largest:\n";
    for (std::size_t i = 0; i < count; ++i) {
      out += "      " +
             padded(grouped(answer.tools[i].tokens_before), 7, true) + "  " +
             cleaned(answer.tools[i].name, max_name_columns) + '\n';
    }
    return out;
  }
  for (const std::string& line : answer.words) {
    out += "    it said: " + cleaned(line, max_sentence_columns) + '\n';
  }
  return out;
}

/// Which clients have servers that install would wrap.
std::string advice(const survey& found) {
  std::string out;
  for (const surveyed_file& file : found.files) {
    const bool has_plain = std::any_of(
        file.servers.begin(), file.servers.end(),
        [](const surveyed_server& server) {
          return server.state == server_state::plain && !server.is_disabled;
        });
    if (!has_plain || pith::mcp::known_client(file.client->name) == nullptr) {
      continue;
    }
    const std::string line = "  pith proxy install --client " +
                             std::string(file.client->name) + '\n';
    if (out.find(line) == out.npos) out += line;
  }
  return out.empty() ? out : "\nTo wrap the other servers:\n" + out;
}

std::string summary(const survey& found) {
  std::size_t servers = 0;
  std::size_t wrapped_servers = 0;
  for (const surveyed_file& file : found.files) {
    servers += file.servers.size();
    for (const surveyed_server& server : file.servers) {
      if (server.launch) ++wrapped_servers;
    }
  }
  if (found.files.empty()) {
    return "\nNo configuration of an MCP client was found.\n";
  }
  return '\n' + counted(found.files.size(), "file") + ", " +
         counted(servers, "server") + ", " + grouped(wrapped_servers) +
         " wrapped, " + counted(found.problem_count(), "problem") + '\n';
}

}  // namespace

std::string_view name_of(server_state state) {
  switch (state) {
    case server_state::plain:
      return "not wrapped";
    case server_state::wrapped:
    case server_state::proxy:
      return "wrapped";
    case server_state::merged:
      return "merged";
    case server_state::remote:
      return "at a URL";
    case server_state::unclear:
      break;
  }
  return "unclear";
}

std::string report_text(const survey& found, const asked_server* asked) {
  std::string out =
      "pith " + std::string(pith::version) + " by " +
      std::string(launcher_names[static_cast<std::size_t>(found.launcher)]);
  if (!found.executable.empty()) out += ": " + printable(found.executable);
  out += '\n';
  for (const std::string& one : found.problems) out += problem_line("", one);
  for (const surveyed_file& file : found.files) out += file_lines(file);
  if (asked != nullptr) return out + asked_lines(*asked);
  return out + summary(found) + advice(found);
}

}  // namespace cli
