// SPDX-License-Identifier: MIT
/// @file
/// Reading the tables of a configuration: types, ranges, unknown keys. Nothing
/// stops at an error; all of them are kept.
#ifndef PITH_MCP_CONFIG_READER_HPP
#define PITH_MCP_CONFIG_READER_HPP

#include "mcp/config/tree.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// The errors so far, and from where file names count.
class configuration_reader {
 public:
  explicit configuration_reader(std::string_view directory)
      : directory_(directory) {}

  /// At a value; at most some hundred errors are kept.
  void fail(const configuration_node& at, std::string what);
  /// At the key of a value.
  void fail_key(const configuration_node& at, std::string what);
  /// About nothing in particular.
  void fail(std::string what);

  /// A file name as the process can open it.
  [[nodiscard]] std::string path(std::string_view file) const;
  [[nodiscard]] bool has_failed() const noexcept { return !errors_.empty(); }
  /// All errors, by line.
  [[nodiscard]] std::vector<configuration_error> take_errors();

 private:
  void add(std::size_t line, std::size_t column, std::string what);

  std::string directory_;
  std::vector<configuration_error> errors_;
};

struct number_range {
  std::size_t least = 0;
  std::size_t most = 0;
};

/// One table. Each read() asks for one key and says whether a right value was
/// there; a wrong one is an error and leaves `into` as it was. finish() calls
/// all keys unknown that were not asked for.
class configuration_section {
 public:
  /// `name` is how messages call it: "server.files"; empty for the whole text.
  /// All must outlive the section.
  configuration_section(configuration_reader& reader,
                        const configuration_node& table, std::string name)
      : reader_(&reader), table_(&table), name_(std::move(name)) {}

  /// The value of any type; null when there is none.
  const configuration_node* find(std::string_view key);
  /// The same when it is a table; another type is an error.
  const configuration_node* find_table(std::string_view key);

  bool read(std::string_view key, std::string& into);
  bool read(std::string_view key, bool& into);
  bool read(std::string_view key, std::size_t& into, number_range range);
  bool read(std::string_view key, std::chrono::seconds& into,
            number_range range);
  bool read(std::string_view key, std::vector<std::string>& into);
  /// A number from 0 to 1, with or without a point.
  bool read_share(std::string_view key, double& into);
  /// A file that can be read; relative names count from the directory.
  bool read_file(std::string_view key, std::string& into);
  /// Which of the words it is.
  std::optional<std::size_t> read_word(std::string_view key,
                                       std::span<const std::string_view> words);

  void finish();

  /// "server.files.url".
  [[nodiscard]] std::string name_of(std::string_view key) const;
  [[nodiscard]] configuration_reader& reader() const noexcept {
    return *reader_;
  }

 private:
  const configuration_node* find_typed(std::string_view key,
                                       configuration_node::type what,
                                       std::string_view noun);
  /// What a key of earlier versions is called now; empty when it is not one.
  [[nodiscard]] std::string_view new_name(std::string_view key) const;

  configuration_reader* reader_;
  const configuration_node* table_;
  std::string name_;
  std::vector<std::string_view> asked_;
};

/// "; did you mean 'listen'?", or nothing when no known word is near.
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       std::span<const std::string_view> known);

/// The same, or "; choose one of 'debug', 'info'" when none is near.
[[nodiscard]] std::string choose_from(std::string_view word,
                                      std::span<const std::string_view> known);

/// 'word'; as much of it as can be shown on one line.
[[nodiscard]] std::string in_quotes(std::string_view word);

}  // namespace pith::mcp

#endif  // PITH_MCP_CONFIG_READER_HPP
