// SPDX-License-Identifier: MIT
#include "mcp/process/child_process.hpp"

#include "mcp/process/child_spawn.hpp"
#include "mcp/process/line_cutter.hpp"
#include "mcp/system/started_child.hpp"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <charconv>
#include <cstdint>
#include <deque>
#include <utility>

namespace pith::mcp {

std::string child_end::text() const {
  if (said_too_much) return "a line that is too long";
  if (signal != 0) return "signal " + std::to_string(signal);
  if (code >= 0) return "exit code " + std::to_string(code);
  // An error of Windows: 0xC0000005 is what people look for.
  char digits[8];
  const auto end = std::to_chars(digits, digits + sizeof digits,
                                 static_cast<std::uint32_t>(code), 16);
  std::string text = "exit code 0x";
  for (const char c : std::string_view(digits, end.ptr)) {
    text += c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return text;
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

/// One stream of a child that we read: its pipe, what of a line was read, and
/// where bytes are read to.
struct child_source {
  child_source(pipe_stream from, std::size_t max_line, line_cutter::excess what)
      : pipe(std::move(from)), lines(max_line, what) {}

  pipe_stream pipe;
  line_cutter lines;
  std::array<char, 64U << 10U> bytes{};
  bool is_reading = false;  ///< or what was read is being looked at
  bool is_open = true;
};

class running_child final : public child_process,
                            public std::enable_shared_from_this<running_child> {
 public:
  running_child(asio::io_context& io, const child_command& command,
                handlers what, std::unique_ptr<started_child> child,
                child_pipes pipes)
      : what_(std::move(what)),
        child_(std::move(child)),
        patience_(command.patience),
        input_(std::move(pipes.input)),
        output_(std::move(pipes.output), command.max_line_bytes,
                line_cutter::excess::refuse),
        errors_(std::move(pipes.errors), max_words_bytes,
                line_cutter::excess::cut),
        end_timer_(io),
        stop_timer_(io) {}

  void begin() {
    read(output_);
    read(errors_);
    child_->watch([self = shared_from_this()] { self->on_exit(); });
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
    stop_after(step::ask);
    child_->look_soon();
  }

  void kill() override {
    if (state_ == state::ended) return;
    child_->kill();
    child_->look_soon();
    resume();
  }

  [[nodiscard]] int pid() const noexcept override { return child_->pid(); }

 private:
  enum class state : unsigned char {
    running,
    stopping,  // its input ends; the steps follow
    exited,    // not reaped: its number is still its own
    ended,     // reaped
  };

  // What is done about a child that does not end.
  enum class step : bool { ask, kill };

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
      child_->look_soon();
      finish_if_quiet();
      return false;
    }
    has_news_ = true;
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
      const std::size_t n = read_now(from.pipe, from.bytes);
      if (n == 0 || !deliver(from, n)) return;
      taken += n;
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
      stop_after(step::ask);
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

  void stop_after(step next) {
    stop_timer_.expires_after(patience_);
    stop_timer_.async_wait(
        [self = shared_from_this(), next](const error_code& e) {
          if (!e && self->state_ == state::stopping) self->go_on(next);
        });
  }

  void go_on(step next) {
    if (next == step::kill) return child_->kill();
    // A child that still takes what it was sent is not the one to hurry.
    if (takes_input_ && input_.is_open() && ++extensions_ < max_extensions) {
      takes_input_ = false;
      stop_after(step::ask);
      return;
    }
    child_->ask_to_end();
    stop_after(step::kill);
  }

  void on_exit() {
    state_ = state::exited;
    stop_timer_.cancel();
    close_input();
    child_->dismiss();
    if (!is_paused_) wait_for_leftovers();
    finish_if_quiet();
  }

  void wait_for_leftovers() {
    end_timer_.expires_after(leftover_time);
    end_timer_.async_wait([self = shared_from_this()](const error_code& e) {
      if (e || self->is_paused_) return;
      // What cannot be read at once comes by itself, and is waited for.
      if (!can_read_now && std::exchange(self->has_news_, false)) {
        self->wait_for_leftovers();
        return;
      }
      self->finish();
    });
  }

  void finish_if_quiet() {
    if (state_ != state::exited || output_.is_open || errors_.is_open) return;
    finish();
  }

  void finish() {
    if (state_ != state::exited) return;
    child_->kill();
    const child_status how = child_->reap();
    state_ = state::ended;
    end_timer_.cancel();
    drain(output_);
    drain(errors_);
    close_source(output_);
    close_source(errors_);
    // What it holds may hold this: let go of it.
    const handlers what = std::exchange(what_, {});
    if (what.on_end) {
      what.on_end({.code = how.code,
                   .signal = how.signal,
                   .said_too_much = said_too_much_});
    }
  }

  handlers what_;
  std::unique_ptr<started_child> child_;
  milliseconds patience_;
  state state_ = state::running;
  bool is_paused_ = false;
  bool is_writing_ = false;
  bool takes_input_ = false;  // since somebody looked
  bool said_too_much_ = false;
  bool has_news_ = false;  // it said something since somebody looked

  pipe_stream input_;
  std::deque<std::string> queue_;
  std::size_t queued_ = 0;
  std::size_t written_ = 0;  // of the first in the queue
  int extensions_ = 0;
  child_source output_;
  child_source errors_;
  asio::steady_timer end_timer_;
  asio::steady_timer stop_timer_;
};

}  // namespace

std::shared_ptr<child_process> child_process::start(
    asio::io_context& io, const child_command& command, handlers what,
    std::string& problem) {
  child_pipes pipes{io};
  auto child = spawn_child(io, command, pipes, problem);
  if (!child) return nullptr;
  auto running = std::make_shared<running_child>(
      io, command, std::move(what), std::move(child), std::move(pipes));
  running->begin();
  return running;
}

}  // namespace pith::mcp
