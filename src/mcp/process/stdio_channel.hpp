// SPDX-License-Identifier: MIT
/// @file
/// The client of a stdio server: lines from one descriptor, lines to another.
#ifndef PITH_MCP_PROCESS_STDIO_CHANNEL_HPP
#define PITH_MCP_PROCESS_STDIO_CHANNEL_HPP

#include "mcp/process/line_cutter.hpp"

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Reads and writes pipes, terminals, sockets and files. The descriptors are
/// duplicated; the flags of the originals are as before once it is destroyed.
class stdio_channel {
 public:
  struct handlers {
    std::function<void(std::string_view line)> on_line;
    /// The end of the input, or a line that is too long: `problem` says so.
    std::function<void(std::string_view problem)> on_end;
    /// What was written has gone out.
    std::function<void()> on_drained;
    /// Nobody reads what we write any more.
    std::function<void()> on_gone;
  };

  stdio_channel(boost::asio::io_context& io, int in, int out,
                std::size_t max_line_bytes, handlers what);
  ~stdio_channel();
  stdio_channel(const stdio_channel&) = delete;
  stdio_channel& operator=(const stdio_channel&) = delete;

  void start();
  void write(std::string line);
  [[nodiscard]] std::size_t queued() const noexcept { return queued_; }
  void pause() noexcept { is_paused_ = true; }
  void resume();

 private:
  void read();
  void read_file();
  void on_read(const boost::system::error_code& failed, std::size_t size);
  void write_some();
  void write_blocking();
  /// Nobody reads any more: what waits is dropped.
  void lose_client();

  boost::asio::io_context& io_;
  handlers what_;
  boost::asio::posix::stream_descriptor in_;
  boost::asio::posix::stream_descriptor out_;
  int in_fd_;
  int out_fd_;
  int in_flags_;
  int out_flags_;
  bool is_file_in_ = false;  // which no reactor can wait for
  bool is_file_out_ = false;
  bool is_paused_ = false;
  bool is_reading_ = false;
  bool is_ended_ = false;
  bool is_writing_ = false;
  bool is_gone_ = false;
  line_cutter lines_;
  // What goes on from a callback; named, so that no call seems to recurse.
  std::function<void()> read_on_{[this] { read(); }};
  std::function<void()> write_on_{[this] { write_some(); }};
  std::array<char, 64 * 1024> buffer_{};
  std::deque<std::string> out_queue_;
  std::size_t queued_ = 0;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_PROCESS_STDIO_CHANNEL_HPP
