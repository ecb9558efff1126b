// SPDX-License-Identifier: MIT
#include "arguments.hpp"

#include <string_view>

namespace cli {

namespace {

/// `--name=VALUE`, or `--name VALUE`, which takes the word behind.
bool takes_value(std::string_view name, std::span<const char* const> words,
                 std::size_t& at, arguments& args, std::string& value) {
  const std::string_view word = words[at];
  if (word == name) {
    if (at + 1 == words.size()) {
      args.mistake = std::string(name) + " needs a value";
    } else {
      value = words[++at];
    }
    return true;
  }
  if (!word.starts_with(name) || word[name.size()] != '=') return false;
  value = word.substr(name.size() + 1);
  return true;
}

bool is_counting_option(std::span<const char* const> words, std::size_t& at,
                        arguments& args) {
  if (std::string_view{words[at]} == "--json") {
    args.wants_json = true;
    return true;
  }
  return takes_value("--tokenizer", words, at, args, args.tokenizer);
}

}  // namespace

arguments parse_arguments(std::span<const char* const> words,
                          words_taken taken) {
  arguments args;
  bool options_ended = false;
  for (std::size_t i = 0; i < words.size() && args.mistake.empty(); ++i) {
    const std::string_view word = words[i];
    const bool is_option = !options_ended && word.size() > 1 && word[0] == '-';
    if (is_option && word == "--") {
      options_ended = true;
    } else if (is_option && (word == "-h" || word == "--help")) {
      args.wants_help = true;
    } else if (is_option && taken == words_taken::files_to_count &&
               is_counting_option(words, i, args)) {
      continue;
    } else if (is_option) {
      args.mistake = "unknown option '" + std::string(word) + "'";
    } else if (taken == words_taken::one_file && !args.files.empty()) {
      args.mistake = "one file at a time: '" + args.files.front() +
                     "', then '" + std::string(word) + "'";
    } else {
      args.files.emplace_back(word);
    }
  }
  if (args.files.empty()) args.files.emplace_back("-");
  return args;
}

}  // namespace cli
