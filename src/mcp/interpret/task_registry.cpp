// SPDX-License-Identifier: MIT
#include "mcp/interpret/task_registry.hpp"

#include <utility>

namespace pith::mcp {

void task_registry::note(std::string task, std::string tool) {
  const std::lock_guard hold{lock_};
  if (!tools_.insert_or_assign(task, std::move(tool)).second) return;
  order_.push_back(std::move(task));
  if (order_.size() <= most) return;
  tools_.erase(order_.front());
  order_.pop_front();
}

std::optional<std::string> task_registry::find(const std::string& task) const {
  const std::lock_guard hold{lock_};
  const auto found = tools_.find(task);
  if (found == tools_.end()) return std::nullopt;
  return found->second;
}

}  // namespace pith::mcp
