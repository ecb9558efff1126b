// SPDX-License-Identifier: MIT
#include "mcp/protocol/param_registry.hpp"

#include "mcp/raw_json/json_span.hpp"

#include <utility>

namespace pith::mcp {

void param_registry::note(std::string_view result) {
  const auto list = find_member(result, "tools");
  const auto tools = list ? elements_of(*list) : std::nullopt;
  if (!tools) return;
  for (const std::string_view tool : *tools) {
    const auto raw = find_member(tool, "name");
    const auto name = raw ? text_of(*raw) : std::nullopt;
    if (!name) continue;
    // Few tools have the word at all, and reading a schema costs.
    std::vector<param_header> declared;
    if (tool.find("x-mcp-header") != std::string_view::npos) {
      const auto schema = find_member(tool, "inputSchema");
      auto found = schema ? param_headers_of(*schema) : std::nullopt;
      if (found) declared = std::move(*found);
    }
    if (declared.empty()) {
      tools_.erase(*name);
    } else if (tools_.size() < max_tools || tools_.contains(*name)) {
      tools_.insert_or_assign(*name, std::move(declared));
    }
  }
}

const std::vector<param_header>* param_registry::find(const message& m) const {
  if (m.method != "tools/call") return nullptr;
  const auto known = tools_.find(tool_name(m));
  return known == tools_.end() ? nullptr : &known->second;
}

std::optional<header_refusal> param_registry::check(const http_fields& fields,
                                                    const message& m) const {
  const auto* const declared = find(m);
  if (declared == nullptr) return std::nullopt;
  return check_param_headers(fields, *declared,
                             find_member(m.params, "arguments").value_or("{}"));
}

void param_registry::set(http_fields& fields, const message& m) const {
  const auto* const declared = find(m);
  if (declared == nullptr) return;
  set_param_headers(fields, *declared,
                    find_member(m.params, "arguments").value_or("{}"));
}

}  // namespace pith::mcp
