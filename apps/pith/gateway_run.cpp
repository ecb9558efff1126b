// SPDX-License-Identifier: MIT
#include "gateway_run.hpp"

#include <pith/limits.hpp>

#include "console/diagnostics.hpp"
#include "install/config_errors.hpp"
#include "mcp/gateway/gateway.hpp"
#include "mcp/process/child_spawn.hpp"
#include "mcp/system/service_notice.hpp"
#include "work/run.hpp"

#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace cli {

namespace {

namespace mcp = pith::mcp;

/// Whether others reach an address that asks nobody for a token.
bool is_exposed(const mcp::configuration& config, std::string_view address) {
  return !mcp::is_loopback(address) && !config.asks_who();
}

/// What is wrong with a configuration.
using problem_list = std::vector<mcp::configuration_error>;

/// Reads a configuration, or says why not in `problems`. `listening` is the
/// address that stays, whatever the file says; empty: none.
std::optional<mcp::configuration> read_config(const input& in,
                                              const std::string& file,
                                              bool is_insecure,
                                              std::string_view listening,
                                              problem_list& problems) {
  if (in.failure != 0) {
    problems.push_back({.what = std::string("cannot be read: ") +
                                std::generic_category().message(in.failure)});
    return std::nullopt;
  }
  const auto directory = std::filesystem::path(file).parent_path().string();
  mcp::configuration_result read = mcp::read_configuration(in.text, directory);
  problems = std::move(read.errors);
  if (!read.value) return std::nullopt;
  std::string_view address = read.value->address;
  if (!listening.empty() && is_exposed(*read.value, listening)) {
    address = listening;
  }
  if (is_exposed(*read.value, address) && !is_insecure) {
    problems.push_back(
        {.what = std::string(address) +
                 " can be reached from other machines: set "
                 "[auth] tokens or [auth.oauth], or pass --insecure"});
    return std::nullopt;
  }
  return std::move(read.value);
}

/// The same at the start, when there are only people to tell.
std::optional<mcp::configuration> read_first(const std::string& file,
                                             bool is_insecure,
                                             exit_code& status) {
  const auto in = open_input(file);
  if (!in) {
    status = exit_code::io;
    return std::nullopt;
  }
  problem_list problems;
  auto config = read_config(*in, file, is_insecure, {}, problems);
  say_config_errors(in->name, problems);
  if (!config) status = exit_code::bad_input;
  return config;
}

std::string url_of(const mcp::configuration& config, unsigned short port) {
  if (!config.socket.empty()) return "unix:" + config.socket;
  const bool is_v6 = config.address.find(':') != std::string::npos;
  const std::string host = is_v6 ? '[' + config.address + ']' : config.address;
  return (config.certificate_file.empty() ? "http://" : "https://") + host +
         ':' + std::to_string(port);
}

/// Where the service manager listens; empty: there is none.
std::string service_manager() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody changes the environment
  const char* const socket = std::getenv("NOTIFY_SOCKET");
  return socket == nullptr ? std::string() : std::string(socket);
}

/// Whether a blocked signal that asks for an end has come; takes it.
bool is_told_to_end() {
  sigset_t come;
  sigset_t ends;
  sigemptyset(&come);
  sigemptyset(&ends);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGINT);
  if (sigpending(&come) != 0) return false;
  if (sigismember(&come, SIGTERM) != 1 && sigismember(&come, SIGINT) != 1) {
    return false;
  }
  int signal = 0;
  return sigwait(&ends, &signal) == 0;
}

/// A gateway that runs, and whom it tells what happens to it.
class running_gateway {
 public:
  running_gateway(mcp::gateway& running, mcp::gateway_log& log,
                  const mcp::configuration& config, std::string file,
                  bool is_insecure)
      : running_(&running),
        log_(&log),
        file_(std::move(file)),
        address_(config.address),
        manager_(service_manager()),
        is_insecure_(is_insecure),
        // Lines for people would be garbage between lines of JSON.
        has_people_(!config.log_file.empty() || config.log_level == "off") {
    const std::string url = url_of(config, running.port());
    log_->note("listening", {{"url", url}});
    tell("listening on " + url);
    notify(mcp::service_notice::ready);
  }

