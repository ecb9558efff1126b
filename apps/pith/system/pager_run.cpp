// SPDX-License-Identifier: MIT
#include "system/pager_run.hpp"

#include "mcp/system/environment_list.hpp"
#include "mcp/system/spawn_support.hpp"
#include "system/descriptors.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

namespace cli {

namespace {

/// Signals that the pager alone answers while it runs: a reader that leaves
/// early, and Ctrl-C, with which people stop a search in `less`.
class quiet_signals {
 public:
  quiet_signals() {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    for (std::size_t i = 0; i < which.size(); ++i) {
      ::sigaction(which[i], &ignore, &before_[i]);
    }
  }
  quiet_signals(const quiet_signals&) = delete;
  quiet_signals& operator=(const quiet_signals&) = delete;
  ~quiet_signals() {
    for (std::size_t i = 0; i < which.size(); ++i) {
      ::sigaction(which[i], &before_[i], nullptr);
    }
  }

  static constexpr std::array<int, 3> which = {SIGPIPE, SIGINT, SIGQUIT};

 private:
  std::array<struct sigaction, which.size()> before_{};
};

/// The program and its words.
std::vector<std::string> words_of(std::string_view command) {
  constexpr std::string_view special = "|&;<>()$`\\\"'*?[]#~=%{}!\n\t";
  if (command.find_first_of(special) != std::string_view::npos) {
    return {"sh", "-c", std::string(command)};
  }
  std::vector<std::string> words;
  while (!command.empty()) {
    const std::size_t end = std::min(command.find(' '), command.size());
    if (end > 0) words.emplace_back(command.substr(0, end));
    command.remove_prefix(std::min(end + 1, command.size()));
  }
  return words;
}

/// Starts a program that reads from `input`. 0 when it cannot be started.
pid_t start(std::vector<std::string>& words, int input) {
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  // What this process ignores for a while is not for the pager to inherit.
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t usual;
  sigemptyset(&usual);
  for (const int signal : quiet_signals::which) sigaddset(&usual, signal);
  ::posix_spawnattr_setsigdefault(&attributes, &usual);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t child = 0;
  const int failure =
      ::posix_spawnp(&child, argv[0], &actions, &attributes, argv.data(),
                     pith::mcp::environment_list());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return failure == 0 ? child : 0;
}

}  // namespace

std::string_view usual_pager() { return "less -FRX"; }

bool run_pager(std::string_view command, std::string_view text) {
  std::vector<std::string> words = words_of(command);
  if (words.empty()) return false;
  // For a plain `less` in $PAGER: without -R it shows colours as escapes.
  // NOLINTNEXTLINE(concurrency-mt-unsafe): one thread
  ::setenv("LESS", "FRX", 0);
  int ends[2] = {-1, -1};
  if (!pith::mcp::open_private_pipe(ends)) return false;
  const quiet_signals quiet;
  const pid_t child = start(words, ends[0]);
  ::close(ends[0]);
  if (child == 0) {
    ::close(ends[1]);
    return false;
  }
  while (!text.empty()) {
    const std::ptrdiff_t put = write_some(ends[1], text.data(), text.size());
    if (put < 0) break;  // it was left before the end
    text.remove_prefix(static_cast<std::size_t>(put));
  }
  ::close(ends[1]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  constexpr int not_found = 127;  // how a shell says it
  return !(WIFEXITED(status) && WEXITSTATUS(status) == not_found);
}

}  // namespace cli
