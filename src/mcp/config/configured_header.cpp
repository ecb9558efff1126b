// SPDX-License-Identifier: MIT
#include "mcp/config/configured_header.hpp"

#include "mcp/config/reader.hpp"
#include "mcp/http/head.hpp"
#include "mcp/http/types.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace pith::mcp {

namespace {

constexpr std::string_view environment_mark = "env:";

// Set by whoever speaks HTTP or MCP; a configuration that sets one of them
// would break the protocol.
constexpr std::array<std::string_view, 14> kept_headers{
    "host",       "content-length",    "connection",
    "upgrade",    "transfer-encoding", "te",
    "trailer",    "keep-alive",        "expect",
    "accept",     "content-type",      "mcp-session-id",
    "mcp-method", "mcp-name"};

/// Nothing that could end the line or begin with a blank.
bool is_header_value(std::string_view value) noexcept {
  return std::all_of(value.begin(), value.end(),
                     [](char c) {
                       const auto byte = static_cast<unsigned char>(c);
                       return byte == '\t' || (byte >= 0x20 && byte != 0x7F);
                     }) &&
         (value.empty() || (value.front() > ' ' && value.back() > ' '));
}

}  // namespace

configured_text read_secret(std::string_view text) {
  if (!text.starts_with(environment_mark)) return {std::string(text), {}};
  const std::string name{text.substr(environment_mark.size())};
  const char* const value =
      std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe): at the start
  if (value != nullptr && *value != '\0') return {value, {}};
  return {std::nullopt,
          "the environment variable " + in_quotes(name) +
              " is not set, or is empty; set it before you start pith"};
}

std::string check_header_name(std::string_view name) {
  if (!is_token(name)) return in_quotes(name) + " is not a valid header name";
  const bool is_kept = std::any_of(
      kept_headers.begin(), kept_headers.end(),
      [name](std::string_view other) { return same_name(name, other); });
  return is_kept
             ? in_quotes(name) + " is a header that pith sets itself; remove it"
             : "";
}

configured_text read_header_value(std::string_view name,
                                  std::string_view text) {
  const std::size_t blank = text.find(' ');
  const bool has_word = blank != text.npos &&
                        text.substr(blank + 1).starts_with(environment_mark);
  const std::size_t begin = has_word ? blank + 1 : 0;
  configured_text value = read_secret(text.substr(begin));
  if (!value.text) return value;
  value.text->insert(0, text.substr(0, begin));
  if (is_header_value(*value.text)) return value;
  return {std::nullopt,
          "the value of " + in_quotes(name) +
              " is not a valid header value; remove control characters, and "
              "blanks at its ends"};
}

}  // namespace pith::mcp
