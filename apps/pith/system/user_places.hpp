// SPDX-License-Identifier: MIT
/// @file
/// Where a user's files are.
#ifndef PITH_APPS_PITH_SYSTEM_USER_PLACES_HPP
#define PITH_APPS_PITH_SYSTEM_USER_PLACES_HPP

#include <string>

namespace cli {

/// What a variable is called that names the home directory.
[[nodiscard]] const char* home_variable() noexcept;

/// The directory in which programs make theirs for settings: $XDG_CONFIG_HOME
/// or ~/.config; on Windows %APPDATA%. Empty when nothing says so.
[[nodiscard]] std::string settings_base();

}  // namespace cli

#endif  // PITH_APPS_PITH_SYSTEM_USER_PLACES_HPP
