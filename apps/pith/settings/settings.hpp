// SPDX-License-Identifier: MIT
/// @file
/// Options that a person sets once: by the environment, else by a file, else
/// they are what pith has built in.
#ifndef PITH_APPS_PITH_SETTINGS_SETTINGS_HPP
#define PITH_APPS_PITH_SETTINGS_SETTINGS_HPP

#include "line/command.hpp"
#include "line/defaults.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cli {

/// The options that can be set, each once, in the order of the commands. They
/// are those of the commands that have option::usual.
std::vector<const option*> settable_options();

/// Its variable: PITH_BIG_INTEGERS of big-integers.
std::string variable_of(const option& o);

/// Whether the settings mean something to a command. Those that run as servers
/// take none: a client starts them, and a mistake in a file of the shell must
/// not stop them.
bool takes_settings(const command& chosen);

/// Where the settings are, and what they say.
struct user_settings {
  std::string file;  ///< that was read, or would be; empty when none is wanted
  bool has_file = false;
  defaults values;
};

/// Reads the file, then the environment. PITH_CONFIG names the file, and none
/// if it is empty; else it is config.toml in $XDG_CONFIG_HOME/pith or
/// ~/.config/pith. Only a file that PITH_CONFIG names must exist. Nothing after
/// a message for every mistake, and `status` says how to end.
std::optional<user_settings> read_settings(exit_code& status);

}  // namespace cli

#endif  // PITH_APPS_PITH_SETTINGS_SETTINGS_HPP
