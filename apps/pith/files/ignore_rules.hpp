// SPDX-License-Identifier: MIT
/// @file
/// What .gitignore files leave out.
#ifndef PITH_APPS_PITH_FILES_IGNORE_RULES_HPP
#define PITH_APPS_PITH_FILES_IGNORE_RULES_HPP

#include "files/glob.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cli::files {

/// The rules of one file.
class ignore_rules {
 public:
  /// More than any file that people write; what is beyond is not read.
  static constexpr std::size_t max_bytes = std::size_t{1} << 20;
  static constexpr std::size_t max_line_bytes = 4096;
  static constexpr std::size_t max_rules = 20'000;

  ignore_rules() = default;
  /// Reads the text of a .gitignore file; no text is wrong.
  explicit ignore_rules(std::string_view text);

  /// Whether the last rule that matches ignores (true) or keeps (false) a path,
  /// which is relative to the directory of the file; nothing when none matches.
  /// What lies in an ignored directory is ignored too: ask for that first.
  [[nodiscard]] std::optional<bool> decide(std::string_view path,
                                           bool is_directory) const;

  [[nodiscard]] bool empty() const noexcept { return rules_.empty(); }

 private:
  struct rule {
    glob pattern;
    bool keeps = false;               // `!pattern`
    bool is_for_names = false;        // no slash: any directory
    bool is_for_directories = false;  // `pattern/`
  };

  void add(std::string_view line);

  std::vector<rule> rules_;
};

/// The rules of a directory and of those above it.
class ignore_stack {
 public:
  /// Rules of the directory `base`, for what is in it. `base` is relative to
  /// the top and ends with a slash, or is empty.
  void push(std::string_view base, ignore_rules rules) {
    levels_.push_back({base.size(), std::move(rules)});
  }
  void pop() { levels_.pop_back(); }

  /// Whether a path, relative to the top and below all bases, is ignored: the
  /// rules of the nearest directory that match decide.
  [[nodiscard]] bool ignores(std::string_view path, bool is_directory) const;

 private:
  struct level {
    std::size_t base_bytes;
    ignore_rules rules;
  };
  std::vector<level> levels_;
};

}  // namespace cli::files

#endif  // PITH_APPS_PITH_FILES_IGNORE_RULES_HPP
