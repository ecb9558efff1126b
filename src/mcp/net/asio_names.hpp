// SPDX-License-Identifier: MIT
/// @file
/// Names of Asio, for headers that only refer to it: its own headers take
/// seconds to compile.
#ifndef PITH_MCP_NET_ASIO_NAMES_HPP
#define PITH_MCP_NET_ASIO_NAMES_HPP

namespace boost::asio {
class any_io_executor;
class io_context;
namespace ssl {
class context;
}
}  // namespace boost::asio

#endif  // PITH_MCP_NET_ASIO_NAMES_HPP
