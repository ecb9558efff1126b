// SPDX-License-Identifier: MIT
/// @file
/// A Redis server for one test, and a client that does with it what operators
/// and accidents do.
#ifndef PITH_TESTS_UNIT_MCP_REDIS_BENCH_HPP
#define PITH_TESTS_UNIT_MCP_REDIS_BENCH_HPP

#include "mcp/redis/client.hpp"

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace pith_tests {

using std::chrono::milliseconds;

inline bool has_redis_server() {
  return std::filesystem::exists("/usr/bin/redis-server");
}

/// A port that nobody listens on.
inline unsigned short free_port() {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof at;
  ::bind(fd, reinterpret_cast<sockaddr*>(&at), size);
  ::getsockname(fd, reinterpret_cast<sockaddr*>(&at), &size);
  ::close(fd);
  return ntohs(at.sin_port);
}

template <typename Condition>
bool comes_true(Condition condition, milliseconds within = milliseconds{8000}) {
  const auto end = std::chrono::steady_clock::now() + within;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(milliseconds{5});
  }
  return true;
}

/// One server on a free port and a Unix socket, gone with the object.
class redis_bench {
 public:
  explicit redis_bench(std::vector<std::string> more = {})
      : more_(std::move(more)), port_(free_port()) {
    char pattern[] = "/tmp/pith-redis-XXXXXX";
    folder_ = ::mkdtemp(pattern);
    start();
  }
  ~redis_bench() {
    kill();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  redis_bench(const redis_bench&) = delete;
  redis_bench& operator=(const redis_bench&) = delete;

  void start() {
    std::vector<std::string> words{"redis-server",
                                   "--port",
                                   std::to_string(port_),
                                   "--bind",
                                   "127.0.0.1",
                                   "--unixsocket",
                                   socket(),
                                   "--dir",
                                   folder_,
                                   "--save",
                                   "",
                                   "--appendonly",
                                   "no",
                                   "--logfile",
                                   folder_ + "/log",
                                   "--loglevel",
                                   "warning",
                                   "--enable-debug-command",
                                   "local",
                                   "--repl-diskless-sync-delay",
                                   "0"};
    words.insert(words.end(), more_.begin(), more_.end());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ == 0) {
      // However the test ends.
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      ::execv("/usr/bin/redis-server", arguments.data());
      ::_exit(127);
    }
    // A socket of an earlier life may still lie there.
    EXPECT_TRUE(comes_true([this] { return is_listening(); }));
  }
  void kill() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }
  void stop() const { ::kill(pid_, SIGSTOP); }
  void go_on() const { ::kill(pid_, SIGCONT); }

  [[nodiscard]] unsigned short port() const noexcept { return port_; }
  [[nodiscard]] std::string socket() const { return folder_ + "/socket"; }
  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }
  [[nodiscard]] pith::mcp::redis_address address() const {
    return {.tls = false,
            .host = "127.0.0.1",
            .port = std::to_string(port_),
            .path = {}};
  }
  [[nodiscard]] pith::mcp::redis_address local() const {
    return {.tls = false, .host = {}, .port = {}, .path = socket()};
  }

 private:
  [[nodiscard]] bool is_listening() const {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(port_);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool is =
        ::connect(fd, reinterpret_cast<sockaddr*>(&at), sizeof at) == 0;
    ::close(fd);
    return is;
  }

  std::vector<std::string> more_;
  unsigned short port_;
  std::string folder_;
  pid_t pid_ = 0;
};

/// With so much time that only a server that is gone is late.
inline pith::mcp::redis_client::options patient(
    std::vector<pith::mcp::redis_address> servers) {
  pith::mcp::redis_client::options wanted;
  wanted.servers = std::move(servers);
  wanted.timeout = milliseconds{2000};
  return wanted;
}

inline std::unique_ptr<pith::mcp::redis_client> client_of(
    pith::mcp::redis_client::options wanted,
    milliseconds patience = milliseconds{5000}) {
  std::string problem;
  auto made =
      pith::mcp::redis_client::start(std::move(wanted), patience, problem);
  EXPECT_EQ(problem, "");
  return made;
}

/// Runs a command whose first key is its second word.
inline pith::mcp::redis_result say(pith::mcp::redis_client& client,
                                   std::vector<std::string> words) {
  std::string key = words.size() > 1 ? words[1] : "";
  return client.wait(
      {.words = std::move(words), .script = nullptr, .key = std::move(key)});
}

}  // namespace pith_tests

#endif  // PITH_TESTS_UNIT_MCP_REDIS_BENCH_HPP
