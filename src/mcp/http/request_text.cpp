// SPDX-License-Identifier: MIT
#include "mcp/http/request_text.hpp"

#include "mcp/http/head.hpp"

#include <algorithm>
#include <array>

namespace pith::mcp {

namespace {

constexpr std::array<std::string_view, 4> own_fields = {
    "Host", "Content-Length", "Connection", "Transfer-Encoding"};

bool is_own(std::string_view name) noexcept {
  return std::any_of(own_fields.begin(), own_fields.end(),
                     [name](std::string_view f) { return same_name(f, name); });
}

bool is_target(std::string_view text) noexcept {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return c > 0x20 && c < 0x7F;
  });
}

bool is_value(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0x20 && byte != 0x7F) || c == '\t';
  });
}

void append_field(std::string& out, std::string_view name,
                  std::string_view value) {
  out.append(name).append(": ").append(value).append("\r\n");
}

}  // namespace

std::optional<std::string> request_head(const http_request& request,
                                        std::string_view authority) {
  if (!is_token(request.method) || !is_target(request.target)) {
    return std::nullopt;
  }
  std::string out;
  out.reserve(512);
  out.append(request.method).append(" ").append(request.target);
  out.append(" HTTP/1.1\r\n");
  append_field(out, "Host", authority);
  for (const http_field& field : request.fields) {
    if (is_own(field.name)) continue;
    if (!is_token(field.name) || !is_value(field.value)) return std::nullopt;
    append_field(out, field.name, field.value);
  }
  const bool has_length = !request.body.empty() || request.method == "POST" ||
                          request.method == "PUT" || request.method == "PATCH";
  if (has_length) {
    append_field(out, "Content-Length", std::to_string(request.body.size()));
  }
  out += "\r\n";
  return out;
}

}  // namespace pith::mcp
