// SPDX-License-Identifier: MIT
#include "mcp/trace/trace_context.hpp"

#include "mcp/protocol/hex.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace pith::mcp {

namespace {

constexpr std::size_t traceparent_bytes = 55;  // of version 00
constexpr std::size_t trace_at = 3;
constexpr std::size_t span_at = 36;
constexpr std::size_t flags_at = 53;
constexpr std::size_t max_key_bytes = 256;
constexpr std::size_t max_value_bytes = 256;

bool is_small_letter(char c) noexcept { return c >= 'a' && c <= 'z'; }
bool is_plain_digit(char c) noexcept { return c >= '0' && c <= '9'; }

/// Nothing for capital letters, too.
std::optional<unsigned> hex_digit(char c) noexcept {
  if (is_plain_digit(c)) return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10U;
  return std::nullopt;
}

/// Fills `into` with two digits each; false when there are others.
bool read_hex(std::string_view digits, std::span<unsigned char> into) noexcept {
  for (std::size_t i = 0; i < into.size(); ++i) {
    const auto high = hex_digit(digits[2 * i]);
    const auto low = hex_digit(digits[2 * i + 1]);
    if (!high || !low) return false;
    into[i] = static_cast<unsigned char>(*high * 16U + *low);
  }
  return true;
}

bool is_zero(std::span<const unsigned char> id) noexcept {
  return std::all_of(id.begin(), id.end(),
                     [](unsigned char byte) { return byte == 0; });
}

bool is_state_key(std::string_view key) noexcept {
  if (key.empty() || key.size() > max_key_bytes) return false;
  if (!is_small_letter(key.front()) && !is_plain_digit(key.front()))
    return false;
  constexpr std::string_view marks = "_-*/@";
  return std::all_of(key.begin(), key.end(), [marks](char c) {
    return is_small_letter(c) || is_plain_digit(c) ||
           marks.find(c) != marks.npos;
  });
}

bool is_state_value(std::string_view value) noexcept {
  if (value.empty() || value.size() > max_value_bytes) return false;
  return value.back() != ' ' &&
         std::all_of(value.begin(), value.end(), [](char c) {
           return c >= ' ' && c <= '~' && c != ',' && c != '=';
         });
}

std::string_view without_ows(std::string_view text) noexcept {
  constexpr std::string_view blanks = " \t";
  const std::size_t begin =
      std::min(text.find_first_not_of(blanks), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

}  // namespace

std::optional<trace_context> read_traceparent(std::string_view text) noexcept {
  if (text.size() < traceparent_bytes || text.size() > max_traceparent_bytes) {
    return std::nullopt;
  }
  std::array<unsigned char, 1> version{};
  std::array<unsigned char, 1> flags{};
  trace_context read;
  if (text[trace_at - 1] != '-' || text[span_at - 1] != '-' ||
      text[flags_at - 1] != '-' || !read_hex(text, version) ||
      !read_hex(text.substr(trace_at), read.trace) ||
      !read_hex(text.substr(span_at), read.span) ||
      !read_hex(text.substr(flags_at), flags)) {
    return std::nullopt;
  }
  constexpr unsigned char no_version = 0xFF;
  const bool has_more = text.size() > traceparent_bytes;
  if (version[0] == no_version || (version[0] == 0 && has_more) ||
      (has_more && text[traceparent_bytes] != '-')) {
    return std::nullopt;
  }
  if (is_zero(read.trace) || is_zero(read.span)) return std::nullopt;
  read.flags = static_cast<unsigned char>(
      flags[0] & (trace_context::sampled_flag | trace_context::random_flag));
  return read;
}

std::optional<std::string> read_tracestate(std::string_view text) {
  if (text.size() > max_tracestate_bytes) return std::nullopt;
  std::vector<std::string_view> keys;
  std::string out;
  while (!text.empty()) {
    const std::string_view whole = text.substr(0, text.find(','));
    text.remove_prefix(std::min(whole.size() + 1, text.size()));
    const std::string_view member = without_ows(whole);
    if (member.empty()) continue;
    const std::size_t mark = member.find('=');
    if (mark == member.npos) return std::nullopt;
    const std::string_view key = member.substr(0, mark);
    if (!is_state_key(key) || !is_state_value(member.substr(mark + 1)) ||
        std::find(keys.begin(), keys.end(), key) != keys.end() ||
        keys.size() == max_tracestate_members) {
      return std::nullopt;
    }
    keys.push_back(key);
    if (!out.empty()) out.push_back(',');
    out.append(member);
  }
  return out;
}

std::optional<trace_context> read_trace_context(std::string_view traceparent,
                                                std::string_view tracestate) {
  auto read = read_traceparent(traceparent);
  if (read) read->state = read_tracestate(tracestate).value_or(std::string{});
  return read;
}

std::string traceparent_text(const trace_context& context) {
  std::string text = "00-";
  text.reserve(traceparent_bytes);
  text.append(hex_of(context.trace)).push_back('-');
  text.append(hex_of(context.span)).push_back('-');
  const std::array<unsigned char, 1> flags{context.flags};
  text.append(hex_of(flags));
  return text;
}

}  // namespace pith::mcp
