// SPDX-License-Identifier: MIT
/// @file
/// How people and systems ask this process to end.
#ifndef PITH_MCP_SYSTEM_END_REQUESTS_HPP
#define PITH_MCP_SYSTEM_END_REQUESTS_HPP

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>

namespace pith::mcp {

/// Takes SIGTERM, SIGINT and SIGHUP, or what a console of Windows has instead:
/// Ctrl+C, Ctrl+Break, the closing of its window, the end of the session and of
/// the system. The process no longer ends by them while this lives. One at a
/// time.
class end_requests {
 public:
  explicit end_requests(boost::asio::io_context& io);
  ~end_requests();
  end_requests(const end_requests&) = delete;
  end_requests& operator=(const end_requests&) = delete;

  /// Calls `then` in a thread of the io_context, each time that somebody asks;
  /// never once this is destroyed. Keeps the io_context running.
  void listen(std::function<void()> then);

 private:
  class state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_END_REQUESTS_HPP
