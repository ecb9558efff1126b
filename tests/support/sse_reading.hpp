// SPDX-License-Identifier: MIT
/// @file
/// All that mcp::sse_reader finds in a stream, kept for comparison.
#ifndef PITH_TESTS_SUPPORT_SSE_READING_HPP
#define PITH_TESTS_SUPPORT_SSE_READING_HPP

#include "mcp/http/sse.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith_tests {

/// An event that outlives the call.
struct kept_event {
  std::string raw;
  std::string data;
  std::optional<std::string> id;
  std::string event;
  bool has_data = false;

  bool operator==(const kept_event&) const = default;
};

[[nodiscard]] inline pith::mcp::sse_event event_of(const kept_event& e) {
  return {e.raw, e.data, e.id, e.event, e.has_data};
}

struct sse_reading {
  std::vector<kept_event> events;
  std::string rest;
  bool is_good = true;

  bool operator==(const sse_reading&) const = default;
};

/// Feeds `stream` in pieces of the given sizes, the last of them repeated.
/// Each piece has memory of its own, so that sanitizers see reads after it.
[[nodiscard]] inline sse_reading read_sse(std::string_view stream,
                                          const std::vector<std::size_t>& sizes,
                                          std::size_t limit = 1U << 20U) {
  pith::mcp::sse_reader reader(limit);
  sse_reading r;
  std::size_t i = 0;
  while (!stream.empty()) {
    const std::string piece(stream.substr(0, sizes[i]));
    stream.remove_prefix(piece.size());
    if (i + 1 < sizes.size()) ++i;
    r.is_good = reader.feed(piece, [&](const pith::mcp::sse_event& e) {
      r.events.push_back(
          {std::string(e.raw), e.data, e.id, e.event, e.has_data});
    });
    if (!r.is_good) return r;
  }
  r.rest = reader.rest();
  return r;
}

/// The lines of an event other than those of data, without their ends.
[[nodiscard]] inline std::vector<std::string> other_lines(
    std::string_view raw) {
  std::vector<std::string> lines;
  while (!raw.empty()) {
    const std::size_t end = std::min(raw.find_first_of("\r\n"), raw.size());
    const std::string_view line = raw.substr(0, end);
    if (line.substr(0, line.find(':')) != "data") lines.emplace_back(line);
    const std::size_t width = raw.substr(end).starts_with("\r\n") ? 2 : 1;
    raw.remove_prefix(std::min(end + width, raw.size()));
  }
  return lines;
}

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_SSE_READING_HPP
