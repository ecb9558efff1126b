// SPDX-License-Identifier: MIT
/// @file
/// The client of a stdio server: lines from one descriptor, lines to another.
#ifndef PITH_MCP_PROCESS_STDIO_CHANNEL_HPP
#define PITH_MCP_PROCESS_STDIO_CHANNEL_HPP

#include "mcp/process/line_cutter.hpp"
#include "mcp/system/byte_streams.hpp"

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/system/error_code.hpp>
#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Reads and writes pipes, terminals, sockets and files. The flags of the
/// descriptors are as before once it is destroyed.
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
  ~stdio_channel() = default;
  stdio_channel(const stdio_channel&) = delete;
  stdio_channel& operator=(const stdio_channel&) = delete;

  void start();
  void write(std::string line);
  [[nodiscard]] std::size_t queued() const noexcept { return queued_; }
  void pause() noexcept { is_paused_ = true; }
  void resume();

 private:
  void read();
  void on_read(const boost::system::error_code& failed, std::size_t size);
  void write_next();
  /// Nobody reads any more: what waits is dropped.
  void lose_client();

  handlers what_;
  bool is_paused_ = false;
  bool is_reading_ = false;
  bool is_ended_ = false;
  bool is_writing_ = false;
  bool is_gone_ = false;
  line_cutter lines_;
  // What goes on from a callback; named, so that no call seems to recurse.
  std::function<void()> read_on_{[this] { read(); }};
  std::function<void()> write_on_{[this] { write_next(); }};
  std::array<char, 64U << 10U> buffer_{};
  std::deque<std::string> out_queue_;
  std::size_t queued_ = 0;
  // Last, so that nothing of them is called for what is gone.
  byte_source in_;
  byte_sink out_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_PROCESS_STDIO_CHANNEL_HPP
