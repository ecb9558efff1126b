// SPDX-License-Identifier: MIT
/// @file
/// A client on our standard input and output, a server behind us.
#ifndef PITH_MCP_PROXY_STDIO_PROXY_HPP
#define PITH_MCP_PROXY_STDIO_PROXY_HPP

#include "mcp/interpret/conversation.hpp"
#include "mcp/link/server_link.hpp"
#include "mcp/process/stdio_channel.hpp"
#include "mcp/system/end_requests.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Passes messages on until one of the two sides ends; then ends the other.
class stdio_proxy {
 public:
  /// Makes the link to the server with these handlers; null, and why in
  /// `problem`, when it cannot.
  using linker = std::function<std::unique_ptr<server_link>(
      server_link::handlers what, std::string& problem)>;

  struct options {
    int in = 0;
    int out = 1;
    std::size_t max_message_bytes = 256U << 20U;
    caller who;
    /// Words of the server, and of the proxy, for people.
    std::function<void(std::string_view line)> say;
  };

  /// The interpreter must outlive it.
  stdio_proxy(boost::asio::io_context& io, message_interpreter& interpreter,
              options wanted);

  /// Runs `io` until all is over. Returns what the process should exit with.
  int run(const linker& make);

 private:
  void from_client(std::string_view line);
  void from_server(std::string_view text);
  /// The client says no more; what it asked is still answered for a while.
  void on_input_end(std::string_view problem);
  /// The client is gone, or we are told to end.
  void stop_server();
  void wait_for_server();
  void on_server_end(int code, std::string_view why);
  void finish();

  // Above this one side waits for the other.
  static constexpr std::size_t high_water = 8U << 20U;
  static constexpr std::chrono::seconds answer_time{10};

  boost::asio::io_context& io_;
  options options_;
  conversation talk_;
  stdio_channel client_;
  end_requests end_requests_;
  boost::asio::steady_timer grace_;  // for answers after the end of the input
  boost::asio::steady_timer again_;  // looks whether the server caught up
  std::unique_ptr<server_link> server_;
  bool is_input_done_ = false;
  bool is_stopping_ = false;
  bool is_server_done_ = false;
  bool is_client_paused_ = false;
  bool is_server_paused_ = false;
  int code_ = 0;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_PROXY_STDIO_PROXY_HPP
