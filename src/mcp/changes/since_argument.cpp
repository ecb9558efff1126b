// SPDX-License-Identifier: MIT
#include "mcp/changes/since_argument.hpp"

#include "mcp/raw_json/json_span.hpp"

#include <vector>

namespace pith::mcp {

namespace {

/// Short: every model pays for it with every list.
constexpr std::string_view since_member =
    R"("pith_since":{"type":"string","description":)"
    R"("pith_since of an earlier result you still see: get only changes"})";

std::optional<std::string_view> properties_of(std::string_view definition) {
  return find_path(definition, {"inputSchema", "properties"});
}

}  // namespace

bool has_since(std::string_view definition) {
  const auto properties = properties_of(definition);
  return properties && find_member(*properties, since_argument);
}

std::optional<std::string> with_since(std::string_view definition) {
  const auto schema = find_member(definition, "inputSchema");
  if (!schema) return std::nullopt;
  const auto keywords = members_of(*schema);
  if (!keywords) return std::nullopt;
  splice changed{definition};
  const auto properties = find_member(*schema, "properties");
  if (!properties) {
    // A tool without arguments may leave them out.
    std::string member = R"("properties":{)";
    member.append(since_member).push_back('}');
    if (!keywords->empty()) member.push_back(',');
    changed.replace(schema->substr(1, 0), member);
    return changed.finish();
  }
  const auto members = members_of(*properties);
  if (!members || has_since(definition)) return std::nullopt;
  std::string member(members->empty() ? "" : ",");
  member.append(since_member);
  changed.replace(properties->substr(properties->size() - 1, 0), member);
  return changed.finish();
}

std::string written_since(std::string_view handle) {
  std::string out{'"'};
  out.append(since_argument).append(R"(":")").append(handle).push_back('"');
  return out;
}

std::optional<taken_since> take_since(std::string_view text,
                                      std::string_view arguments) {
  const auto members = members_of(arguments);
  if (!members) return std::nullopt;
  taken_since out;
  splice changed{text};
  for (const member_span& member : *members) {
    if (!is_text(member.key, since_argument)) continue;
    out.handle = text_of(member.value).value_or("");
    changed.remove_member(member);
  }
  if (!changed.has_changes()) return std::nullopt;
  out.text = changed.finish();
  return out;
}

}  // namespace pith::mcp
