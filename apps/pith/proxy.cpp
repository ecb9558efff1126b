// SPDX-License-Identifier: MIT
#include <pith/tokens.hpp>

#include "console/diagnostics.hpp"
#include "install/config_errors.hpp"
#include "install/launcher.hpp"
#include "install/own_path.hpp"
#include "install/proxy_install.hpp"
#include "install/proxy_options.hpp"
#include "line/commands.hpp"
#include "mcp/config/configuration.hpp"
#include "mcp/config/configured_header.hpp"
#include "mcp/link/child_link.hpp"
#include "mcp/link/http_link.hpp"
#include "mcp/proxy/merged_proxy.hpp"
#include "mcp/proxy/stdio_proxy.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/state/memory_store.hpp"
#include "system/process_start.hpp"
#include "terminal/layout.hpp"
#include "work/run.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

namespace cli {

namespace {

namespace mcp = pith::mcp;

/// What was saved, from the counts of all calls.
std::string summary_of(const mcp::gateway_metrics& metrics) {
  const auto totals = metrics.totals();
  std::string line = "pith: " + counted(totals.calls, "call") + ", " +
                     grouped(totals.tokens_before) + " tokens before, " +
                     grouped(totals.tokens_after) + " after\n";
  return line;
}

/// Reads "Name: value"; `mistake` says what is wrong with it.
void read_header(std::string_view word, mcp::http_fields& into,
                 std::string& mistake) {
  const std::size_t colon = word.find(':');
  if (colon == 0 || colon == word.npos) {
    mistake = "--header takes 'NAME: VALUE'";
    return;
  }
  std::string_view text = word.substr(colon + 1);
  while (text.starts_with(' ')) text.remove_prefix(1);
  const std::string name(word.substr(0, colon));
  const std::string wrong = mcp::check_header_name(name);
  mcp::configured_text value = mcp::read_header_value(name, text);
  if (!wrong.empty() || !value.text) {
    mistake = "--header: " + (wrong.empty() ? value.problem : wrong);
    return;
  }
  into.add(name, std::move(*value.text));
}

std::string no_tokenizer(const std::string& name) {
  return "unknown tokenizer '" + name + "'";
}

/// The client has the values of its profile: the merged file names it.
std::string mistake_of_install_merge(const arguments& args) {
  for (const std::string& word : rewrite_words(args)) {
    if (word.starts_with("--client=")) continue;
    return word.substr(0, word.find('=')) +
           " and --merge cannot be combined; set it in the file that --merge "
           "writes";
  }
  return {};
}

/// What is wrong with the words of install; empty when nothing is. Options that
/// pith proxy refuses would keep every wrapped server from starting.
std::string mistake_of_install(const arguments& args) {
  if (args.operands().size() > 1) {
    return "unexpected argument after install: '" + args.operands()[1] + "'";
  }
  for (const option* o : {&url_option, &header_option, &summary_option,
                          &merged_config_option, &endpoint_option}) {
    if (args.has(*o)) return "install takes no --" + std::string(o->name);
  }
  if (!args.has(client_option)) return "install needs --client";
  if (args.has(merge_option)) return mistake_of_install_merge(args);
  const proxy_settings settings = read_proxy_settings(args);
  if (!settings.mistake.empty()) return settings.mistake;
  const std::string& tokenizer = settings.policy.tokenizer;
  return pith::load_tokenizer(tokenizer) ? "" : no_tokenizer(tokenizer);
}

/// After `--` it is the name of a program.
bool is_install(const arguments& args) {
  const auto words = args.operands();
  return words.size() > args.literal_operands().size() &&
         words.front() == "install";
}

exit_code install(const arguments& args) {
  const std::string mistake = mistake_of_install(args);
  if (!mistake.empty()) return misused(mistake, "proxy");
  install_request wanted;
  wanted.client = args.value(client_option).value_or("");
  wanted.file = args.value(file_option).value_or("");
  for (const std::string_view name : args.values(server_option)) {
    wanted.servers.emplace_back(name);
  }
  wanted.dry_run = args.has(dry_run_option);
  wanted.yes = args.has(yes_option);
  wanted.undo = args.has(undo_option);
  wanted.merge = args.has(merge_option);
  std::optional<launcher_kind> kind;
  if (const auto word = args.value(launcher_option)) {
    kind = static_cast<launcher_kind>(index_of(*word, launcher_names));
  }
  launcher chosen = choose_launcher(kind, read_launcher_signs(), own_path());
  // Taking pith away again writes no launcher.
  if (!chosen.problem.empty() && !wanted.undo) {
    return misused(chosen.problem, "proxy");
  }
  if (chosen.problem.empty()) wanted.pith = std::move(chosen.command);
  wanted.launcher_words = std::move(chosen.words);
  wanted.options = rewrite_words(args);
  return install_proxy(wanted);
}

/// How the server is reached; `mistake` says what is wrong with the words.
mcp::stdio_proxy::linker linker_of(const arguments& args,
                                   boost::asio::io_context& io,
                                   std::string& mistake) {
  const auto url = args.value(url_option);
  if (!url) {
    mcp::child_command command;
    command.words.assign(args.operands().begin(), args.operands().end());
    for (const std::string_view name : args.values(pass_env_option)) {
      command.pass_environment.emplace_back(name);
    }
    if (command.words.empty())
      mistake = "missing server: add -- COMMAND, or --url URL";
    return
        [&io, command](mcp::server_link::handlers what, std::string& problem) {
          return mcp::start_child_link(io, command, std::move(what), problem);
        };
  }
  if (!args.operands().empty())
    mistake = "--url and a command cannot be combined";
  mcp::http_link_options options;
  options.url = *url;
  for (const std::string_view word : args.values(header_option)) {
    read_header(word, options.headers, mistake);
  }
  return [&io, options](mcp::server_link::handlers what, std::string& problem) {
    return mcp::start_http_link(io, options, std::move(what), problem);
  };
}

/// What makes no sense beside --config, and without it.
std::string mistake_of_config(const arguments& args) {
  if (!args.has(merged_config_option)) {
    return args.has(endpoint_option) ? "--endpoint needs --config" : "";
  }
  if (!args.operands().empty()) {
    return "--config and a command cannot be combined";
  }
  if (args.has(url_option)) return "--config and --url cannot be combined";
  return mistake_of_merging(args, "--config");
}

/// What makes no sense without install, or with the other kind of server.
std::string mistake_of_proxy(const arguments& args) {
  for (const option* o :
       {&file_option, &server_option, &dry_run_option, &yes_option,
        &undo_option, &launcher_option, &merge_option}) {
    if (args.has(*o))
      return "--" + std::string(o->name) + " works only with install";
  }
  if (std::string mistake = mistake_of_config(args); !mistake.empty()) {
    return mistake;
  }
  const bool is_url = args.has(url_option);
  if (!is_url && args.has(header_option)) return "--header needs --url";
  if (is_url && args.has(pass_env_option)) {
    return "--pass-env works only with a command";
  }
  return {};
}

/// What is wrong with --endpoint; empty when nothing is.
std::string mistake_of_endpoint(const mcp::configuration& config,
                                std::string_view name) {
  if (name.empty() || config.find_endpoint(name) != nullptr) return {};
  std::vector<std::string_view> known;
  known.reserve(config.endpoints.size());
  for (const mcp::endpoint_config& one : config.endpoints) {
    known.push_back(one.name);
  }
  return "there is no [endpoint." + std::string(name) +
         "] in the configuration" + suggestion(name, known);
}

/// The servers of a configuration as one.
exit_code run_config(const arguments& args, const std::string& file) {
  const auto in = open_input(file);
  if (!in) return exit_code::io;
  mcp::configuration_result read = mcp::read_configuration(
      in->text, std::filesystem::path(file).parent_path().string());
  if (!read.value) {
    say_config_errors(in->name, read.errors);
    return exit_code::bad_input;
  }
  const std::string endpoint{args.value(endpoint_option).value_or("")};
  const std::string mistake = mistake_of_endpoint(*read.value, endpoint);
  if (!mistake.empty()) return misused(mistake, "proxy");
  read_client_words(args, read.value->client);
  ignore_broken_pipes();  // a write that fails is seen where it fails
  mcp::gateway_metrics metrics;
  const int code = mcp::run_merged_proxy(
      *read.value, endpoint,
      {.metrics = &metrics,
       .say = [](std::string_view line) { say(std::string(line) + '\n'); }});
  if (args.has(summary_option)) say(summary_of(metrics));
  return static_cast<exit_code>(code);
}

exit_code run_proxy(const arguments& args) {
  if (is_install(args)) return install(args);
  proxy_settings settings = read_proxy_settings(args);
  if (settings.mistake.empty()) settings.mistake = mistake_of_proxy(args);
  if (!settings.mistake.empty()) return misused(settings.mistake, "proxy");
  if (const auto file = args.value(merged_config_option)) {
    return run_config(args, std::string(*file));
  }
  boost::asio::io_context io{1};
  const auto link = linker_of(args, io, settings.mistake);
  if (!settings.mistake.empty()) return misused(settings.mistake, "proxy");

  mcp::memory_store pages;
  mcp::gateway_metrics metrics;
  auto server = std::make_shared<mcp::server_state>();
  server->name = "server";
  server->policy = std::move(settings.policy);
  server->pages = &pages;
  server->metrics = &metrics;
  const auto interpreter = mcp::message_interpreter::make(server);
  if (!interpreter)
    return misused(no_tokenizer(server->policy.tokenizer), "proxy");
  ignore_broken_pipes();  // a write that fails is seen where it fails
  mcp::stdio_proxy::options wanted;
  wanted.who.client = settings.client;
  wanted.say = [](std::string_view line) { say(std::string(line) + '\n'); };
  mcp::stdio_proxy proxy{io, *interpreter, std::move(wanted)};
  const int code = proxy.run(link);
  if (args.has(summary_option)) say(summary_of(metrics));
  return static_cast<exit_code>(code);
}

constexpr example proxy_examples[] = {
    {"pith proxy -- npx -y @modelcontextprotocol/server-memory",
     "wrap a server that a client starts"},
    {"pith proxy --client codex -- uvx some-server",
     "for a client that pith has a profile for"},
    {"pith proxy --url https://example.com/mcp",
     "connect a client that speaks only stdio to a remote server"},
    {"pith proxy --config pith.toml --endpoint desk",
     "offer several servers as one"},
    {"pith proxy --config pith.toml", "offer several servers as one"},
    {"pith proxy install --client claude-code",
     "wrap the servers in a client's configuration"},
    {"pith proxy install --client cursor --merge",
     "offer all servers of a client as one"},
};

}  // namespace

const command proxy_command{
    .name = "proxy",
    .summary = "wrap an MCP server so that its answers cost fewer tokens",
    .operands = "[--] COMMAND [WORD]... | --config FILE | install",
    .description =
        "Starts COMMAND, an MCP server on standard input and output, and takes "
        "its place. pith forwards the client's messages and the server's "
        "answers unchanged, with two exceptions: if the data of a tool result "
        "cost fewer tokens in another lossless form, pith sends that form, and "
        "it removes schemas that no longer apply from tool lists. No answer "
        "becomes larger.\n"
        "\n"
        "The server runs without a shell, in its own process group, with only "
        "the usual environment variables and those of --pass-env. It ends when "
        "the client ends.\n"
        "\n"
        "With --config, pith offers all servers of a configuration, or those "
        "of one of its endpoints, as one server: each tool under its name "
        "after the prefix of its server. The configuration says how each is "
        "started and rewritten.\n"
        "\n"
        "pith proxy install edits the configuration of a client so that its "
        "servers are wrapped. It shows the difference, asks for confirmation, "
        "and keeps a backup. The entry starts pith the way you did: by its "
        "path, or by npx or uvx. With --merge, one entry takes the place of "
        "all servers.",
    .options = proxy_options(),
    .examples = proxy_examples,
    .max_operands = static_cast<std::size_t>(-1),
    .operand_kind = word_kind::text,
    .run = run_proxy};

}  // namespace cli
