// SPDX-License-Identifier: MIT
/// @file
/// Texts made from the table of commands.
#ifndef PITH_APPS_PITH_LINE_HELP_HPP
#define PITH_APPS_PITH_LINE_HELP_HPP

#include "line/command.hpp"

#include <string>
#include <string_view>

namespace cli {

/// What `pith` alone shows: what is most wanted, in ten lines of at most 80
/// columns.
std::string welcome();

/// What `pith --help` shows.
std::string overview();

/// What `pith COMMAND --help` shows; no line is longer than 80.
std::string help_of(const command& one);

/// `-o, --output FILE`.
std::string words_of(const option& o);

/// The page of section 1, in roff: of one command, or of pith itself.
std::string manual_of(const command& one);
std::string manual();

/// All commands in Markdown, for docs/cli.md.
std::string reference();

/// A script that completes pith's words; nothing for an unknown shell.
std::string completions(std::string_view shell);

}  // namespace cli

#endif  // PITH_APPS_PITH_LINE_HELP_HPP
