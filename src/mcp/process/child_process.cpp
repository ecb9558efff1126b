// SPDX-License-Identifier: MIT
#include "mcp/process/child_process.hpp"

#include "mcp/process/child_spawn.hpp"
#include "mcp/process/line_cutter.hpp"
#include "mcp/system/spawn_support.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <csignal>
#include <deque>
#include <thread>

namespace pith::mcp {

std::string child_end::text() const {
  if (said_too_much) return "a line that is too long";
  return signal != 0 ? "signal " + std::to_string(signal)
                     : "exit code " + std::to_string(code);
}

namespace {

namespace asio = boost::asio;
using error_code = boost::system::error_code;
using std::chrono::milliseconds;

constexpr std::size_t max_words_bytes = 64U << 10U;
// How often patience begins anew for a child that takes its input.
constexpr int max_extensions = 30;
constexpr std::size_t max_pipe_bytes = 1U << 20U;
// How long output that somebody else holds open is read after the end.
constexpr milliseconds leftover_time{250};
// How often a child is looked at where the system cannot tell of its end.
constexpr milliseconds look_time{20};

/// One stream of a child that we read: its pipe, what of a line was read, and
/// where bytes are read to.
struct child_source {
  child_source(asio::io_context& io, std::size_t max_line,
               line_cutter::excess what)
      : pipe(io), lines(max_line, what) {}

