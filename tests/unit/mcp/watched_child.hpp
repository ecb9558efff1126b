// SPDX-License-Identifier: MIT
/// @file
/// A child process and all that it said, for tests.
#ifndef PITH_TESTS_UNIT_MCP_WATCHED_CHILD_HPP
#define PITH_TESTS_UNIT_MCP_WATCHED_CHILD_HPP

#include "mcp/process/child_process.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <csignal>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith_tests {

using namespace std::chrono_literals;
using pith::mcp::child_command;
using pith::mcp::child_end;
using pith::mcp::child_process;
using strings = std::vector<std::string>;

inline child_command shell(std::string script) {
  child_command command;
  command.words = {"sh", "-c", std::move(script)};
  command.patience = 200ms;
  return command;
}

inline child_command python(std::string script) {
  child_command command;
  command.words = {"python3", "-c", std::move(script)};
  command.patience = 200ms;
  return command;
}

inline std::size_t open_descriptors() {
  std::size_t n = 0;
  DIR* all = ::opendir("/proc/self/fd");
  while (::readdir(all) != nullptr) ++n;
  ::closedir(all);
  return n;
}

inline bool is_alive(int pid) { return ::kill(pid, 0) == 0; }

/// Gone within a while: a killed process takes a moment.
inline bool is_gone(int pid) {
  for (int tries = 0; tries < 300; ++tries) {
    if (!is_alive(pid)) return true;
    // A grandchild in a container without an init may stay as a zombie.
    std::string stat(256, '\0');
    const std::string name = "/proc/" + std::to_string(pid) + "/stat";
    const int file = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
      const auto n = ::read(file, stat.data(), stat.size());
      ::close(file);
      stat.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
      if (stat.find(") Z ") != std::string::npos) return true;
    }
    ::usleep(10'000);
  }
  return false;
}

/// A child and all that it said.
struct watched {
  explicit watched(const child_command& command) {
    ::signal(SIGPIPE, SIG_IGN);
    child = child_process::start(
        io, command,
        {.on_line =
             [this](std::string_view line) {
               lines.emplace_back(line);
               if (on_line) on_line(line);
             },
         .on_words = [this](std::string_view w) { words.emplace_back(w); },
         .on_end =
             [this](const child_end& how) {
               ++ends;
               end = how;
             }},
        problem);
  }

  /// Until it ended; false when that takes too long.
  bool run(std::chrono::milliseconds most = 60s) {
    const auto until = std::chrono::steady_clock::now() + most;
    while (!end && std::chrono::steady_clock::now() < until) {
      io.restart();
      io.run_for(20ms);
    }
    return end.has_value();
  }
  bool run_until(const std::function<bool()>& done) {
    const auto until = std::chrono::steady_clock::now() + 60s;
    while (!done() && std::chrono::steady_clock::now() < until) {
      io.restart();
      io.run_for(10ms);
    }
    return done();
  }

  boost::asio::io_context io;
  std::shared_ptr<child_process> child;
  std::string problem;
  std::vector<std::string> lines;
  std::vector<std::string> words;
  std::function<void(std::string_view)> on_line;
  std::optional<child_end> end;
  int ends = 0;
};

}  // namespace pith_tests

#endif  // PITH_TESTS_UNIT_MCP_WATCHED_CHILD_HPP
