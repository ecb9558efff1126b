// SPDX-License-Identifier: MIT
/// @file
/// What a subcommand is: its words, its help and what it runs. Help, man
/// pages, completions and docs/cli-reference.md are made from these values.
#ifndef PITH_APPS_PITH_LINE_COMMAND_HPP
#define PITH_APPS_PITH_LINE_COMMAND_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace cli {

enum class exit_code : std::uint8_t {
  ok = 0,
  bad_input = 1,
  usage = 2,
  io = 3,
};

/// What a word stands for; shells complete it accordingly.
enum class word_kind : std::uint8_t {
  text,
  number,  ///< decimal digits
  file,
  format,
  output_format,  ///< a format, or auto
  tokenizer,
  command,
  shell,
  setting,  ///< NAME=VALUE, an option of a format
};

struct option {
  std::string_view name;       ///< without the dashes
  std::string_view value{};    ///< what stands after it; empty for a switch
  std::string_view help{};     ///< a sentence without a final full stop
  std::string_view choices{};  ///< "auto|table|list" where nothing else goes
  char letter = 0;             ///< `-o` beside `--output`; 0: there is none
  word_kind kind = word_kind::text;
  /// What it is when nobody says; "false" of a switch. An option that has this
  /// can be set for all commands that have it, by the environment and by the
  /// configuration file (settings/settings.hpp). Empty: it cannot.
  std::string_view usual{};
};

struct example {
  std::string_view line;
  std::string_view meaning;
};

class arguments;

struct command {
  std::string_view name;
  std::string_view summary;      ///< lower case, for the overview
  std::string_view operands;     ///< "[FILE]..."
  std::string_view description;  ///< paragraphs with a blank line between
  std::span<const option> options{};
  std::span<const example> examples{};
  std::size_t min_operands = 0;
  std::size_t max_operands = 1;
  word_kind operand_kind = word_kind::file;
  std::string_view operand_choices{};  ///< "a|b" where nothing else goes
  exit_code (*run)(const arguments&) = nullptr;
};

/// All of them, in the order of the overview.
std::span<const command* const> commands();

/// By name; null when there is none.
const command* find_command(std::string_view name);

}  // namespace cli

#endif  // PITH_APPS_PITH_LINE_COMMAND_HPP
