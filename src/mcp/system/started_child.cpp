// SPDX-License-Identifier: MIT
#include "mcp/system/started_child.hpp"

#include "mcp/system/descriptor_limit.hpp"
#include "mcp/system/owned_descriptor.hpp"
#include "mcp/system/spawn_support.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace pith::mcp {

namespace {

namespace asio = boost::asio;
using error_code = boost::system::error_code;
using std::chrono::milliseconds;

// How often a child is looked at where the system cannot tell of its end: one
// whose end is near, and one that seems well. Most children close their streams
// by ending, so the second is for those whose own children hold them open.
constexpr milliseconds look_time{20};
constexpr milliseconds rare_look_time{500};

std::string said(int code) { return std::generic_category().message(code); }

struct pipe_ends {
  owned_descriptor read;
  owned_descriptor write;
};

// Above 2: where one of our own 0, 1, 2 is closed, a pipe could take its place
// and be overwritten by the next one in the child.
bool lift(owned_descriptor& end) {
  if (end.get() > 2) return true;
  end = owned_descriptor(::fcntl(end.get(), F_DUPFD_CLOEXEC, 3));
  return end.get() >= 0;
}

bool open_pipe(pipe_ends& out) {
  int ends[2] = {-1, -1};
  if (!open_private_pipe(ends)) return false;
  out.read = owned_descriptor(ends[0]);
  out.write = owned_descriptor(ends[1]);
  return lift(out.read) && lift(out.write);
}

// What posix_spawn() is told, freed in every case.
class spawn_plan {
 public:
  spawn_plan() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
  }
  ~spawn_plan() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  spawn_plan(const spawn_plan&) = delete;
  spawn_plan& operator=(const spawn_plan&) = delete;

  // 0, or an error number.
  int set_streams(int input, int output, int errors) {
    int code = ::posix_spawn_file_actions_adddup2(&actions_, input, 0);
    if (code == 0) {
      code = ::posix_spawn_file_actions_adddup2(&actions_, output, 1);
    }
    if (code == 0) {
      code = ::posix_spawn_file_actions_adddup2(&actions_, errors, 2);
    }
    return code != 0 ? code : prevent_inheritance(actions_, flags_);
  }

  int set_directory(const std::string& directory) {
    if (directory.empty()) return 0;
    return ::posix_spawn_file_actions_addchdir_np(&actions_, directory.c_str());
  }

  int set_signals() {
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    int code = ::posix_spawnattr_setsigmask(&attributes_, &none);
    if (code == 0) code = ::posix_spawnattr_setsigdefault(&attributes_, &all);
    if (code == 0) code = ::posix_spawnattr_setpgroup(&attributes_, 0);
    if (code == 0) {
      code = ::posix_spawnattr_setflags(&attributes_, flags_);
    }
    return code;
  }

  int start(int& pid, const std::vector<std::string>& words,
            const std::vector<std::string>& variables) {
    const std::vector<char*> argv = pointers(words);
    const std::vector<char*> envp = pointers(variables);
    return ::posix_spawnp(&pid, words.front().c_str(), &actions_, &attributes_,
                          argv.data(), envp.data());
  }

 private:
  // The C interface wants char*, and changes nothing.
  static std::vector<char*> pointers(const std::vector<std::string>& texts) {
    std::vector<char*> out;
    out.reserve(texts.size() + 1);
    for (const std::string& text : texts) {
      out.push_back(const_cast<char*>(text.c_str()));
    }
    out.push_back(nullptr);
    return out;
  }

  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
  short flags_ =
      POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
};

std::string explained(const child_start& what, int code) {
  std::string out = "cannot start '";
  out += what.words.front();
  out += '\'';
  if (!what.directory.empty() && ::access(what.directory.c_str(), X_OK) != 0) {
    out += " in '";
    out += what.directory;
    out += '\'';
  }
  out += ": ";
  out += said(code);
  return out;
}

bool adopt(pipe_stream& to, owned_descriptor& from, std::string& problem) {
  error_code e;
  to.assign(from.get(), e);
  if (e) {
    problem = "cannot watch a pipe: " + e.message();
    return false;
  }
  static_cast<void>(from.release());
  return true;
}

class child_group final : public started_child {
 public:
  child_group(asio::io_context& io, int pid)
      : pid_(pid), process_(io), timer_(io) {
    std::string ignored;  // Without this one it is looked at now and then.
    owned_descriptor process(open_process(pid_));
    if (process.get() >= 0) {
      static_cast<void>(adopt(process_, process, ignored));
    }
  }

  ~child_group() override { reap_at_once(); }

  [[nodiscard]] int pid() const noexcept override { return pid_; }

