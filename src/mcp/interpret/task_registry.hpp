// SPDX-License-Identifier: MIT
/// @file
/// Which tool a task runs, so that its result is treated as that tool's.
#ifndef PITH_MCP_INTERPRET_TASK_REGISTRY_HPP
#define PITH_MCP_INTERPRET_TASK_REGISTRY_HPP

#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace pith::mcp {

/// Tasks by their id. Bounded: the oldest are forgotten. Safe for several
/// threads.
class task_registry {
 public:
  void note(std::string task, std::string tool);
  [[nodiscard]] std::optional<std::string> find(const std::string& task) const;

 private:
  static constexpr std::size_t most = 10'000;

  mutable std::mutex lock_;
  std::unordered_map<std::string, std::string> tools_;
  std::deque<std::string> order_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_INTERPRET_TASK_REGISTRY_HPP
