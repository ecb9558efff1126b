// SPDX-License-Identifier: MIT
/// @file
/// Asks one server for its tools, and counts what they cost. Never calls one.
#ifndef PITH_APPS_PITH_DOCTOR_TOOL_LIST_RUN_HPP
#define PITH_APPS_PITH_DOCTOR_TOOL_LIST_RUN_HPP

#include <pith/tokens.hpp>

#include "mcp/proxy/stdio_proxy.hpp"
#include "mcp/rewrite/policy.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cli {

/// How a server is asked.
struct tool_list_request {
  /// Makes the link to the server in this io.
  std::function<std::unique_ptr<pith::mcp::server_link>(
      boost::asio::io_context& io, pith::mcp::server_link::handlers what,
      std::string& problem)>
      connect;
  pith::mcp::rewrite_policy policy{};  ///< as which pith would answer
  std::chrono::seconds time{30};       ///< for everything but its end
};

struct tool_cost {
  std::string name;
  std::size_t tokens_before = 0;
  std::size_t tokens_after = 0;
};

/// What came of it. Every text is the server's, and to be cleaned before it is
/// shown.
struct tool_list_answer {
  std::string problem{};  ///< why the list is not complete; empty: it is
  std::string name{};     ///< of the server, as it says
  std::string version{};
  std::string revision{};                  ///< of the protocol
  std::chrono::milliseconds start_time{};  ///< until initialize was answered
  std::size_t pages = 0;
  std::size_t tools_before = 0;
  std::size_t tools_after = 0;
  std::size_t tokens_before = 0;
  std::size_t tokens_after = 0;
  std::vector<tool_cost> tools{};    ///< those that stay, the largest first
  std::vector<std::string> words{};  ///< its last lines on standard error
};

/// Starts the server, asks initialize and tools/list until there is no further
/// page, and stops it. Everything is limited: the time, the bytes, the pages.
/// Answers ping, and refuses whatever else the server asks.
[[nodiscard]] tool_list_answer list_tools(const tool_list_request& request,
                                          const pith::tokenizer& tokenizer);

}  // namespace cli

#endif  // PITH_APPS_PITH_DOCTOR_TOOL_LIST_RUN_HPP
