// SPDX-License-Identifier: MIT
/// @file
/// What tests of the HTTP client share: a client and those who listen to it.
#ifndef PITH_TESTS_UNIT_MCP_NET_CLIENT_CLIENT_BENCH_HPP
#define PITH_TESTS_UNIT_MCP_NET_CLIENT_CLIENT_BENCH_HPP

#include "mcp/net/client/http_client.hpp"

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pith_tests {

/// Notes what it hears.
struct noting_listener final : public pith::mcp::http_listener {
  int status = 0;
  pith::mcp::http_fields fields;
  std::string body;
  std::vector<std::string> pieces;
  bool has_ended = false;
  std::string failure;
  bool may_have_arrived = false;
  std::function<void()> when_piece;
  std::function<void()> when_over;

  [[nodiscard]] bool is_over() const noexcept {
    return has_ended || !failure.empty();
  }

  void on_head(int s, const pith::mcp::http_fields& f) override {
    status = s;
    fields = f;
  }
  void on_body(std::string_view bytes) override {
    body += bytes;
    pieces.emplace_back(bytes);
    if (when_piece) when_piece();
  }
  void on_end() override {
    has_ended = true;
    if (when_over) when_over();
  }
  void on_failure(std::string_view what, bool may) override {
    failure = what;
    may_have_arrived = may;
    if (when_over) when_over();
  }
};

/// A client and the loop that it lives in.
class client_bench {
 public:
  using options = pith::mcp::http_client::options;

  explicit client_bench(unsigned short port, const options& wanted = {},
                        bool tls = false,
                        const std::string& host = "127.0.0.1") {
    const pith::mcp::http_url url{tls, host, std::to_string(port), "/mcp"};
    client.emplace(loop, url, wanted);
  }

  std::shared_ptr<noting_listener> send(std::string body,
                                        std::string method = "POST") {
    auto listener = std::make_shared<noting_listener>();
    call = client->send({std::move(method), "/mcp", {}, std::move(body)},
                        listener);
    return listener;
  }

  /// Runs the loop until `is_done`; false when that takes too long.
  bool run_until(const std::function<bool()>& is_done,
                 std::chrono::seconds limit = std::chrono::seconds(10)) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!is_done() && std::chrono::steady_clock::now() < end) {
      loop.restart();
      loop.run_one_for(std::chrono::milliseconds(5));
    }
    return is_done();
  }

  /// Sends, and waits for the end.
  std::shared_ptr<noting_listener> ask(std::string body,
                                       std::string method = "POST") {
    auto listener = send(std::move(body), std::move(method));
    run_until([&] { return listener->is_over(); });
    return listener;
  }

  void run_for(std::chrono::milliseconds time) {
    loop.restart();
    loop.run_for(time);
  }

  boost::asio::io_context loop;
  std::optional<pith::mcp::http_client> client;
  std::shared_ptr<pith::mcp::http_call> call;  // the last one
};

}  // namespace pith_tests

#endif  // PITH_TESTS_UNIT_MCP_NET_CLIENT_CLIENT_BENCH_HPP
