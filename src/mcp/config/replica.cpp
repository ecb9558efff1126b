// SPDX-License-Identifier: MIT
#include "mcp/config/parts.hpp"

#include <algorithm>

namespace pith::mcp {

void read_replica(configuration_section& root, configuration& into) {
  constexpr std::size_t most = 16;
  if (!root.read("replica", into.replica)) return;
  const auto is_fit = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  };
  const std::string& name = into.replica;
  if (!name.empty() && name.size() <= most && std::ranges::all_of(name, is_fit))
    return;
  root.reader().fail(*root.find("replica"),
                     "replica must have 1 to 16 characters from a-z, 0-9 and "
                     "'-', not " +
                         in_quotes(name));
}

}  // namespace pith::mcp
