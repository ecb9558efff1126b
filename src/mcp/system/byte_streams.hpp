// SPDX-License-Identifier: MIT
/// @file
/// The standard streams of a process: pipes, terminals, sockets or files.
#ifndef PITH_MCP_SYSTEM_BYTE_STREAMS_HPP
#define PITH_MCP_SYSTEM_BYTE_STREAMS_HPP

#include <boost/asio/io_context.hpp>
#include <boost/system/error_code.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace pith::mcp {

/// Called in a thread of the io_context, never from within the call that asked,
/// and never once the stream is destroyed.
using bytes_moved =
    std::function<void(const boost::system::error_code&, std::size_t)>;

/// Reads a descriptor. Closing it is the caller's business; its flags are as
/// before once this is destroyed. Where the system cannot wait for such a
/// descriptor, a thread of ours does.
class byte_source {
 public:
  byte_source(boost::asio::io_context& io, int descriptor);
  ~byte_source();
  byte_source(const byte_source&) = delete;
  byte_source& operator=(const byte_source&) = delete;

  /// Reads some bytes; asio::error::eof at the end. One read at a time; `into`
  /// must live until `then` is called or this is destroyed.
  void read(std::span<char> into, bytes_moved then);

 private:
  class state;
  std::unique_ptr<state> state_;
};

/// Writes a descriptor, as byte_source reads one.
class byte_sink {
 public:
  byte_sink(boost::asio::io_context& io, int descriptor);
  ~byte_sink();
  byte_sink(const byte_sink&) = delete;
  byte_sink& operator=(const byte_sink&) = delete;

  /// Writes all of it. One write at a time.
  void write(std::string bytes, bytes_moved then);

 private:
  class state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_BYTE_STREAMS_HPP
