// SPDX-License-Identifier: MIT
/// @file
/// JSON gone over quickly: for texts that are known to be JSON, or of which
/// somebody else looks at the parts that matter. json_span.hpp looks itself.
#ifndef PITH_MCP_RAW_JSON_JSON_CURSOR_HPP
#define PITH_MCP_RAW_JSON_JSON_CURSOR_HPP

#include "mcp/raw_json/json_skip.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// Goes over a text from left to right, each byte once: values are skipped
/// without a look into them, however deep they are, or entered.
class json_cursor {
 public:
  explicit json_cursor(std::string_view text) noexcept : rest_(trimmed(text)) {}

  [[nodiscard]] bool is_at(char c) const noexcept {
    return rest_.starts_with(c);
  }
  [[nodiscard]] bool is_done() const noexcept { return rest_.empty(); }
  [[nodiscard]] const char* place() const noexcept { return rest_.data(); }

  bool skip(char c) noexcept {
    if (!is_at(c)) return false;
    take(1);
    return true;
  }
  /// A key and the colon after it; empty when there is none.
  std::string_view key() noexcept {
    const std::string_view raw = take(skip_string(rest_));
    return skip(':') ? raw : std::string_view{};
  }
  /// A value; empty when there is none.
  std::string_view value() noexcept { return take(skip_value(rest_)); }
  /// What was gone over since `begin`, without blanks after it.
  [[nodiscard]] std::string_view since(const char* begin) const noexcept {
    return trimmed({begin, static_cast<std::size_t>(place() - begin)});
  }

 private:
  std::string_view take(std::size_t length) noexcept {
    const std::string_view taken = rest_.substr(0, length);
    const std::size_t next = rest_.find_first_not_of(" \t\n\r", length);
    rest_.remove_prefix(std::min(next, rest_.size()));
    return taken;
  }

  std::string_view rest_;
};

/// The members of the object at the cursor, their values skipped, but for
/// that of a key for which `enter` returns true: that one it has gone over
/// itself. Nothing when there is no object.
template <class Enter>
std::optional<std::vector<member_span>> read_members(json_cursor& at,
                                                     Enter enter) {
  std::vector<member_span> out;
  if (!at.skip('{')) return std::nullopt;
  if (at.skip('}')) return out;
  do {
    const std::string_view key = at.key();
    if (key.empty()) return std::nullopt;
    const char* const begin = at.place();
    const bool entered = enter(key);
    const std::string_view value = entered ? at.since(begin) : at.value();
    if (value.empty()) return std::nullopt;
    out.push_back({key, value});
  } while (at.skip(','));
  if (!at.skip('}')) return std::nullopt;
  return out;
}

/// The same without a look into any of them.
[[nodiscard]] inline std::optional<std::vector<member_span>> read_members(
    json_cursor& at) {
  return read_members(at, [](std::string_view) { return false; });
}

}  // namespace pith::mcp

#endif  // PITH_MCP_RAW_JSON_JSON_CURSOR_HPP
