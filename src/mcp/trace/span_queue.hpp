// SPDX-License-Identifier: MIT
/// @file
/// Spans that are to be exported.
#ifndef PITH_MCP_TRACE_SPAN_QUEUE_HPP
#define PITH_MCP_TRACE_SPAN_QUEUE_HPP

#include "mcp/trace/span.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

namespace pith::mcp {

/// Bounded, and safe for several threads. Whoever puts a span in never waits
/// for whoever takes it out: when it is full, the new span is dropped.
class span_queue {
 public:
  static constexpr std::size_t capacity = 2048;
  static constexpr std::size_t batch = 512;

  enum class taken : std::uint8_t { kept, dropped };

  /// Calls the waker when a batch has come together.
  taken push(trace_span one);
  /// The oldest, at most a batch; empty when there are none.
  [[nodiscard]] std::vector<trace_span> take();
  [[nodiscard]] std::size_t size() const;
  /// Called in the thread of whoever pushes, under the lock: it must not block,
  /// nor use the queue. Null: nobody is called, not even at this moment.
  void wake_with(std::function<void()> waker);

 private:
  mutable std::mutex lock_;
  std::deque<trace_span> spans_;
  std::function<void()> waker_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_TRACE_SPAN_QUEUE_HPP
