// SPDX-License-Identifier: MIT
#include "mcp/hub/event_log.hpp"

#include <charconv>

namespace pith::mcp {

std::string event_id(const event_place& where) {
  std::string id = std::to_string(where.stream);
  id += '-';
  id += std::to_string(where.number);
  return id;
}

std::optional<event_place> read_event_id(std::string_view id) {
  event_place where;
  const char* const end = id.data() + id.size();
  const auto first = std::from_chars(id.data(), end, where.stream);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '-') {
    return std::nullopt;
  }
  const auto second = std::from_chars(first.ptr + 1, end, where.number);
  if (second.ec != std::errc{} || second.ptr != end) return std::nullopt;
  // One spelling only, so that ids are unique as texts too.
  if (event_id(where) != id) return std::nullopt;
  return where;
}

std::uint64_t event_log::append(std::string_view data) {
  ++last_;
  if (data.size() > max_event_bytes) {
    entries_.clear();
    bytes_ = 0;
    return last_;
  }
  entries_.push_back({last_, std::string(data)});
  bytes_ += data.size();
  while (entries_.size() > max_events ||
         (bytes_ > max_bytes && entries_.size() > 1)) {
    bytes_ -= entries_.front().data.size();
    entries_.pop_front();
  }
  return last_;
}

bool event_log::reaches(std::uint64_t number) const noexcept {
  if (number >= last_) return number == last_;
  return !entries_.empty() && entries_.front().number <= number + 1;
}

}  // namespace pith::mcp
