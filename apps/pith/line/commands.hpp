// SPDX-License-Identifier: MIT
/// @file
/// The subcommands; each is defined in the file of its name.
#ifndef PITH_APPS_PITH_LINE_COMMANDS_HPP
#define PITH_APPS_PITH_LINE_COMMANDS_HPP

#include "line/command.hpp"

#include <string>
#include <string_view>

namespace cli {

extern const command encode_command;   // convert.cpp
extern const command decode_command;   // convert.cpp
extern const command convert_command;  // convert.cpp
extern const command tokens_command;
extern const command compare_command;
extern const command check_command;
extern const command fmt_command;
extern const command view_command;
extern const command diff_command;
extern const command apply_command;
extern const command root_command;
extern const command extract_command;
extern const command primer_command;
extern const command codecs_command;
extern const command config_command;
extern const command proxy_command;
extern const command doctor_command;
extern const command gateway_command;
extern const command stats_command;
extern const command completions_command;  // about.cpp
extern const command version_command;      // about.cpp
extern const command help_command;         // about.cpp

/// "unknown command 'frob'", and what may have been meant.
std::string unknown_command(std::string_view name);

}  // namespace cli

#endif  // PITH_APPS_PITH_LINE_COMMANDS_HPP
