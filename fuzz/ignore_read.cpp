// SPDX-License-Identifier: MIT
/// @file
/// Whatever a .gitignore file is, it is read, and a path is ignored or not; a
/// rule that is added at the end has the last word.
#include "files/ignore_rules.hpp"
#include "require.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace cli::files;
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  // The first line is a path.
  const std::size_t end = std::min(all.find('\n'), all.size());
  const std::string_view path = all.substr(0, end);
  const std::string_view text = all.substr(std::min(end + 1, all.size()));
  if (path.empty() || path.size() > 200 || size > 20'000) return 0;
  const ignore_rules rules(text);
  const auto as_file = rules.decide(path, false);
  const auto as_directory = rules.decide(path, true);
  // Only rules for directories make a difference.
  if (text.find('/') == std::string_view::npos)
    require(as_file == as_directory);
  const ignore_rules more(std::string(text) + "\n**\n");
  require(more.decide(path, false) == true || path.back() == '/');
  const ignore_rules less(std::string(text) + "\n!**\n");
  require(less.decide(path, false) == false || path.back() == '/');
  ignore_stack stack;
  stack.push("", rules);
  require(stack.ignores(path, false) == as_file.value_or(false));
  return 0;
}
