// SPDX-License-Identifier: MIT
#include "mcp/rewrite/tool_list.hpp"

namespace pith::mcp {

void tool_book::note(std::string_view tool, const entry& known) {
  const std::lock_guard guard{lock_};
  if (const auto found = tools_.find(tool); found != tools_.end()) {
    found->second = known;
  } else if (tools_.size() < max_tools) {
    tools_.emplace(tool, known);
  }
}

std::optional<tool_book::entry> tool_book::find(std::string_view tool) const {
  const std::lock_guard guard{lock_};
  const auto found = tools_.find(tool);
  if (found == tools_.end()) return std::nullopt;
  return found->second;
}

std::map<std::string, tool_book::entry> tool_book::all() const {
  const std::lock_guard guard{lock_};
  return {tools_.begin(), tools_.end()};
}

bool tool_book::is_empty() const {
  const std::lock_guard guard{lock_};
  return tools_.empty();
}

bool tool_book::is_full() const {
  const std::lock_guard guard{lock_};
  return tools_.size() >= max_tools;
}

rewrite_mode mode_of(const rewrite_policy& policy, const tool_book& book,
                     std::string_view tool) {
  const auto known = book.find(tool);
  const bool passes = known ? known->is_app : book.is_full();
  return passes ? rewrite_mode::passthrough : policy.mode_of(tool);
}

}  // namespace pith::mcp
