// SPDX-License-Identifier: MIT
#include "mcp/trace/export_answer.hpp"

#include "mcp/raw_json/json_span.hpp"

#include <algorithm>
#include <charconv>
#include <string>

namespace pith::mcp {

export_outcome outcome_of(int status) noexcept {
  if (status >= 200 && status < 300) return export_outcome::taken;
  switch (status) {
    case 429:
    case 502:
    case 503:
    case 504:
      return export_outcome::later;
    default:
      return export_outcome::refused;
  }
}

std::optional<std::chrono::seconds> read_retry_after(
    std::string_view text) noexcept {
  constexpr unsigned most = 60;
  unsigned seconds = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, failed] = std::from_chars(text.data(), end, seconds);
  if (failed != std::errc{} || stop != end) return std::nullopt;
  return std::chrono::seconds(std::min(seconds, most));
}

std::size_t rejected_spans(std::string_view body, std::size_t sent) {
  const auto raw = find_path(body, {"partialSuccess", "rejectedSpans"});
  if (!raw) return 0;
  // As a string or as a number: JSON of protocol buffers has both.
  const std::string text = text_of(*raw).value_or(std::string(*raw));
  const auto count = unsigned_of(text);
  return count ? static_cast<std::size_t>(std::min<std::uint64_t>(*count, sent))
               : 0;
}

std::chrono::milliseconds retry_pause(std::chrono::milliseconds first,
                                      unsigned tries,
                                      std::uint64_t noise) noexcept {
  constexpr std::chrono::milliseconds longest{30'000};
  constexpr unsigned most_doublings = 16;
  const auto whole =
      std::min(longest, first * (1 << std::min(tries - 1, most_doublings)));
  constexpr std::uint64_t steps = 1024;
  const auto off = static_cast<std::int64_t>(noise % steps);
  return whole - whole * off / static_cast<std::int64_t>(2 * steps);
}

}  // namespace pith::mcp
