// SPDX-License-Identifier: MIT
#include "mcp/trace/span_queue.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pith::mcp {

span_queue::taken span_queue::push(trace_span one) {
  const std::lock_guard hold{lock_};
  if (spans_.size() >= capacity) return taken::dropped;
  spans_.push_back(std::move(one));
  if (spans_.size() % batch == 0 && waker_) waker_();
  return taken::kept;
}

std::vector<trace_span> span_queue::take() {
  const std::lock_guard hold{lock_};
  const auto count =
      static_cast<std::ptrdiff_t>(std::min(batch, spans_.size()));
  const auto end = spans_.begin() + count;
  std::vector<trace_span> out{std::make_move_iterator(spans_.begin()),
                              std::make_move_iterator(end)};
  spans_.erase(spans_.begin(), end);
  return out;
}

std::size_t span_queue::size() const {
  const std::lock_guard hold{lock_};
  return spans_.size();
}

void span_queue::wake_with(std::function<void()> waker) {
  const std::lock_guard hold{lock_};
  waker_ = std::move(waker);
}

}  // namespace pith::mcp
