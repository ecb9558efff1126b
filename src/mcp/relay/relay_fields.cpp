// SPDX-License-Identifier: MIT
#include "mcp/relay/relay_fields.hpp"

#include <algorithm>
#include <array>

namespace pith::mcp {

namespace {

constexpr std::array<std::string_view, 12> to_server{
    "Accept",     "Accept-Language", "Content-Type",         "Last-Event-ID",
    "Mcp-Method", "Mcp-Name",        "MCP-Protocol-Version", "Mcp-Session-Id",
    "User-Agent", "baggage",         "traceparent",          "tracestate"};

constexpr std::array<std::string_view, 7> to_client{"Allow",
                                                    "Cache-Control",
                                                    "Content-Type",
                                                    "MCP-Protocol-Version",
                                                    "Mcp-Session-Id",
                                                    "Retry-After",
                                                    "X-Accel-Buffering"};

template <std::size_t Count>
bool is_among(const std::array<std::string_view, Count>& names,
              std::string_view name) noexcept {
  return std::any_of(names.begin(), names.end(),
                     [name](std::string_view n) { return same_name(n, name); });
}

bool is_parameter(std::string_view name) noexcept {
  constexpr std::string_view prefix = "Mcp-Param-";
  return name.size() > prefix.size() &&
         same_name(name.substr(0, prefix.size()), prefix);
}

}  // namespace

http_fields fields_for_server(const http_fields& from_client) {
  http_fields kept;
  for (const http_field& field : from_client) {
    if (is_among(to_server, field.name) || is_parameter(field.name)) {
      kept.add(field.name, field.value);
    }
  }
  return kept;
}

http_fields fields_for_client(const http_fields& from_server) {
  http_fields kept;
  for (const http_field& field : from_server) {
    if (is_among(to_client, field.name)) kept.add(field.name, field.value);
  }
  return kept;
}

}  // namespace pith::mcp
