// SPDX-License-Identifier: MIT
/// @file
/// The words after a subcommand.
#ifndef PITH_APPS_PITH_ARGUMENTS_HPP
#define PITH_APPS_PITH_ARGUMENTS_HPP

#include <span>
#include <string>
#include <vector>

namespace cli {

/// What a subcommand takes beside --help and one file.
enum class words_taken {
  one_file,
  /// Any number of files, --tokenizer and --json.
  files_to_count,
};

struct arguments {
  /// The inputs, at least one; "-" is standard input.
  std::vector<std::string> files;
  /// A name or a path, as load_tokenizer() takes it.
  std::string tokenizer = "o200k_base";
  bool wants_json = false;
  bool wants_help = false;
  /// What is wrong with the words; empty when nothing is.
  std::string mistake;
};

/// Reads `[OPTION]... [--] [FILE]...`.
arguments parse_arguments(std::span<const char* const> words,
                          words_taken taken);

}  // namespace cli

#endif  // PITH_APPS_PITH_ARGUMENTS_HPP
