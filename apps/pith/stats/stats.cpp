// SPDX-License-Identifier: MIT
#include <pith/json.hpp>

#include "console/diagnostics.hpp"
#include "line/commands.hpp"
#include "line/shared_options.hpp"
#include "mcp/net/client/http_get.hpp"
#include "stats/stats_table.hpp"
#include "terminal/terminal.hpp"
#include "work/run.hpp"

#include <algorithm>
#include <utility>

namespace cli {

namespace {

constexpr std::string_view default_url = "http://127.0.0.1:4100";

constexpr option token_option{.name = "token",
                              .value = "TOKEN",
                              .help =
                                  "the bearer token for the gateway; visible "
                                  "in the process list, so prefer PITH_TOKEN"};

/// The gateway, its page of statistics and the numbers are all asked for.
std::string path_of_stats(std::string path) {
  constexpr std::string_view name = "/stats.json";
  if (path.ends_with(name)) return path;
  while (path.ends_with('/')) path.pop_back();
  if (path.ends_with("/stats")) path.resize(path.size() - 6);
  return path.append(name);
}

bool is_token(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c > ' ' && c < '\x7f'; });
}

exit_code say_no_answer(const std::string& url,
                        const pith::mcp::http_document& answer) {
  std::string words = "pith: cannot read statistics of " + printable(url);
  if (answer.status == 401) {
    words += ": it requires a token; set PITH_TOKEN";
  } else if (answer.status == 403) {
    words += ": it refuses this host or origin; see auth.hosts in pith.toml";
  } else if (!answer.failure.empty()) {
    words += ": " + answer.failure;
  } else {
    words += ": it answers with status " + std::to_string(answer.status);
  }
  say(words + '\n');
  return exit_code::io;
}

exit_code run_stats(const arguments& args) {
  const std::string url = args.operands().empty() ? std::string(default_url)
                                                  : args.operands().front();
  auto place = pith::mcp::parse_url(url);
  if (!place || place->target.find('?') != std::string::npos) {
    return misused("'" + url + "' is not a URL of the form http://HOST:PORT",
                   "stats");
  }
  place->target = path_of_stats(std::move(place->target));
  const std::string token{
      args.value(token_option).value_or(environment("PITH_TOKEN"))};
  if (!is_token(token)) {
    return misused(
        "the token contains characters that are not allowed; check PITH_TOKEN "
        "or --token",
        "stats");
  }
  pith::mcp::http_fields fields{{"Accept", "application/json"}};
  if (!token.empty()) fields.add("Authorization", "Bearer " + token);
  const auto answer = pith::mcp::http_get(*place, std::move(fields));
  if (answer.status != 200 || !answer.failure.empty()) {
    return say_no_answer(url, answer);
  }
  const auto stats = pith::json::parse(answer.body);
  if (!stats) return refuse({url, answer.body}, stats.error());
  if (args.has(json_option)) return print(args, answer.body + '\n');
  const auto table = stats_table(stats->root());
  if (!table) {
    say("pith: " + printable(url) +
        " is not a pith gateway: it has no statistics\n");
    return exit_code::bad_input;
  }
  return print(args, *table);
}

constexpr option stats_options[] = {json_option, token_option, output_option};
constexpr example stats_examples[] = {
    {"pith stats", "show the savings of the gateway on this machine"},
    {"pith stats http://10.0.0.7:4100 --json",
     "print those of another gateway as JSON"}};

}  // namespace

constexpr command stats_command{
    .name = "stats",
    .summary = "show the savings of a running gateway",
    .operands = "[URL]",
    .description =
        "Prints the statistics of a running gateway (by default, "
        "http://127.0.0.1:4100) as a table: calls, tokens before and after, "
        "and the saving, for each tool; then tool lists, why results were not "
        "changed, and the added time.\n"
        "\n"
        "If the gateway requires a token, set the environment variable "
        "PITH_TOKEN. For an https URL, pith trusts the certificate authorities "
        "of the system; to trust others, set SSL_CERT_FILE.",
    .options = stats_options,
    .examples = stats_examples,
    .operand_kind = word_kind::text,
    .run = run_stats};

}  // namespace cli
