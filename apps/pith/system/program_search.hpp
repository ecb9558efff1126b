// SPDX-License-Identifier: MIT
/// @file
/// Programs by name, as this system finds them; never in the current directory.
#ifndef PITH_APPS_PITH_SYSTEM_PROGRAM_SEARCH_HPP
#define PITH_APPS_PITH_SYSTEM_PROGRAM_SEARCH_HPP

#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// The absolute directories of PATH, in order.
[[nodiscard]] std::vector<std::string> search_directories();

/// Whether it can be executed.
[[nodiscard]] bool is_program(const std::string& file);

/// Whether everybody may put something else into a directory.
[[nodiscard]] bool is_open_to_all(const std::string& directory);

/// The file of a program: that of PATH, or the program itself if it has a
/// directory; empty when there is none that can be executed.
[[nodiscard]] std::string find_program(std::string_view name);

}  // namespace cli

#endif  // PITH_APPS_PITH_SYSTEM_PROGRAM_SEARCH_HPP
