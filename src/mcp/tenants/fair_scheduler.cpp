// SPDX-License-Identifier: MIT
#include "mcp/tenants/fair_scheduler.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <utility>

namespace pith::mcp {

void fair_scheduler::run(std::string whose, std::size_t bytes,
                         std::function<void()> work) {
  jobs_.push(std::move(whose), bytes, std::move(work));
  run_rest_later();
}

void fair_scheduler::run_rest_later() {
  if (is_posted_ || jobs_.empty()) return;
  is_posted_ = true;
  std::function<void()> go_on = [self = weak_from_this()] {
    if (const auto scheduler = self.lock()) scheduler->run_some();
  };
  boost::asio::post(io_, std::move(go_on));
}

void fair_scheduler::run_some() {
  is_posted_ = false;
  const auto end = std::chrono::steady_clock::now() + time_to_run_;
  // One job runs in any case. A thread that the system stops right here finds
  // its time over, and nobody else would run what is left.
  do {
    if (jobs_.empty()) return;
    const auto work = jobs_.pop();
    // If it throws, the others still have their turn.
    run_rest_later();
    work();
  } while (std::chrono::steady_clock::now() < end);
}

}  // namespace pith::mcp
