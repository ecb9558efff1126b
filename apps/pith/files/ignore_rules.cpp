// SPDX-License-Identifier: MIT
#include "files/ignore_rules.hpp"

#include <algorithm>
#include <ranges>

namespace cli::files {

namespace {

/// Blanks at the end do not count, unless a backslash stands before them.
std::string_view without_last_blanks(std::string_view line) {
  std::size_t end = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\\') {
      if (++at == line.size()) return line;
      end = at + 1;
    } else if (line[at] != ' ') {
      end = at + 1;
    }
  }
  return line.substr(0, end);
}

}  // namespace

ignore_rules::ignore_rules(std::string_view text) {
  text = text.substr(0, max_bytes);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty() && rules_.size() < max_rules) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.size() <= max_line_bytes && !line.starts_with('#')) {
      add(without_last_blanks(line));
    }
  }
}

void ignore_rules::add(std::string_view line) {
  const bool keeps = line.starts_with('!');
  if (keeps) line.remove_prefix(1);
  const bool is_for_directories = line.ends_with('/');
  if (is_for_directories) line.remove_suffix(1);
  if (line.empty()) return;
  const bool is_for_names = line.find('/') == std::string_view::npos;
  if (line[0] == '/') line.remove_prefix(1);
  rules_.push_back({glob(line), keeps, is_for_names, is_for_directories});
}

std::optional<bool> ignore_rules::decide(std::string_view path,
                                         bool is_directory) const {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (const rule& one : rules_ | std::views::reverse) {
    if (one.is_for_directories && !is_directory) continue;
    if (one.pattern.matches(one.is_for_names ? name : path)) return !one.keeps;
  }
  return std::nullopt;
}

bool ignore_stack::ignores(std::string_view path, bool is_directory) const {
  for (const level& one : levels_ | std::views::reverse) {
    const auto decided =
        one.rules.decide(path.substr(one.base_bytes), is_directory);
    if (decided) return *decided;
  }
  return false;
}

}  // namespace cli::files
