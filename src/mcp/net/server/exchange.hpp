// SPDX-License-Identifier: MIT
/// @file
/// A request as its handler sees it, in any thread.
#ifndef PITH_MCP_NET_SERVER_EXCHANGE_HPP
#define PITH_MCP_NET_SERVER_EXCHANGE_HPP

#include "mcp/net/server/http_server.hpp"

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <memory>
#include <string>

namespace pith::mcp {

class server_connection;

/// Hands everything on to its connection, which it may outlive. When the last
/// holder drops it without an answer, the connection makes one.
class server_exchange final
    : public http_exchange,
      public std::enable_shared_from_this<server_exchange> {
 public:
  struct parts {
    boost::asio::io_context::executor_type executor;
    std::weak_ptr<server_connection> connection;
    std::uint64_t number;
    http_request request;
    std::shared_ptr<const std::string> peer;
    caller_pointer who;
  };
  explicit server_exchange(parts with) : with_(std::move(with)) {}
  ~server_exchange() override;

  [[nodiscard]] const http_request& request() const noexcept override {
    return with_.request;
  }
  [[nodiscard]] std::string_view peer() const noexcept override {
    return *with_.peer;
  }
  [[nodiscard]] const caller_pointer& who() const noexcept override {
    return with_.who;
  }
  [[nodiscard]] boost::asio::any_io_executor executor() const override {
    return with_.executor;
  }
  void answer(http_response response) override;
  void begin(int status, http_fields fields) override;
  void write(std::string bytes) override;
  void finish() override;
  void abort() override;
  [[nodiscard]] std::size_t queued() const noexcept override {
    return posted_.load(std::memory_order_relaxed) +
           waiting_.load(std::memory_order_relaxed);
  }
  void on_drained(std::function<void()> then) override;
  void on_gone(std::function<void()> then) override;

  // For the connection, in its thread.

  void set_waiting(std::size_t bytes) noexcept {
    waiting_.store(bytes, std::memory_order_relaxed);
  }
  void set_gone() noexcept {
    gone_ = true;
    set_waiting(0);
  }

 private:
  /// Calls what(connection, number) in the thread of the connection, at once
  /// when this is that thread; not at all when the connection is no more.
  template <class F>
  void tell(F what);

  parts with_;
  std::atomic<bool> ended_{false};
  std::atomic<std::size_t> posted_{0};   // on the way to the connection
  std::atomic<std::size_t> waiting_{0};  // there
  bool gone_ = false;                    // of the connection's thread
};

}  // namespace pith::mcp

#endif  // PITH_MCP_NET_SERVER_EXCHANGE_HPP
