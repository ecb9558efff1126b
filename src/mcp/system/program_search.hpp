// SPDX-License-Identifier: MIT
/// @file
/// Which file a command of Windows means. No call of the system, so that it is
/// tested everywhere.
#ifndef PITH_MCP_SYSTEM_PROGRAM_SEARCH_HPP
#define PITH_MCP_SYSTEM_PROGRAM_SEARCH_HPP

#include <functional>
#include <string>
#include <string_view>

namespace pith::mcp {

struct program_places {
  std::string_view path;        ///< folders, by semicolons
  std::string_view extensions;  ///< PATHEXT; empty: that of the system
  /// Where a name with a separator is looked for; empty: where we are.
  std::string_view directory;
  /// Whether there is a file of this name.
  std::function<bool(const std::string& file)> is_file;
};

struct found_program {
  std::string file;       ///< empty: there is none
  bool is_batch = false;  ///< cmd.exe has to run it
};

/// Looks for a name without a separator in the folders of the path, with each
/// of the extensions .com, .exe, .bat and .cmd in the order that PATHEXT has
/// them in, or as it is if it has one of these. Folders that are not absolute
/// are passed over: the current directory is never looked at. A name with a
/// separator is a path. Names that Windows would take for others, because they
/// end with a dot or a blank or have a colon inside, are found nowhere.
[[nodiscard]] found_program find_program(std::string_view name,
                                         const program_places& places);

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_PROGRAM_SEARCH_HPP
