// SPDX-License-Identifier: MIT
/// @file
/// A pipe that Asio reads or writes.
#ifndef PITH_MCP_SYSTEM_PIPE_STREAM_HPP
#define PITH_MCP_SYSTEM_PIPE_STREAM_HPP

#ifdef _WIN32
#include <boost/asio/windows/stream_handle.hpp>
#else
#include <boost/asio/posix/stream_descriptor.hpp>
#endif

namespace pith::mcp {

#ifdef _WIN32
using pipe_stream = boost::asio::windows::stream_handle;
#else
using pipe_stream = boost::asio::posix::stream_descriptor;
#endif

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_PIPE_STREAM_HPP
