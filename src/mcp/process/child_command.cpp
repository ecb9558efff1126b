// SPDX-License-Identifier: MIT
#include "mcp/process/child_command.hpp"

#include "mcp/system/environment_list.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace pith::mcp {

namespace {

bool is_same(std::string_view a, std::string_view b) {
  return !is_variable_less(a, b) && !is_variable_less(b, a);
}

bool names_it(std::string_view pattern, std::string_view name) {
  if (!pattern.empty() && pattern.back() == '*') {
    pattern.remove_suffix(1);
    return is_same(name.substr(0, pattern.size()), pattern);
  }
  return is_same(name, pattern);
}

/// How the variables of a child are found.
struct variable_order {
  bool operator()(const std::string& a, const std::string& b) const {
    return is_variable_less(a, b);
  }
};

bool is_passed(const child_command& command, std::string_view name) {
  const auto fits = [name](std::string_view pattern) {
    return names_it(pattern, name);
  };
  return std::ranges::any_of(usual_variables(), fits) ||
         std::ranges::any_of(command.pass_environment, fits);
}

}  // namespace

std::vector<std::string> environment_of(const child_command& command) {
  std::map<std::string, std::string, variable_order> variables;
  for (char** at = environment_list(); at != nullptr && *at != nullptr; ++at) {
    const std::string_view entry(*at);
    const std::size_t equals = entry.find('=');
    if (equals == std::string_view::npos || equals == 0) continue;
    const std::string_view value = entry.substr(equals + 1);
    // A shell function in disguise: some shells would run it.
    if (value.substr(0, 2) == "()") continue;
    const std::string_view name = entry.substr(0, equals);
    if (is_passed(command, name)) variables.emplace(name, value);
  }
  for (const auto& [name, value] : command.environment) {
    variables.insert_or_assign(name, value);
  }
  std::vector<std::string> out;
  out.reserve(variables.size());
  for (const auto& [name, value] : variables) {
    std::string& entry = out.emplace_back(name);
    entry += '=';
    entry += value;
  }
  return out;
}

}  // namespace pith::mcp
