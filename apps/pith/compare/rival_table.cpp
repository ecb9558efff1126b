// SPDX-License-Identifier: MIT
#include "console/diagnostics.hpp"
#include "terminal/layout.hpp"
#include "work/comparison.hpp"
#include "work/rivals.hpp"

#include <algorithm>
#include <optional>

namespace cli {

namespace {

/// The cost of all files, if each can be written.
std::optional<rival_cost> sum_of(const comparison& all, std::size_t column) {
  rival_cost sum{.is_written = true, .keeps_values = true};
  for (const compared& file : all.files) {
    const rival_cost& one = file.rivals[column];
    if (!one.is_written) return std::nullopt;
    sum.tokens += one.tokens;
    sum.bytes += one.bytes;
    sum.keeps_values = sum.keeps_values && one.keeps_values;
  }
  return sum;
}

std::string cell_of(const rival_cost& one) {
  if (!one.is_written) return "-";
  return (one.keeps_values ? "" : "~") + grouped(one.tokens);
}

/// Those that at least one file can be written in; the others say nothing.
std::vector<std::size_t> shown_columns(const comparison& all) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < rivals().size(); ++i) {
    const bool is_written = std::ranges::any_of(
        all.files,
        [&](const compared& file) { return file.rivals[i].is_written; });
    // A graph is the exception, and a dash for everything else would be noise.
    if (is_written || rivals()[i].profile.empty()) shown.push_back(i);
  }
  return shown;
}

std::size_t widest_of(const std::string& table) {
  std::size_t widest = 0;
  for (std::size_t at = 0; at < table.size();) {
    const std::size_t end = std::min(table.find('\n', at), table.size());
    widest = std::max(widest,
                      columns_of(std::string_view(table).substr(at, end - at)));
    at = end + 1;
  }
  return widest;
}

/// The sums of all files, under one another.
std::string narrow_table(const std::vector<std::string>& names,
                         const std::vector<std::string>& total,
                         const std::vector<std::string>& against) {
  std::vector<std::vector<std::string>> cells;
  for (std::size_t i = 1; i < names.size(); ++i) {
    cells.push_back({names[i], total[i], against[i]});
  }
  return names[0] + '\n' + aligned(cells);
}

}  // namespace

std::string compare_rivals(const comparison& all, std::size_t width) {
  const std::vector<std::size_t> shown = shown_columns(all);
  std::vector<std::vector<std::string>> cells;
  cells.push_back({"not for auto"});
  for (const std::size_t i : shown) cells[0].emplace_back(rivals()[i].name);
  std::string notes;
  bool has_loss = false;
  for (const compared& file : all.files) {
    cells.push_back({printable(file.name)});
    for (const std::size_t i : shown) {
      const rival_cost& one = file.rivals[i];
      cells.back().push_back(cell_of(one));
      has_loss = has_loss || (one.is_written && !one.keeps_values);
      if (one.is_written || !rivals()[i].profile.empty()) continue;
      notes += wrapped("- " + std::string(rivals()[i].name) + " of " +
                           cut_to(printable(file.name), width / 2, "...") +
                           ": " + one.why,
                       width, 2) +
               '\n';
    }
  }
  std::vector<std::string> total{"total"};
  std::vector<std::string> against{"against json"};
  const std::size_t base = all.total().tokens[comparison::json];
  for (const std::size_t i : shown) {
    const auto sum = sum_of(all, i);
    total.push_back(sum ? cell_of(*sum) : "-");
    against.push_back(sum ? change(sum->tokens, base) : "-");
  }
  if (all.files.size() > 1) cells.push_back(total);
  cells.push_back(against);
  if (has_loss) {
    notes = wrapped(
                "~ loses types or members: it does not read back as the "
                "same values",
                width, 2) +
            '\n' + notes;
  }
  const std::string table = aligned(cells);
  if (widest_of(table) <= width) return table + notes;
  return narrow_table(cells[0], total, against) + notes;
}

}  // namespace cli
