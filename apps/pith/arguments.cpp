// SPDX-License-Identifier: MIT
#include "arguments.hpp"

#include <string_view>

namespace cli {

arguments parse_arguments(std::span<const char* const> words) {
  arguments args;
  bool options_ended = false;
  bool has_file = false;
  for (const std::string_view word : words) {
    const bool is_option = !options_ended && word.size() > 1 && word[0] == '-';
    if (is_option && word == "--") {
      options_ended = true;
    } else if (is_option && (word == "-h" || word == "--help")) {
      args.wants_help = true;
    } else if (is_option) {
      args.mistake = "unknown option '" + std::string(word) + "'";
      break;
    } else if (has_file) {
      args.mistake = "one file at a time: '" + args.file + "', then '" +
                     std::string(word) + "'";
      break;
    } else {
      args.file = word;
      has_file = true;
    }
  }
  return args;
}

}  // namespace cli
