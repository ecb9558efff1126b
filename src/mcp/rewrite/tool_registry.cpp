// SPDX-License-Identifier: MIT
#include "mcp/rewrite/tool_list.hpp"

namespace pith::mcp {

void tool_registry::note(std::string_view tool, const entry& known) {
  const std::lock_guard guard{lock_};
  if (const auto found = tools_.find(tool); found != tools_.end()) {
    const bool answers_rows = found->second.answers_rows;
    found->second = known;
    found->second.answers_rows = answers_rows;
  } else if (tools_.size() < max_tools) {
    tools_.emplace(tool, known);
  }
}

void tool_registry::note_rows(std::string_view tool) {
  const std::lock_guard guard{lock_};
  const auto found = tools_.find(tool);
  if (found != tools_.end()) found->second.answers_rows = true;
}

std::optional<tool_registry::entry> tool_registry::find(
    std::string_view tool) const {
  const std::lock_guard guard{lock_};
  const auto found = tools_.find(tool);
  if (found == tools_.end()) return std::nullopt;
  return found->second;
}

std::map<std::string, tool_registry::entry> tool_registry::all() const {
  const std::lock_guard guard{lock_};
  return {tools_.begin(), tools_.end()};
}

bool tool_registry::is_empty() const {
  const std::lock_guard guard{lock_};
  return tools_.empty();
}

bool tool_registry::is_full() const {
  const std::lock_guard guard{lock_};
  return tools_.size() >= max_tools;
}

rewrite_mode mode_of(const rewrite_policy& policy,
                     const tool_registry& registry, std::string_view tool) {
  const auto known = registry.find(tool);
  const bool passes = known ? known->is_app : registry.is_full();
  return passes ? rewrite_mode::passthrough : policy.mode_of(tool);
}

const change_rule* changes_of(const rewrite_policy& policy,
                              const tool_registry& registry,
                              std::string_view tool) {
  const change_rule* const rule = policy.changes_of(tool);
  if (rule == nullptr ||
      mode_of(policy, registry, tool) != rewrite_mode::text_only) {
    return nullptr;
  }
  const auto known = registry.find(tool);
  return known && known->has_since ? nullptr : rule;
}

}  // namespace pith::mcp
