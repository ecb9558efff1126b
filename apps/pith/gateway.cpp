// SPDX-License-Identifier: MIT
#include "mcp/gateway.hpp"

#include "commands.hpp"
#include "diagnostics.hpp"
#include "run.hpp"

#include <pthread.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>

namespace cli {

namespace {

namespace mcp = pith::mcp;

constexpr option config_option{
    .name = "config",
    .value = "FILE",
    .help = "what to serve; pith.toml by default (docs/gateway-configuration)",
    .letter = 'c',
    .kind = word_kind::file};
constexpr option only_check_option{
    .name = "check", .help = "read the configuration, say what is wrong, end"};
constexpr option insecure_option{
    .name = "insecure",
    .help =
        "listen on an address that others reach without asking for "
        "tokens"};
constexpr option gateway_options[] = {config_option, only_check_option,
                                      insecure_option};

/// Whether others reach an address that asks nobody for a token.
bool is_exposed(const mcp::configuration& config, std::string_view address) {
  return !mcp::is_loopback(address) && config.tokens.empty();
}

/// Reads a configuration; says what is wrong with it. `listening` is the
/// address that stays, whatever the file says; empty: none.
std::optional<mcp::configuration> read_config(const std::string& file,
                                              bool is_insecure,
                                              std::string_view listening,
                                              exit_code& status) {
  const auto in = open_input(file);
  if (!in) {
    status = exit_code::io;
    return std::nullopt;
  }
  const auto directory = std::filesystem::path(file).parent_path().string();
  mcp::configuration_result read = mcp::read_configuration(in->text, directory);
  for (const mcp::configuration_error& wrong : read.errors) {
    std::string line = in->name;
    if (wrong.line != 0) {
      line +=
          ':' + std::to_string(wrong.line) + ':' + std::to_string(wrong.column);
    }
    say(line + ": error: " + printable(wrong.what) + '\n');
  }
  status = exit_code::bad_input;
  if (!read.value) return std::nullopt;
  std::string_view address = read.value->address;
  if (!listening.empty() && is_exposed(*read.value, listening)) {
    address = listening;
  }
  if (is_exposed(*read.value, address) && !is_insecure) {
    say(in->name + ": error: " + std::string(address) +
        " can be reached from elsewhere: set [auth] tokens, or give "
        "--insecure\n");
    return std::nullopt;
  }
  return std::move(read.value);
}

std::string url_of(const mcp::configuration& config, unsigned short port) {
  const bool is_v6 = config.address.find(':') != std::string::npos;
  const std::string host = is_v6 ? '[' + config.address + ']' : config.address;
  return (config.certificate_file.empty() ? "http://" : "https://") + host +
         ':' + std::to_string(port);
}

/// SIGHUP reads the configuration again; SIGTERM and SIGINT end.
void serve(mcp::gateway& running, const sigset_t& signals,
           const std::string& file, bool is_insecure,
           std::string_view listening) {
  for (;;) {
    int signal = 0;
    if (sigwait(&signals, &signal) != 0) continue;
    if (signal != SIGHUP) return;
    exit_code status = exit_code::ok;
    auto again = read_config(file, is_insecure, listening, status);
    if (!again) {
      say("pith: the old configuration stays\n");
      continue;
    }
    const std::string stays = running.reload(std::move(*again));
    say("pith: the configuration was read again\n");
    if (!stays.empty()) say("pith: not without a restart: " + stays + '\n');
  }
}

exit_code run_gateway(const arguments& args) {
  const std::string file(args.value(config_option).value_or("pith.toml"));
  const bool is_insecure = args.has(insecure_option);
  exit_code status = exit_code::ok;
  auto config = read_config(file, is_insecure, {}, status);
  if (!config) return status;
  if (args.has(only_check_option)) {
    say("pith: " + printable(file) + " is in order\n");
    return exit_code::ok;
  }
  // Threads inherit the mask, so that signals come to sigwait() alone.
  std::signal(SIGPIPE, SIG_IGN);
  sigset_t signals;
  sigemptyset(&signals);
  for (const int one : {SIGHUP, SIGTERM, SIGINT}) sigaddset(&signals, one);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);

  const auto level = mcp::find_log_level(config->log_level);
  auto log = mcp::gateway_log::make(level.value_or(mcp::log_level::info),
                                    config->log_file);
  if (!log.log) {
    say("pith: " + log.failure + '\n');
    return exit_code::io;
  }
  std::string problem;
  const mcp::configuration served = *config;
  const auto running =
      mcp::gateway::start(std::move(*config), *log.log, problem);
  if (!running) {
    say("pith: " + printable(problem) + '\n');
    return exit_code::io;
  }
  say("pith: listening on " + url_of(served, running->port()) + '\n');
  serve(*running, signals, file, is_insecure, served.address);
  running->stop();
  return exit_code::ok;
}

constexpr example gateway_examples[] = {
    {"pith gateway --config pith.toml", "serve what the file says"},
    {"pith gateway --check", "is pith.toml in order?"}};

}  // namespace

const command gateway_command{
    .name = "gateway",
    .summary = "serve MCP servers over HTTP, with answers in fewer tokens",
    .operands = "",
    .description =
        "Serves the servers of a configuration over Streamable HTTP, each at "
        "/NAME/mcp, and rewrites their answers as pith proxy does. A server is "
        "a URL, or a command that is started for each session.\n"
        "\n"
        "SIGHUP reads the configuration again without dropping a request; "
        "SIGTERM ends when what is under way has ended. /metrics has numbers "
        "for Prometheus, / a page with charts, /healthz and /readyz tell "
        "whether it lives and serves.",
    .options = gateway_options,
    .examples = gateway_examples,
    .most_operands = 0,
    .run = run_gateway};

}  // namespace cli
