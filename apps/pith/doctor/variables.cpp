// SPDX-License-Identifier: MIT
#include "doctor/variables.hpp"

#include "terminal/terminal.hpp"

#include <algorithm>

namespace cli {

namespace {

constexpr std::string_view env_prefix = "env:";

}  // namespace

expanded_text expand_variables(std::string_view text) {
  expanded_text out;
  while (!text.empty()) {
    const std::size_t begin = text.find("${");
    const std::size_t end = begin == text.npos ? begin : text.find('}', begin);
    if (end == text.npos) break;
    out.text.append(text.substr(0, begin));
    const std::string_view inside = text.substr(begin + 2, end - begin - 2);
    text.remove_prefix(end + 1);
    std::string_view name = inside;
    if (name.starts_with(env_prefix)) name.remove_prefix(env_prefix.size());
    const std::size_t dash = std::min(name.find(":-"), name.size());
    const std::string key{name.substr(0, dash)};
    std::string_view value = environment(key.c_str());
    if (value.empty() && dash < name.size()) {
      value = name.substr(dash + 2);
    } else if (value.empty()) {
      out.unknown = inside;
      return out;
    }
    out.text.append(value);
  }
  out.text.append(text);
  return out;
}

}  // namespace cli
