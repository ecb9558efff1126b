// SPDX-License-Identifier: MIT
#include "mcp/access/server_headers.hpp"

#include "mcp/access/caller_match.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace pith::mcp {

namespace {

bool is_plain_principal(std::string_view principal) noexcept {
  return !principal.empty() &&
         std::all_of(principal.begin(), principal.end(),
                     [](char c) { return c > ' ' && c <= '~'; });
}

/// The value for this caller; nothing when its principal does not fit.
std::optional<std::string> filled(std::string_view value,
                                  std::string_view principal) {
  std::string out;
  while (true) {
    const std::size_t at = value.find(principal_place);
    out.append(value.substr(0, at));
    if (at == value.npos) return out;
    if (!is_plain_principal(principal)) return std::nullopt;
    out.append(principal);
    value.remove_prefix(at + principal_place.size());
  }
}

}  // namespace

std::optional<http_fields> headers_for(const http_fields& common,
                                       const std::vector<header_rule>& rules,
                                       const caller_identity& who) {
  http_fields written = common;
  const auto rule = std::find_if(
      rules.begin(), rules.end(),
      [&who](const header_rule& one) { return is_any_meant(one.who, who); });
  if (rule != rules.end()) {
    for (const http_field& field : rule->headers) {
      written.set(field.name, field.value);
    }
  }
  http_fields made;
  for (const http_field& field : written) {
    auto value = filled(field.value, who.principal);
    if (!value) return std::nullopt;
    made.add(field.name, std::move(*value));
  }
  return made;
}

}  // namespace pith::mcp
