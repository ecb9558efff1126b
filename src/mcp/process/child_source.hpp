// SPDX-License-Identifier: MIT
/// @file
/// One stream of a child that we read.
#ifndef PITH_MCP_PROCESS_CHILD_SOURCE_HPP
#define PITH_MCP_PROCESS_CHILD_SOURCE_HPP

#include "mcp/process/line_cutter.hpp"

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cstddef>

namespace pith::mcp {

/// Its pipe, what of a line was read, and where bytes are read to.
struct child_source {
  child_source(boost::asio::io_context& io, std::size_t max_line,
               line_cutter::excess what)
      : pipe(io), lines(max_line, what) {}

  boost::asio::posix::stream_descriptor pipe;
  line_cutter lines;
  std::array<char, 64U << 10U> bytes{};
  bool is_reading = false;  ///< or what was read is being looked at
  bool is_open = true;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_PROCESS_CHILD_SOURCE_HPP
