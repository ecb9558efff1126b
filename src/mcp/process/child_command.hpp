// SPDX-License-Identifier: MIT
/// @file
/// What a child is started with.
#ifndef PITH_MCP_PROCESS_CHILD_COMMAND_HPP
#define PITH_MCP_PROCESS_CHILD_COMMAND_HPP

#include <chrono>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace pith::mcp {

struct child_command {
  std::vector<std::string>
      words;  ///< the program, found by PATH, and its words
  /// Variables of our own environment that it gets beside the usual ones
  /// (environment_of()), by name; `LC_*` stands for all that begin so.
  std::vector<std::string> pass_environment;
  std::vector<std::pair<std::string, std::string>> environment;
  std::string directory;  ///< empty: ours
  std::size_t max_line_bytes = 256U << 20U;
  /// Between the end of its input and SIGTERM, and from there to SIGKILL.
  std::chrono::milliseconds patience{2000};
  /// Whether children started by one are as those started by the other.
  bool operator==(const child_command&) const = default;
};

/// "NAME=VALUE" for each variable of the child, sorted by name: of those that
/// we have PATH, HOME, USER, LOGNAME, SHELL, LANG, LC_*, TERM, TMPDIR, TZ (on
/// Windows others, see usual_variables()) and those of `pass_environment`; and
/// those of `environment`, which win.
[[nodiscard]] std::vector<std::string> environment_of(
    const child_command& command);

}  // namespace pith::mcp

#endif  // PITH_MCP_PROCESS_CHILD_COMMAND_HPP
