// SPDX-License-Identifier: MIT
/// @file
/// What files cost, and the sums of the directories that they are in.
#ifndef PITH_APPS_PITH_WORK_COST_TREE_HPP
#define PITH_APPS_PITH_WORK_COST_TREE_HPP

#include "work/file_list.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cli {

/// A file, or a directory with the sums of all files below it.
struct cost_line {
  listed_file of;
  std::vector<std::size_t> sums{};  ///< all lines have as many
  std::size_t files = 0;
};

class cost_tree {
 public:
  /// `sum_count` numbers for each file.
  explicit cost_tree(std::size_t sum_count) : total_(sum_count, 0) {}

  /// In the order of list_files().
  void add_directory(const listed_file& one);
  void add_file(const listed_file& one, std::vector<std::size_t> numbers);

  /// Directories without files are left out.
  [[nodiscard]] std::vector<cost_line> lines() const;
  [[nodiscard]] const std::vector<std::size_t>& total() const noexcept {
    return total_;
  }

 private:
  std::vector<cost_line> lines_;
  std::vector<std::size_t> open_;  // directories above what comes next
  std::vector<std::size_t> total_;
};

/// How a tree is shown.
struct tree_style {
  std::vector<std::string> titles{};  ///< of the cells; none: no line of them
  std::optional<std::size_t> max_depth{};
  std::size_t width = static_cast<std::size_t>(-1);
  bool unicode = true;
};

/// A line for each file and directory: its cells, then its name in a tree,
/// which is cut at the width; and a line for the total if there are several
/// operands. `cells` makes the cells of a line; the total has no path.
[[nodiscard]] std::string tree_text(
    const cost_tree& tree,
    const std::function<std::vector<std::string>(const cost_line&)>& cells,
    const tree_style& style);

/// As standard output can show it, with --depth.
[[nodiscard]] tree_style tree_style_of(const arguments& args);

}  // namespace cli

#endif  // PITH_APPS_PITH_WORK_COST_TREE_HPP
