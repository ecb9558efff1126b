// SPDX-License-Identifier: MIT
#include "console/diagnostics.hpp"
#include "doctor/report.hpp"
#include "doctor/server_start.hpp"
#include "doctor/survey.hpp"
#include "doctor/tool_list_run.hpp"
#include "line/arguments.hpp"
#include "line/commands.hpp"
#include "line/shared_options.hpp"
#include "work/run.hpp"

#include <algorithm>

namespace cli {

namespace {

constexpr std::size_t max_seconds = 3'600;

constexpr option run_option{
    .name = "run",
    .value = "SERVER",
    .help =
        "start this server, count the tokens of its tool list without pith and "
        "with it, and stop it; no tool is called"};
constexpr option of_client_option{
    .name = "client",
    .value = "NAME",
    .help = "look only at this client",
    .choices =
        "claude-code|codex|vscode|cursor|gemini|claude-desktop|copilot-cli|"
        "windsurf|zed|kiro|lm-studio"};
constexpr option timeout_option{
    .name = "timeout",
    .value = "SECONDS",
    .help = "run: how long the server can take to answer (default: 30)",
    .kind = word_kind::number};
constexpr option doctor_options[] = {of_client_option, run_option,
                                     timeout_option, tokenizer_option,
                                     json_option};

/// Leaves only the server of this name: the nearest of one client. What is
/// wrong with the name comes back; empty: nothing.
std::string keep_only(survey& found, std::string_view name) {
  std::vector<std::string_view> known;
  const mcp_client* client = nullptr;
  surveyed_file chosen;
  for (surveyed_file& file : found.files) {
    for (surveyed_server& server : file.servers) {
      known.push_back(server.name);
      if (server.name != name) continue;
      if (client == nullptr) {
        client = file.client;
        chosen = {file.client, file.path, {}, {server}};
      } else if (client != file.client) {
        return "several clients have a server '" + std::string(name) +
               "'; choose one with --client";
      }
    }
  }
  if (client == nullptr) {
    return "no client has a server '" + std::string(name) + "'" +
           suggestion(name, known);
  }
  found.files = {std::move(chosen)};
  return {};
}

asked_server ask(survey& found, const arguments& args,
                 const pith::tokenizer& tokenizer) {
  surveyed_file& file = found.files.front();
  surveyed_server& server = file.servers.front();
  asked_server asked;
  asked.tokenizer = tokenizer.name();
  std::string problem;
  tool_list_request request = request_of(*file.client, server, problem);
  if (const auto seconds = args.number(timeout_option)) {
    request.time =
        std::chrono::seconds(std::clamp<std::size_t>(*seconds, 1, max_seconds));
  }
  if (problem.empty()) {
    asked.answer = list_tools(request, tokenizer);
    problem = without_secrets(asked.answer.problem, server);
  }
  asked.answer.problem = std::move(problem);
  if (!asked.answer.problem.empty()) {
    server.problems.push_back(asked.answer.problem);
  }
  for (std::string& line : asked.answer.words) {
    line = without_secrets(std::move(line), server);
  }
  return asked;
}

exit_code run_doctor(const arguments& args) {
  const auto name = args.value(run_option);
  if (!name && (args.has(timeout_option) || args.has(tokenizer_option))) {
    return misused(std::string("--") +
                       (args.has(timeout_option) ? "timeout" : "tokenizer") +
                       " works only with --run",
                   "doctor");
  }
  survey found = look_around(args.value(of_client_option).value_or(""));
  std::optional<asked_server> asked;
  if (name) {
    exit_code status = exit_code::ok;
    const auto tokenizer = open_tokenizer(args, status);
    if (!tokenizer) return status;
    const std::string mistake = keep_only(found, *name);
    if (!mistake.empty()) return misused(mistake, "doctor");
    asked = ask(found, args, *tokenizer);
  }
  const asked_server* const with = asked ? &*asked : nullptr;
  const exit_code printed =
      args.has(json_option)
          ? print(args, "pith doctor", report_json(found, with))
          : print(args, report_text(found, with));
  if (printed != exit_code::ok) return printed;
  return found.problem_count() == 0 ? exit_code::ok : exit_code::bad_input;
}

constexpr example doctor_examples[] = {
    {"pith doctor", "what is on this machine"},
    {"pith doctor --run memory", "what the tool list of a server costs"},
};

}  // namespace

constexpr command doctor_command{
    .name = "doctor",
    .summary = "check the MCP clients of this machine and their servers",
    .operands = "",
    .description =
        "Lists the configuration files of MCP clients, for the user and for "
        "the current directory, with their servers: which pith wraps and how, "
        "and what is wrong, such as a command that is not on PATH, a file that "
        "is not valid, a server that is wrapped twice or by another version, "
        "or secrets that every user can read. The exit code is 1 if something "
        "is wrong.\n"
        "\n"
        "Nothing is changed, and nothing is started without --run. Values of "
        "environment variables and headers are never shown.",
    .options = doctor_options,
    .examples = doctor_examples,
    .max_operands = 0,
    .run = run_doctor};

}  // namespace cli
