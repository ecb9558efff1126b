// SPDX-License-Identifier: MIT
/// @file
/// The words after a subcommand.
#ifndef PITH_APPS_PITH_ARGUMENTS_HPP
#define PITH_APPS_PITH_ARGUMENTS_HPP

#include <span>
#include <string>

namespace cli {

struct arguments {
  /// The input; "-" is standard input.
  std::string file = "-";
  bool wants_help = false;
  /// What is wrong with the words; empty when nothing is.
  std::string mistake;
};

/// Reads `[OPTION]... [--] [FILE]`.
arguments parse_arguments(std::span<const char* const> words);

}  // namespace cli

#endif  // PITH_APPS_PITH_ARGUMENTS_HPP
