// SPDX-License-Identifier: MIT
/// @file
/// A message as one line, as stdio wants it.
#ifndef PITH_MCP_PROTOCOL_ONE_LINE_HPP
#define PITH_MCP_PROTOCOL_ONE_LINE_HPP

#include <algorithm>
#include <string>
#include <string_view>

namespace pith::mcp {

/// The message without line breaks. JSON has them between its tokens only,
/// where a space says the same.
[[nodiscard]] inline std::string one_line(std::string_view message) {
  std::string line(message);
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::replace(line.begin(), line.end(), '\r', ' ');
  return line;
}

}  // namespace pith::mcp

#endif  // PITH_MCP_PROTOCOL_ONE_LINE_HPP
