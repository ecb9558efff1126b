// SPDX-License-Identifier: MIT
/// @file
/// The program that shows long texts.
#ifndef PITH_APPS_PITH_SYSTEM_PAGER_RUN_HPP
#define PITH_APPS_PITH_SYSTEM_PAGER_RUN_HPP

#include <string_view>

namespace cli {

/// The command line of the pager that there is when nobody names another one.
[[nodiscard]] std::string_view usual_pager();

/// Starts a command line as $PAGER has it, gives it a text and waits for its
/// end. False when it cannot be started; leaving it early is not a failure.
[[nodiscard]] bool run_pager(std::string_view command, std::string_view text);

}  // namespace cli

#endif  // PITH_APPS_PITH_SYSTEM_PAGER_RUN_HPP
