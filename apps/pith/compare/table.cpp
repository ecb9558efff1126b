// SPDX-License-Identifier: MIT
#include "console/diagnostics.hpp"
#include "terminal/layout.hpp"
#include "work/comparison.hpp"

#include <algorithm>

namespace cli {

namespace {

using counts = std::vector<std::size_t> compared::*;

std::string table_of(const comparison& all, const std::string& title,
                     counts which) {
  std::vector<std::vector<std::string>> cells;
  cells.push_back({title});
  cells[0].insert(cells[0].end(), all.columns.begin(), all.columns.end());
  cells[0].emplace_back("saving");
  const auto add = [&](const compared& line) {
    const std::vector<std::size_t>& numbers = line.*which;
    const auto least = std::min_element(numbers.begin() + 1, numbers.end() - 1);
    cells.push_back({printable(line.name)});
    for (auto it = numbers.begin(); it != numbers.end(); ++it) {
      cells.back().push_back((it == least ? "*" : "") + grouped(*it));
    }
    cells.back().push_back(
        saving_text(numbers[all.best()], numbers[comparison::json]));
  };
  for (const compared& file : all.files) add(file);
  const compared sum = all.total();
  if (all.files.size() > 1) add(sum);
  for (const std::size_t base : {comparison::json, comparison::pretty}) {
    cells.push_back({"against " + all.columns[base]});
    for (const std::size_t number : sum.*which) {
      cells.back().push_back(change(number, (sum.*which)[base]));
    }
  }
  return aligned(cells);
}

}  // namespace

std::string compare_table(const comparison& all, bool bytes) {
  std::string out =
      table_of(all, "tokens, " + all.tokenizer, &compared::tokens);
  if (bytes) out += '\n' + table_of(all, "bytes", &compared::bytes);
  return out;
}

}  // namespace cli
