// SPDX-License-Identifier: MIT
#include "mcp/jwt/strict_object.hpp"

#include "mcp/raw_json/json_span.hpp"
#include "mcp/raw_json/json_text.hpp"

#include <algorithm>

namespace pith::mcp {

std::optional<strict_object> strict_object::read(std::string_view text) {
  if (find_json_fault(text)) return std::nullopt;
  const auto spans = members_of(text);
  if (!spans) return std::nullopt;
  std::vector<named_value> members;
  members.reserve(spans->size());
  for (const member_span& span : *spans) {
    auto name = text_of(span.key);
    if (!name) return std::nullopt;
    members.emplace_back(std::move(*name), span.value);
  }
  const auto by_name = [](const named_value& a, const named_value& b) {
    return a.first < b.first;
  };
  std::sort(members.begin(), members.end(), by_name);
  const auto twice =
      std::adjacent_find(members.begin(), members.end(),
                         [](const named_value& a, const named_value& b) {
                           return a.first == b.first;
                         });
  if (twice != members.end()) return std::nullopt;
  return strict_object(std::move(members));
}

std::optional<std::string_view> strict_object::find(
    std::string_view name) const {
  const auto at =
      std::lower_bound(members_.begin(), members_.end(), name,
                       [](const named_value& member, std::string_view wanted) {
                         return member.first < wanted;
                       });
  if (at == members_.end() || at->first != name) return std::nullopt;
  return at->second;
}

std::optional<std::string> strict_object::text(std::string_view name) const {
  const auto raw = find(name);
  if (!raw) return std::nullopt;
  return text_of(*raw);
}

}  // namespace pith::mcp
