// SPDX-License-Identifier: MIT
#include "work/cost_tree.hpp"

#include "console/diagnostics.hpp"
#include "system/descriptors.hpp"
#include "terminal/layout.hpp"
#include "terminal/terminal.hpp"

#include <algorithm>
#include <utility>

namespace cli {

void cost_tree::add_directory(const listed_file& one) {
  open_.resize(std::min(open_.size(), one.depth));
  open_.push_back(lines_.size());
  lines_.push_back({one, std::vector<std::size_t>(total_.size(), 0)});
}

void cost_tree::add_file(const listed_file& one,
                         std::vector<std::size_t> numbers) {
  numbers.resize(total_.size());
  open_.resize(std::min(open_.size(), one.depth));
  const auto add_to = [&](std::vector<std::size_t>& sums) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += numbers[i];
  };
  for (const std::size_t above : open_) {
    add_to(lines_[above].sums);
    ++lines_[above].files;
  }
  add_to(total_);
  lines_.push_back({one, std::move(numbers), 1});
}

std::vector<cost_line> cost_tree::lines() const {
  std::vector<cost_line> kept;
  std::ranges::copy_if(lines_, std::back_inserter(kept),
                       [](const cost_line& one) { return one.files != 0; });
  return kept;
}

namespace {

/// What stands before each name, drawn from the last line to the first.
std::vector<std::string> branches_of(const std::vector<cost_line>& lines,
                                     bool unicode) {
  const std::string_view parts[] = {unicode ? "\u251c\u2500 " : "|- ",
                                    unicode ? "\u2514\u2500 " : "`- ",
                                    unicode ? "\u2502  " : "|  ", "   "};
  std::vector<std::string> out(lines.size());
  std::vector<bool> goes_on;  // per level: whether a line follows there
  for (std::size_t i = lines.size(); i-- > 0;) {
    const std::size_t depth = lines[i].of.depth;
    goes_on.resize(depth + 1, false);
    for (std::size_t level = 1; level < depth; ++level) {
      out[i] += parts[goes_on[level] ? 2 : 3];
    }
    if (depth != 0) out[i] += parts[goes_on[depth] ? 0 : 1];
    goes_on[depth] = true;
  }
  return out;
}

}  // namespace

std::string tree_text(
    const cost_tree& tree,
    const std::function<std::vector<std::string>(const cost_line&)>& cells,
    const tree_style& style) {
  std::vector<cost_line> lines = tree.lines();
  if (style.max_depth) {
    std::erase_if(lines, [&](const cost_line& one) {
      return one.of.depth > *style.max_depth;
    });
  }
  const std::vector<std::string> branches = branches_of(lines, style.unicode);
  const auto operands = std::ranges::count_if(
      lines, [](const cost_line& one) { return one.of.depth == 0; });
  std::vector<std::vector<std::string>> table;
  std::vector<std::string> names;
  if (!style.titles.empty()) {
    table.push_back(style.titles);
    names.emplace_back("file");
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const listed_file& of = lines[i].of;
    table.push_back(cells(lines[i]));
    names.push_back(branches[i] + printable(of.name) +
                    (of.is_directory && !of.name.ends_with('/') ? "/" : ""));
  }
  if (operands > 1) {
    table.push_back(cells({{}, tree.total(), 0}));
    names.emplace_back("total");
  }
  std::vector<std::size_t> widths;
  for (const auto& line : table) {
    widths.resize(std::max(widths.size(), line.size()), 0);
    for (std::size_t i = 0; i < line.size(); ++i) {
      widths[i] = std::max(widths[i], columns_of(line[i]));
    }
  }
  std::string out;
  for (std::size_t i = 0; i < table.size(); ++i) {
    std::string line;
    for (std::size_t c = 0; c < table[i].size(); ++c) {
      line += padded(table[i][c], widths[c], true) + "  ";
    }
    const std::size_t taken = std::min(columns_of(line), style.width);
    out += line + cut_to(names[i], style.width - taken,
                         style.unicode ? "\u2026" : "...");
    out += '\n';
  }
  return out;
}

tree_style tree_style_of(const arguments& args) {
  tree_style style;
  style.max_depth = args.number(tree_depth_option);
  style.unicode = draws_unicode(standard_output);
  if (is_terminal(standard_output))
    style.width = terminal_width(standard_output);
  return style;
}

}  // namespace cli
