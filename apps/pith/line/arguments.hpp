// SPDX-License-Identifier: MIT
/// @file
/// The words after a subcommand, read by its table.
#ifndef PITH_APPS_PITH_LINE_ARGUMENTS_HPP
#define PITH_APPS_PITH_LINE_ARGUMENTS_HPP

#include "line/command.hpp"
#include "line/defaults.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

class arguments {
 public:
  /// Reads `[OPTION]... [OPERAND]...` in any order; after `--` everything is
  /// an operand. `--name=VALUE`, `--name VALUE`, `-nVALUE` and `-n VALUE` are
  /// the same. The words must outlive the arguments.
  arguments(const command& chosen, std::span<const char* const> words);

  /// What is wrong with the words; empty when nothing is.
  [[nodiscard]] const std::string& mistake() const noexcept { return mistake_; }
  [[nodiscard]] bool wants_help() const noexcept { return wants_help_; }

  [[nodiscard]] std::span<const std::string> operands() const noexcept {
    return operands_;
  }
  /// The last ones, those that stood after `--`.
  [[nodiscard]] std::span<const std::string> literal_operands() const noexcept {
    return operands().last(literal_operands_);
  }
  /// The operands as inputs: standard input when there are none.
  [[nodiscard]] std::vector<std::string> files() const;
  /// The only input.
  [[nodiscard]] std::string file() const { return files().front(); }

  /// What options are where the words do not say; it must outlive the
  /// arguments.
  void use(const defaults& usual) noexcept { usual_ = &usual; }

  /// Whether it was given, or is on by default.
  [[nodiscard]] bool has(const option& o) const;
  /// What was given last, else what it is by default; nothing when it is
  /// neither.
  [[nodiscard]] std::optional<std::string_view> value(const option& o) const;
  /// What was given last; nothing when it was not given.
  [[nodiscard]] std::optional<std::string_view> given(const option& o) const;
  /// All that was given, in order.
  [[nodiscard]] std::vector<std::string_view> values(const option& o) const;

  /// The same of an option that takes a number.
  [[nodiscard]] std::optional<std::size_t> number(const option& o) const;

  [[nodiscard]] const command& chosen() const noexcept { return *chosen_; }

 private:
  struct given_word {
    std::string_view name;
    std::string_view value;
  };

  std::size_t read_option(std::span<const char* const> words, std::size_t at);
  std::size_t read_letters(std::span<const char* const> words, std::size_t at);
  void take_value(const option& o, std::string_view value);
  std::size_t take_next_word(const option& o, std::string_view name,
                             std::span<const char* const> words,
                             std::size_t at);
  void check_operands();

  const command* chosen_;
  const defaults* usual_ = nullptr;
  std::vector<std::string> operands_;
  std::size_t literal_operands_ = 0;
  std::vector<given_word> given_;
  std::string mistake_;
  bool wants_help_ = false;
};

/// What is wrong with the value of an option, after its name: "takes a number,
/// not 'x'"; empty when nothing is.
std::string mistake_in(const option& o, std::string_view value);

/// Decimal digits and nothing else; nothing when it is too large, too.
std::optional<std::size_t> to_number(std::string_view word);

/// "; did you mean 'encode'?", or nothing.
std::string suggestion(std::string_view word,
                       std::span<const std::string_view> known);

}  // namespace cli

#endif  // PITH_APPS_PITH_LINE_ARGUMENTS_HPP
