// SPDX-License-Identifier: MIT
/// @file
/// What may be shown of the command or the address of a server. Both can hold
/// passwords, in words that nobody can tell from others.
#ifndef PITH_APPS_PITH_DOCTOR_SHOWN_COMMAND_HPP
#define PITH_APPS_PITH_DOCTOR_SHOWN_COMMAND_HPP

#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// The program, and the package if it runs one: "npx server-memory". None of
/// the other words.
[[nodiscard]] std::string shown_command(const std::vector<std::string>& words);

/// The scheme and the host of a URL; nothing of its user, path and query.
[[nodiscard]] std::string shown_address(std::string_view url);

}  // namespace cli

#endif  // PITH_APPS_PITH_DOCTOR_SHOWN_COMMAND_HPP
