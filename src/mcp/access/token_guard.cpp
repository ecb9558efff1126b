// SPDX-License-Identifier: MIT
#include "mcp/access/token_guard.hpp"

#include <algorithm>
#include <utility>

namespace pith::mcp {

namespace {

constexpr std::string_view other_addresses = "(others)";

}  // namespace

token_guard::record& token_guard::record_of(std::string_view address,
                                            clock::time_point now) {
  if (const auto known = records_.find(address); known != records_.end()) {
    return known->second;
  }
  if (records_.size() >= max_addresses) {
    // Whoever has been quiet since has nothing to be remembered for.
    std::erase_if(records_, [now](const auto& one) {
      return now - one.second.since >= quiet_time;
    });
  }
  const bool has_room = records_.size() < max_addresses;
  return records_
      .try_emplace(std::string(has_room ? address : other_addresses),
                   record{.since = now})
      .first->second;
}

token_guard::verdict token_guard::refused(std::string_view address,
                                          clock::time_point now) {
  const std::lock_guard guard{lock_};
  record& of = record_of(address, now);
  if (now - of.since >= quiet_time) {
    of.since = now;
    of.in_window = 0;
  }
  ++of.in_window;
  ++of.unlogged;
  verdict made;
  const auto most =
      static_cast<std::uint64_t>(max_delay.count() / delay_step.count());
  made.delay = delay_step * static_cast<int>(std::min(of.in_window, most));
  if (of.logged == clock::time_point{} || now - of.logged >= quiet_time) {
    of.logged = now;
    made.unlogged = std::exchange(of.unlogged, 0);
  }
  return made;
}

}  // namespace pith::mcp
