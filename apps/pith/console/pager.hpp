// SPDX-License-Identifier: MIT
/// @file
/// Long texts, shown a screen at a time.
#ifndef PITH_APPS_PITH_CONSOLE_PAGER_HPP
#define PITH_APPS_PITH_CONSOLE_PAGER_HPP

#include <string_view>

namespace cli {

/// Whether a text has more lines than the terminal at standard output.
/// False when there is no terminal, or $PAGER is set to nothing.
[[nodiscard]] bool needs_pager(std::string_view text);

/// Shows a text through $PAGER, or through `less -FRX`, and waits until it
/// ends. A value with characters that mean something to a shell is given to
/// one. False when there is no such program; nothing has been shown then.
bool page(std::string_view text);

}  // namespace cli

#endif  // PITH_APPS_PITH_CONSOLE_PAGER_HPP
