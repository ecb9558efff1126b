// SPDX-License-Identifier: MIT
/// @file
/// Bytes of a socket that does not wait.
#ifndef PITH_MCP_SYSTEM_SOCKET_BYTES_HPP
#define PITH_MCP_SYSTEM_SOCKET_BYTES_HPP

#include <boost/asio/ip/tcp.hpp>
#include <cstddef>

namespace pith::mcp {

using socket_handle = boost::asio::ip::tcp::socket::native_handle_type;

/// As send() and recv() of POSIX, without a SIGPIPE: how many bytes, or -1 with
/// errno. That is EAGAIN if the socket would have to wait, and else one of the
/// system category.
[[nodiscard]] int send_bytes(socket_handle socket, const char* data,
                             std::size_t size) noexcept;
[[nodiscard]] int receive_bytes(socket_handle socket, char* data,
                                std::size_t size) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_SOCKET_BYTES_HPP
