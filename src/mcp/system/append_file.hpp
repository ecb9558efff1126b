// SPDX-License-Identifier: MIT
/// @file
/// Files that grow at their end.
#ifndef PITH_MCP_SYSTEM_APPEND_FILE_HPP
#define PITH_MCP_SYSTEM_APPEND_FILE_HPP

#include <string>

namespace pith::mcp {

/// A descriptor to append by that no child inherits; -1, with errno. A new file
/// is for its owner alone.
[[nodiscard]] int open_to_append(const std::string& file);

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_APPEND_FILE_HPP