  void watch(std::function<void()> then) override {
    if (process_.is_open()) {
      process_.async_wait(
          asio::posix::stream_descriptor::wait_read,
          [this, then = std::move(then)](const error_code&) mutable {
            look(std::move(then));
          });
      return;
    }
    timer_.expires_after(is_near_end_ ? look_time : rare_look_time);
    timer_.async_wait(
        [this, then = std::move(then)](const error_code&) mutable {
          look(std::move(then));
        });
  }

  void look_soon() override {
    is_near_end_ = true;
    timer_.cancel();
  }

  void ask_to_end() noexcept override { signal_group(SIGTERM); }
  void dismiss() noexcept override { signal_group(SIGTERM); }
  void kill() noexcept override { signal_group(SIGKILL); }

  [[nodiscard]] child_status reap() noexcept override {
    child_status how;
    error_code ignored;
    process_.close(ignored);
    if (!std::exchange(is_ours_, false)) return how;
    int status = 0;
    int code = 0;
    do {
      code = ::waitpid(pid_, &status, 0);
    } while (code < 0 && errno == EINTR);
    if (code != pid_) return how;
    if (WIFSIGNALED(status)) how.signal = WTERMSIG(status);
    if (WIFEXITED(status)) how.code = WEXITSTATUS(status);
    return how;
  }

 private:
  void signal_group(int signal) const noexcept {
    // Not reaped yet, so the number cannot be somebody else's.
    if (is_ours_) ::kill(-pid_, signal);
  }

  // Whether it exited, without reaping it.
  void look(std::function<void()> then) {
    siginfo_t found{};
    int code = 0;
    do {
      code = ::waitid(P_PID, static_cast<id_t>(pid_), &found,
                      WEXITED | WNOHANG | WNOWAIT);
    } while (code != 0 && errno == EINTR);
    if (code == 0 && found.si_pid == 0) {
      watch(std::move(then));
      return;
    }
    // Somebody else reaped it: the number may be anybody's by now.
    if (code != 0) is_ours_ = false;
    then();
  }

  // The io_context goes away under a child that lives: it must not stay.
  void reap_at_once() noexcept {
    if (!is_ours_) return;
    signal_group(SIGKILL);
    for (int tries = 0; tries < 1000; ++tries) {
      const int code = ::waitpid(pid_, nullptr, WNOHANG);
      if (code == pid_ || (code < 0 && errno != EINTR)) return;
      std::this_thread::sleep_for(milliseconds(1));
    }
  }

  int pid_;
  bool is_near_end_ = false;
  bool is_ours_ = true;  // not reaped: its number is still its own
  asio::posix::stream_descriptor process_;
  asio::steady_timer timer_;
};

}  // namespace

const bool can_read_now = true;

std::unique_ptr<started_child> started_child::start(asio::io_context& io,
                                                    const child_start& what,
                                                    child_pipes& pipes,
                                                    std::string& problem) {
  pipe_ends input;
  pipe_ends output;
  pipe_ends errors;
  if (!open_pipe(input) || !open_pipe(output) || !open_pipe(errors)) {
    problem = explained(what, errno);
    return nullptr;
  }
  spawn_plan plan;
  int pid = 0;
  int code = plan.set_streams(input.read.get(), output.write.get(),
                              errors.write.get());
  if (code == 0) code = plan.set_directory(what.directory);
  if (code == 0) code = plan.set_signals();
  if (code == 0) code = plan.start(pid, what.words, what.variables);
  if (code != 0) {
    problem = explained(what, code);
    return nullptr;
  }
  give_first_descriptor_limit(pid);
  auto child = std::make_unique<child_group>(io, pid);
  if (!adopt(pipes.input, input.write, problem) ||
      !adopt(pipes.output, output.read, problem) ||
      !adopt(pipes.errors, errors.read, problem)) {
    return nullptr;
  }
  return child;
}

std::size_t read_now(pipe_stream& pipe, std::span<char> into) {
  const auto n = ::read(pipe.native_handle(), into.data(), into.size());
  return n <= 0 ? 0 : static_cast<std::size_t>(n);
}

bool has_program(const std::string& program, const std::string& directory) {
  const std::filesystem::path name{program};
  const auto can_run = [](const std::filesystem::path& file) {
    std::error_code none;
    return std::filesystem::is_regular_file(file, none) &&
           ::access(file.c_str(), X_OK) == 0;
  };
  if (name.native().find('/') != std::string::npos) {
    // The child is in its directory already when it looks for it.
    return can_run(std::filesystem::path(directory) / name);
  }
  const char* const path =
      std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): at the start
  std::string_view rest = path == nullptr ? "/bin:/usr/bin" : path;
  for (;;) {
    const std::size_t colon = rest.find(':');
    const std::string_view place = rest.substr(0, colon);
    const std::filesystem::path folder{place.empty() ? "." : place};
    if (can_run(folder / name)) return true;
    if (colon == std::string_view::npos) return false;
    rest.remove_prefix(colon + 1);
  }
}

}  // namespace pith::mcp
