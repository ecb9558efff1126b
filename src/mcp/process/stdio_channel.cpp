// SPDX-License-Identifier: MIT
#include "mcp/process/stdio_channel.hpp"

#include <utility>

namespace pith::mcp {

namespace asio = boost::asio;

stdio_channel::stdio_channel(asio::io_context& io, int in, int out,
                             std::size_t max_line_bytes, handlers what)
    : what_(std::move(what)),
      lines_(max_line_bytes, line_cutter::excess::refuse),
      in_(io, in),
      out_(io, out) {}

void stdio_channel::start() { read(); }

void stdio_channel::resume() {
  is_paused_ = false;
  read();
}

void stdio_channel::read() {
  if (is_reading_ || is_paused_ || is_ended_) return;
  is_reading_ = true;
  in_.read(buffer_, [this](const boost::system::error_code& failed,
                           std::size_t size) { on_read(failed, size); });
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
  write_next();
}

void stdio_channel::write_next() {
  std::string next = std::move(out_queue_.front());
  out_queue_.pop_front();
  const std::size_t size = next.size();
  out_.write(
      std::move(next),
      [this, size](const boost::system::error_code& failed, std::size_t) {
        if (failed) {
          lose_client();
          return;
        }
        queued_ -= size;
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

}  // namespace pith::mcp
