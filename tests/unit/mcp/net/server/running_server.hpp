// SPDX-License-Identifier: MIT
/// @file
/// A server in a thread of its own, whose handler is a test's.
#ifndef PITH_TESTS_UNIT_MCP_NET_SERVER_RUNNING_SERVER_HPP
#define PITH_TESTS_UNIT_MCP_NET_SERVER_RUNNING_SERVER_HPP

#include "mcp/net/server/http_server.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace pith_tests {

using exchange_pointer = std::shared_ptr<pith::mcp::http_exchange>;

/// Tries until it holds, for at most some seconds.
inline bool eventually(const std::function<bool()>& holds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(8);
  while (!holds()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

class running_server : public pith::mcp::http_handler {
 public:
  using handle_function = std::function<void(exchange_pointer)>;
  using admit_function =
      std::function<pith::mcp::admission(const pith::mcp::http_request&)>;

  explicit running_server(handle_function on_handle,
                          pith::mcp::http_server::options wanted =
                              pith::mcp::http_server::options(),
                          admit_function on_admit = {})
      : on_handle_(std::move(on_handle)), on_admit_(std::move(on_admit)) {
    server_.emplace(io_, wanted, *this, counts_);
    problem_ = server_->open();
    thread_ = std::thread([this] { io_.run(); });
  }
  ~running_server() override {
    in_its_thread([this] { server_.reset(); });
    work_.reset();
    thread_.join();
  }

  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] unsigned short port() const { return server_->port(); }
  [[nodiscard]] std::size_t connections() const { return counts_.connections; }
  [[nodiscard]] std::size_t refused() const { return counts_.refused; }
  void leave() { server_->leave(); }
  void drain() { server_->drain(); }
  /// Ends what is open for this principal.
  void ban(std::string principal) {
    in_its_thread([this, &principal] {
      banned = std::move(principal);
      server_->revalidate();
    });
  }

  void in_its_thread(const std::function<void()>& what) {
    // Shared: who waits may be gone before set_value() returns.
    const auto done = std::make_shared<std::promise<void>>();
    boost::asio::post(io_, [&what, done] {
      what();
      done->set_value();
    });
    done->get_future().wait();
  }

 private:
  pith::mcp::admission admit(const pith::mcp::http_request& head,
                             std::string_view) override {
    return on_admit_ ? on_admit_(head) : pith::mcp::admission();
  }
  bool still_allows(const pith::mcp::http_request&, std::string_view,
                    const pith::mcp::caller_identity& who) override {
    return who.principal != banned;
  }
  void handle(exchange_pointer exchange) override {
    on_handle_(std::move(exchange));
  }

  std::string banned = "nobody";
  handle_function on_handle_;
  admit_function on_admit_;
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type>
      work_{io_.get_executor()};
  pith::mcp::http_server_counts counts_;
  std::optional<pith::mcp::http_server> server_;
  std::string problem_;
  std::thread thread_;
};

/// Answers with the method, the target and the body.
inline void echo(const exchange_pointer& exchange) {
  const auto& request = exchange->request();
  std::string body = request.method;
  body.append(" ").append(request.target).append(" ").append(request.body);
  exchange->answer({200, {{"X-Test", "yes"}}, std::move(body)});
}

}  // namespace pith_tests

#endif  // PITH_TESTS_UNIT_MCP_NET_SERVER_RUNNING_SERVER_HPP
