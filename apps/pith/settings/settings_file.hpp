// SPDX-License-Identifier: MIT
/// @file
/// The configuration file of the command: TOML with a key per option.
#ifndef PITH_APPS_PITH_SETTINGS_SETTINGS_FILE_HPP
#define PITH_APPS_PITH_SETTINGS_SETTINGS_FILE_HPP

#include "line/command.hpp"
#include "line/defaults.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// Where the file is, for names of files in it.
struct settings_place {
  std::string file;
  std::string home;  ///< what `~/` stands for; empty: for nothing
};

/// Puts what a text says of `known` into `into`. Returns the mistakes, each as
/// "FILE:LINE: error: ..." without a line end, in the order of the text; `into`
/// is of no use when there is one. At most 1 MiB; linear in the text.
std::vector<std::string> read_settings_file(
    std::string_view text, const settings_place& place,
    std::span<const option* const> known, defaults& into);

}  // namespace cli

#endif  // PITH_APPS_PITH_SETTINGS_SETTINGS_FILE_HPP