  /// SIGHUP reads the configuration again; SIGTERM and SIGINT end.
  void serve(const sigset_t& signals) {
    for (;;) {
      int signal = 0;
      if (sigwait(&signals, &signal) != 0) continue;
      if (signal != SIGHUP) return;
      notify(mcp::service_notice::reloading);
      reload();
      notify(mcp::service_notice::ready);
    }
  }

  /// Ends when what is under way has ended, or at once when it is told again.
  void end() {
    notify(mcp::service_notice::stopping);
    std::atomic<bool> is_over{false};
    std::thread watch([this, &is_over] {
      // Not every system can wait for a signal and a time at once.
      while (!is_over) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        if (!is_told_to_end()) continue;
        running_->hurry();
        return;
      }
    });
    running_->stop();
    is_over = true;
    watch.join();
  }

 private:
  void tell(const std::string& what) const {
    if (has_people_) say("pith: " + printable(what) + '\n');
  }

  /// Whoever started it as a service; nobody, if it was not.
  void notify(mcp::service_notice what) const {
    mcp::tell_service_manager(manager_, what);
  }

  void reload() {
    // First, and whatever the configuration says: somebody may have moved the
    // log away.
    if (const std::string problem = log_->reopen(); !problem.empty()) {
      log_->error("log not reopened", {{"why", problem}});
      tell(problem);
    }
    input in = read_input(file_, pith::limits{}.max_bytes);
    if (in.text.size() > pith::limits{}.max_bytes) in.failure = EFBIG;
    problem_list problems;
    auto again = read_config(in, file_, is_insecure_, address_, problems);
    if (!again) {
      running_->note_refused_reload();
      refuse(problems);
      return;
    }
    const auto report = running_->reload(std::move(*again));
    if (!report.problem.empty()) {
      refuse({{.what = report.problem}});
      return;
    }
    tell("the configuration was reloaded");
    if (report.stays.empty()) return;
    log_->warn("needs a restart", {{"file", file_}, {"keys", report.stays}});
    tell("needs a restart: " + report.stays);
  }

  void refuse(const problem_list& problems) {
    for (const mcp::configuration_error& wrong : problems) {
      const std::string line =
          std::to_string(wrong.line) + ':' + std::to_string(wrong.column);
      log_->error("reload refused", {{"file", file_},
                                     {"line", wrong.line},
                                     {"column", wrong.column},
                                     {"what", wrong.what}});
      tell(file_ + (wrong.line == 0 ? "" : ':' + line) +
           ": error: " + wrong.what);
    }
    tell("the old configuration stays in effect");
  }

  mcp::gateway* running_;
  mcp::gateway_log* log_;
  std::string file_;
  std::string address_;
  std::string manager_;
  bool is_insecure_;
  bool has_people_;
};

/// What only the start of a child would show.
exit_code check_programs(const mcp::configuration& config,
                         const std::string& file) {
  exit_code status = exit_code::ok;
  for (const mcp::server_settings& server : config.servers) {
    if (!server.url.empty() || mcp::has_program(server.command)) continue;
    say(printable(file) + ": error: [server." + server.name +
        "] command: no program '" + printable(server.command.words.front()) +
        "' can be run: install it, or use its full path\n");
    status = exit_code::bad_input;
  }
  if (status == exit_code::ok) {
    say("pith: " + printable(file) + " is valid\n");
  }
  return status;
}

}  // namespace

exit_code run_gateway(const arguments& args) {
  const std::string file(
      args.value(gateway_config_option).value_or("pith.toml"));
  const bool is_insecure = args.has(gateway_insecure_option);
  exit_code status = exit_code::ok;
  auto config = read_first(file, is_insecure, status);
  if (!config) return status;
  if (args.has(gateway_check_option)) {
    return check_programs(*config, file);
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
  const mcp::configuration first = *config;
  const auto running =
      mcp::gateway::start(std::move(*config), *log.log, problem);
  if (!running) {
    say("pith: " + printable(problem) + '\n');
    return exit_code::io;
  }
  running_gateway served{*running, *log.log, first, file, is_insecure};
  served.serve(signals);
  served.end();
  return exit_code::ok;
}

}  // namespace cli