  asio::posix::stream_descriptor pipe;
  line_cutter lines;
  std::array<char, 64U << 10U> bytes{};
  bool is_reading = false;  ///< or what was read is being looked at
  bool is_open = true;
};

class running_child final : public child_process,
                            public std::enable_shared_from_this<running_child> {
 public:
  running_child(asio::io_context& io, const child_command& command,
                handlers what, int pid)
      : what_(std::move(what)),
        pid_(pid),
        patience_(command.patience),
        input_(io),
        output_(io, command.max_line_bytes, line_cutter::excess::refuse),
        errors_(io, max_words_bytes, line_cutter::excess::cut),
        process_(io),
        end_timer_(io),
        stop_timer_(io) {}

  ~running_child() override { reap_at_once(); }

  // False when the descriptors cannot be watched.
  [[nodiscard]] bool begin(spawned_child& child, std::string& problem) {
    if (!adopt(input_, child.input, problem) ||
        !adopt(output_.pipe, child.output, problem) ||
        !adopt(errors_.pipe, child.errors, problem)) {
      return false;
    }
    std::string ignored;  // Without this one it is looked at now and then.
    owned_descriptor process(open_process(pid_));
    if (process.get() >= 0)
      static_cast<void>(adopt(process_, process, ignored));
    read(output_);
    read(errors_);
    watch();
    return true;
  }

  void send(std::string line) override {
    if (state_ != state::running || !input_.is_open()) return;
    for (char& c : line) {
      if (c == '\n' || c == '\r') c = ' ';
    }
    line += '\n';
    queued_ += line.size();
    queue_.push_back(std::move(line));
    write();
  }

  [[nodiscard]] std::size_t queued() const noexcept override { return queued_; }

  void pause() override { is_paused_ = true; }

  void resume() override {
    if (!is_paused_) return;
    is_paused_ = false;
    read(output_);
    if (state_ == state::exited) wait_for_leftovers();
  }

  void stop() override {
    if (state_ != state::running) return;
    state_ = state::stopping;
    if (!is_writing_) close_input();
    stop_after(SIGTERM);
  }

  void kill() override {
    if (state_ == state::ended) return;
    signal_group(SIGKILL);
    resume();
  }

  [[nodiscard]] int pid() const noexcept override { return pid_; }

 private:
  enum class state : unsigned char {
    running,
    stopping,  // its input ends; signals follow
    exited,    // not reaped: its number is still its own
    ended,     // reaped
  };

  static bool adopt(asio::posix::stream_descriptor& to, owned_descriptor& from,
                    std::string& problem) {
    error_code e;
    to.assign(from.get(), e);
    if (e) {
      problem = "cannot watch a pipe: " + e.message();
      return false;
    }
    static_cast<void>(from.release());
    return true;
  }

  // -- What it says

  void read(child_source& from) {
    const bool is_held = &from == &output_ && is_paused_;
    if (from.is_reading || !from.is_open || is_held) return;
    from.is_reading = true;
    from.pipe.async_read_some(
        asio::buffer(from.bytes),
        [self = shared_from_this(), &from](const error_code& e, std::size_t n) {
          // Not before: a line may lead to resume(), and that to a read into
          // the very bytes that are looked at.
          const bool goes_on = self->on_read(from, e, n);
          from.is_reading = false;
          if (goes_on) self->read(from);
        });
  }

  bool on_read(child_source& from, const error_code& e, std::size_t n) {
    if (!from.is_open) return false;
    if (e) {
      close_source(from);
      finish_if_quiet();
      return false;
    }
    return deliver(from, n);
  }

  // The first bytes of its buffer. False when a line is too long.
  bool deliver(child_source& from, std::size_t n) {
    if (from.lines.feed({from.bytes.data(), n}, taker(from))) return true;
    said_too_much_ = true;
    from.is_open = false;
    error_code ignored;
    from.pipe.close(ignored);
    kill();
    return false;
  }

  // What is in the pipe now, though somebody holds it open. Its size bounds
  // this, should that somebody go on writing.
  void drain(child_source& from) {
    for (std::size_t taken = 0; from.is_open && taken < max_pipe_bytes;) {
      const auto n = ::read(from.pipe.native_handle(), from.bytes.data(),
                            from.bytes.size());
      if (n <= 0 || !deliver(from, static_cast<std::size_t>(n))) return;
      taken += static_cast<std::size_t>(n);
    }
  }

  std::function<void(std::string_view)> taker(const child_source& from) {
    return [this, is_output = &from == &output_](std::string_view line) {
      const auto& f = is_output ? what_.on_line : what_.on_words;
      if (f) f(line);
    };
  }

  void close_source(child_source& from) {
    if (!from.is_open) return;
    from.is_open = false;
    error_code ignored;
    from.pipe.close(ignored);
    from.lines.finish(taker(from));
  }

  // -- What it is told

  void write() {
    if (is_writing_ || queue_.empty()) return;
    is_writing_ = true;
    input_.async_write_some(
        asio::buffer(queue_.front()) + written_,
        [self = shared_from_this()](const error_code& e, std::size_t n) {
          self->on_written(e, n);
        });
  }

  void on_written(const error_code& e, std::size_t n) {
    is_writing_ = false;
    if (e || !input_.is_open()) {
      close_input();
      return;
    }
    takes_input_ = true;
    queued_ -= n;
    written_ += n;
    if (written_ == queue_.front().size()) {
      queue_.pop_front();
      written_ = 0;
    }
    if (!queue_.empty()) {
      write();
    } else if (state_ == state::stopping) {
      close_input();
      stop_after(SIGTERM);
    }
  }

  void close_input() {
    error_code ignored;
    input_.close(ignored);
    // The line that is being written lives on until its handler ran.
    while (queue_.size() > (is_writing_ ? 1U : 0U)) queue_.pop_back();
    queued_ = 0;
  }

  // -- How it ends

  void signal_group(int signal) const noexcept {
    // Not reaped yet, so the number cannot be somebody else's.
    if (state_ != state::ended && is_ours_) ::kill(-pid_, signal);
  }

  void stop_after(int signal) {
    stop_timer_.expires_after(patience_);
    stop_timer_.async_wait(
        [self = shared_from_this(), signal](const error_code& e) {
          if (!e && self->state_ == state::stopping) self->go_on(signal);
        });
  }

  void go_on(int signal) {
    // A child that still takes what it was sent is not the one to hurry.
    if (signal == SIGTERM && takes_input_ && input_.is_open() &&
        ++extensions_ < max_extensions) {
      takes_input_ = false;
      stop_after(SIGTERM);
      return;
    }
    signal_group(signal);
    if (signal != SIGKILL) stop_after(SIGKILL);
  }

  void watch() {
    if (process_.is_open()) {
      process_.async_wait(
          asio::posix::stream_descriptor::wait_read,
          [self = shared_from_this()](const error_code&) { self->look(); });
      return;
    }
    end_timer_.expires_after(look_time);
    end_timer_.async_wait(
        [self = shared_from_this()](const error_code&) { self->look(); });
  }

  // Whether it exited, without reaping it.
  void look() {
    siginfo_t found{};
    int code = 0;
    do {
      code = ::waitid(P_PID, static_cast<id_t>(pid_), &found,
                      WEXITED | WNOHANG | WNOWAIT);
    } while (code != 0 && errno == EINTR);
    if (code == 0 && found.si_pid == 0) {
      watch();
      return;
    }
    // Somebody else reaped it: the number may be anybody's by now.
    is_ours_ = code == 0;
    on_exit();
  }

  void on_exit() {
    state_ = state::exited;
    stop_timer_.cancel();
    close_input();
    // Whoever is left of its group has lost its purpose.
    signal_group(SIGTERM);
    if (!is_paused_) wait_for_leftovers();
    finish_if_quiet();
  }

  void wait_for_leftovers() {
    end_timer_.expires_after(leftover_time);
    end_timer_.async_wait([self = shared_from_this()](const error_code& e) {
      if (!e && !self->is_paused_) self->finish();
    });
  }

  void finish_if_quiet() {
    if (state_ != state::exited || output_.is_open || errors_.is_open) return;
    finish();
  }

  void finish() {
    if (state_ != state::exited) return;
    signal_group(SIGKILL);
    const child_end how = reap();
    state_ = state::ended;
    end_timer_.cancel();
    error_code ignored;
    process_.close(ignored);
    drain(output_);
    drain(errors_);
    close_source(output_);
    close_source(errors_);
    // What it holds may hold this: let go of it.
    const handlers what = std::exchange(what_, {});
    if (what.on_end) what.on_end(how);
  }

  child_end reap() const noexcept {
    child_end how;
    how.said_too_much = said_too_much_;
    if (!is_ours_) return how;
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

  // The io_context goes away under a child that lives: it must not stay.
  void reap_at_once() noexcept {
    if (state_ == state::ended || !is_ours_) return;
    signal_group(SIGKILL);
    for (int tries = 0; tries < 1000; ++tries) {
      const int code = ::waitpid(pid_, nullptr, WNOHANG);
      if (code == pid_ || (code < 0 && errno != EINTR)) return;
      std::this_thread::sleep_for(milliseconds(1));
    }
  }

  handlers what_;
  int pid_;
  milliseconds patience_;
  state state_ = state::running;
  bool is_paused_ = false;
  bool is_writing_ = false;
  bool takes_input_ = false;  // since somebody looked
  bool said_too_much_ = false;
  bool is_ours_ = true;

  asio::posix::stream_descriptor input_;
  std::deque<std::string> queue_;
  std::size_t queued_ = 0;
  std::size_t written_ = 0;  // of the first in the queue
  int extensions_ = 0;
  child_source output_;
  child_source errors_;
  asio::posix::stream_descriptor process_;
  asio::steady_timer end_timer_;
  asio::steady_timer stop_timer_;
};

}  // namespace

std::shared_ptr<child_process> child_process::start(
    asio::io_context& io, const child_command& command, handlers what,
    std::string& problem) {
  auto child = spawn_child(command, problem);
  if (!child) return nullptr;
  auto running =
      std::make_shared<running_child>(io, command, std::move(what), child->pid);
  if (!running->begin(*child, problem)) return nullptr;
  return running;
}

}  // namespace pith::mcp
