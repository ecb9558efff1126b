// SPDX-License-Identifier: MIT
/// @file
/// The work of one I/O thread, so that no tenant's answers wait for all those
/// of another.
#ifndef PITH_MCP_TENANTS_FAIR_SCHEDULER_HPP
#define PITH_MCP_TENANTS_FAIR_SCHEDULER_HPP

#include "mcp/net/asio_names.hpp"
#include "mcp/tenants/fair_queue.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace pith::mcp {

/// Runs jobs in the thread of an io_context. An io_context alone runs what is
/// ready in the order of arrival: whoever has many connections delays all
/// others by as many jobs. Here tenants take turns, and what other sockets have
/// to say is read between the jobs. Use it in that thread only.
class fair_scheduler : public std::enable_shared_from_this<fair_scheduler> {
 public:
  /// Long enough that asking the sockets between jobs costs little, and shorter
  /// than anybody notices.
  static constexpr std::chrono::microseconds default_time_to_run{200};

  /// The io_context must outlive it. Jobs run for `time_to_run` before the
  /// sockets are asked; the last one that began runs to its end.
  explicit fair_scheduler(
      boost::asio::io_context& io,
      std::chrono::microseconds time_to_run = default_time_to_run)
      : io_(io), time_to_run_(time_to_run) {}

  /// Runs `work` later, after all that this tenant has asked for before.
  /// `bytes` is how much it works on.
  void run(std::string whose, std::size_t bytes, std::function<void()> work);
  /// Drops what it has not begun. Needed at the end: jobs may own what owns
  /// this.
  void clear() { jobs_.clear(); }

 private:
  void run_some();
  void run_rest_later();

  boost::asio::io_context& io_;
  std::chrono::microseconds time_to_run_;
  fair_queue<std::function<void()>> jobs_;
  bool is_posted_ = false;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_TENANTS_FAIR_SCHEDULER_HPP
