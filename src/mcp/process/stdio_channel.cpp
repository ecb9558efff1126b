// SPDX-License-Identifier: MIT
#include "mcp/process/stdio_channel.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <cerrno>
#include <utility>

namespace pith::mcp {

namespace asio = boost::asio;

namespace {

bool is_regular_file(int fd) noexcept {
  struct stat known {};
  return ::fstat(fd, &known) == 0 && S_ISREG(known.st_mode);
}

/// A descriptor of its own, so that closing ours leaves the caller's open.
int duplicate(int fd) noexcept { return ::fcntl(fd, F_DUPFD_CLOEXEC, 3); }

}  // namespace

stdio_channel::stdio_channel(asio::io_context& io, int in, int out,
                             std::size_t max_line_bytes, handlers what)
    : io_(io),
      what_(std::move(what)),
      in_(io),
      out_(io),
      in_fd_(duplicate(in)),
      out_fd_(duplicate(out)),
      in_flags_(::fcntl(in, F_GETFL)),
      out_flags_(::fcntl(out, F_GETFL)),
      lines_(max_line_bytes, line_cutter::excess::refuse) {
  // What no reactor can wait for, files and /dev/null, is always ready.
  boost::system::error_code failed;
  is_file_in_ = is_regular_file(in_fd_);
  if (!is_file_in_) in_.assign(in_fd_, failed);
  is_file_in_ = is_file_in_ || failed;
  failed.clear();
  is_file_out_ = is_regular_file(out_fd_);
  if (!is_file_out_) out_.assign(out_fd_, failed);
  is_file_out_ = is_file_out_ || failed;
}

stdio_channel::~stdio_channel() {
  // O_NONBLOCK is seen by everybody who shares the open file.
  if (in_flags_ >= 0) ::fcntl(in_fd_, F_SETFL, in_flags_);
  if (out_flags_ >= 0) ::fcntl(out_fd_, F_SETFL, out_flags_);
  if (!in_.is_open() && in_fd_ >= 0) ::close(in_fd_);
  if (!out_.is_open() && out_fd_ >= 0) ::close(out_fd_);
}

void stdio_channel::start() { read(); }

void stdio_channel::resume() {
  is_paused_ = false;
  read();
}

void stdio_channel::read() {
  if (is_reading_ || is_paused_ || is_ended_) return;
  is_reading_ = true;
  if (is_file_in_) {
    asio::post(io_, [this] { read_file(); });
    return;
  }
  in_.async_read_some(
      asio::buffer(buffer_),
      [this](const boost::system::error_code& failed, std::size_t size) {
        if (failed != asio::error::operation_aborted) on_read(failed, size);
      });
}

void stdio_channel::read_file() {
  const ssize_t got = ::read(in_fd_, buffer_.data(), buffer_.size());
  if (got > 0) {
    on_read({}, static_cast<std::size_t>(got));
  } else {
    on_read(asio::error::eof, 0);
  }
}

void stdio_channel::on_read(const boost::system::error_code& failed,
                            std::size_t size) {
  is_reading_ = false;
  const auto take = [this](std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) what_.on_line(line);
  };
  if (failed) {
    is_ended_ = true;
    lines_.finish(take);
    what_.on_end({});
    return;
  }
  if (!lines_.feed({buffer_.data(), size}, take)) {
    is_ended_ = true;
    what_.on_end("a message of the client is too long");
    return;
  }
  read_on_();
}

void stdio_channel::write(std::string line) {
  if (is_gone_) return;
  line.push_back('\n');
  queued_ += line.size();
  out_queue_.push_back(std::move(line));
  if (is_writing_) return;
  is_writing_ = true;
  if (is_file_out_) {
    asio::post(io_, [this] { write_blocking(); });
  } else {
    write_some();
  }
}

void stdio_channel::write_some() {
  asio::async_write(
      out_, asio::buffer(out_queue_.front()),
      [this](const boost::system::error_code& failed, std::size_t) {
        if (failed == asio::error::operation_aborted) return;
        if (failed) {
          lose_client();
          return;
        }
        queued_ -= out_queue_.front().size();
        out_queue_.pop_front();
        if (!out_queue_.empty()) {
          write_on_();
          return;
        }
        is_writing_ = false;
        what_.on_drained();
      });
}

void stdio_channel::lose_client() {
  is_gone_ = true;
  out_queue_.clear();
  queued_ = 0;
  what_.on_gone();
}

void stdio_channel::write_blocking() {
  while (!out_queue_.empty()) {
    std::string_view rest = out_queue_.front();
    while (!rest.empty()) {
      const ssize_t put = ::write(out_fd_, rest.data(), rest.size());
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) {
        lose_client();
        return;
      }
      rest.remove_prefix(static_cast<std::size_t>(put));
    }
    queued_ -= out_queue_.front().size();
    out_queue_.pop_front();
  }
  is_writing_ = false;
  what_.on_drained();
}

}  // namespace pith::mcp
