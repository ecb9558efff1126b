// SPDX-License-Identifier: MIT
#include "mcp/tenants/call_rate.hpp"

#include <algorithm>

namespace pith::mcp {

bool call_rate::take(std::string_view key, std::size_t per_second,
                     std::size_t count, clock::time_point now) {
  const auto most = static_cast<double>(per_second);
  auto found = buckets_.find(key);
  if (found == buckets_.end()) {
    if (buckets_.size() >= sweep_size_) forget_full(now);
    found = buckets_.emplace(key, bucket{most, now}).first;
  }
  bucket& own = found->second;
  const std::chrono::duration<double> passed = now - own.counted_at;
  own.calls_left = std::min(most, own.calls_left + passed.count() * most);
  own.counted_at = now;
  const auto asked = static_cast<double>(count);
  if (asked > own.calls_left) return false;
  own.calls_left -= asked;
  return true;
}

/// A bucket is full again after a second, so it can be forgotten.
void call_rate::forget_full(clock::time_point now) {
  std::erase_if(buckets_, [now](const auto& known) {
    return now - known.second.counted_at >= std::chrono::seconds{1};
  });
  sweep_size_ = std::max(min_sweep, 2 * buckets_.size());
}

}  // namespace pith::mcp
