// SPDX-License-Identifier: MIT
#include "stats/stats_table.hpp"

#include "console/diagnostics.hpp"
#include "terminal/layout.hpp"
#include "work/comparison.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

namespace cli {

namespace {

struct counts {
  std::string server{};
  std::string tool{};
  std::size_t calls = 0;
  std::size_t before = 0;
  std::size_t after = 0;
};

std::size_t count_in(pith::value object, std::string_view key) {
  const auto found = object.find(key);
  const std::int64_t n =
      found ? found->get_integer().value_or(0) : std::int64_t{0};
  return n > 0 ? static_cast<std::size_t>(n) : 0;
}

double real_in(pith::value object, std::string_view key) {
  const auto found = object.find(key);
  return found ? found->get_double().value_or(0) : 0;
}

/// What a terminal can show of the name of a server or a tool.
std::string name_in(pith::value object) {
  constexpr std::size_t most = 40;
  const auto found = object.find("name");
  return cut_to(printable(found ? found->get_string().value_or("") : ""), most,
                "...");
}

counts counts_in(pith::value object) {
  counts out;
  out.calls = count_in(object, "calls");
  out.before = count_in(object, "tokens_before");
  out.after = count_in(object, "tokens_after");
  return out;
}

std::vector<pith::value> elements(pith::value object, std::string_view key) {
  std::vector<pith::value> out;
  const auto found = object.find(key);
  const auto array = found ? found->get_array() : std::nullopt;
  if (!array) return out;
  for (const pith::value one : *array) out.push_back(one);
  return out;
}

/// All tools, server by server, in each those first that saved most.
std::vector<counts> tools_in(const std::vector<pith::value>& servers) {
  std::vector<counts> out;
  for (const pith::value server : servers) {
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    for (const pith::value tool : elements(server, "tools")) {
      out.push_back(counts_in(tool));
      out.back().server = name_in(server);
      out.back().tool = name_in(tool);
    }
    const auto saved = [](const counts& c) {
      return static_cast<std::int64_t>(c.before) -
             static_cast<std::int64_t>(c.after);
    };
    std::stable_sort(out.begin() + first, out.end(),
                     [saved](const counts& a, const counts& b) {
                       return saved(a) > saved(b);
                     });
  }
  return out;
}

std::string table_of(std::vector<counts> lines, counts total) {
  total.server = "total";
  lines.push_back(std::move(total));
  // aligned() has one column of words, and these are two.
  std::size_t width = columns_of("server");
  for (const counts& line : lines) {
    width = std::max(width, columns_of(line.server));
  }
  const auto names = [width](const std::string& server,
                             const std::string& tool) {
    std::string both = padded(server, width, false);
    both.append("  ").append(tool);
    return both;
  };
  std::vector<std::vector<std::string>> cells;
  cells.push_back({names("server", "tool"), "calls", "tokens before",
                   "tokens after", "saving"});
  for (const counts& line : lines) {
    cells.push_back({names(line.server, line.tool), grouped(line.calls),
                     grouped(line.before), grouped(line.after),
                     saving_text(line.after, line.before)});
  }
  return aligned(cells);
}

std::string lists_of(const std::vector<pith::value>& servers) {
  std::vector<std::vector<std::string>> cells;
  cells.push_back(
      {"tool lists", "tools", "tokens before", "tokens after", "saving"});
  for (const pith::value server : servers) {
    const auto list = server.find("tool_list");
    if (!list) continue;
    const counts c = counts_in(*list);
    cells.push_back({name_in(server), grouped(count_in(*list, "tools_after")),
                     grouped(c.before), grouped(c.after),
                     saving_text(c.after, c.before)});
  }
  return cells.size() == 1 ? "" : '\n' + aligned(cells);
}

/// What another way than to show results whole saved, or cost: asking, changes.
std::string way_of(pith::value totals, std::string_view key) {
  const auto way = totals.find(key);
  if (!way) return {};
  const counts c = counts_in(*way);
  std::string out = grouped(count_in(*way, "results"));
  out.append(" results of ").append(grouped(c.before));
  out.append(" tokens, ").append(grouped(c.after));
  return out.append(" instead: ").append(saving_text(c.after, c.before));
}

/// What a few tools in place of all saved, or cost.
std::string disclosure_of(pith::value stats) {
  const auto found = stats.find("disclosure");
  if (!found) return {};
  const counts c = counts_in(*found);
  const std::size_t after = c.after + count_in(*found, "finding_tokens");
  std::string out = grouped(count_in(*found, "lists"));
  out.append(" lists of ").append(grouped(c.before));
  out.append(" tokens, ").append(grouped(after));
  return out.append(" with searches: ").append(saving_text(after, c.before));
}

/// "not_smaller 340, small 90"
std::string passed_of(pith::value totals) {
  const auto found = totals.find("passed");
  const auto reasons = found ? found->get_object() : std::nullopt;
  if (!reasons) return {};
  std::vector<std::pair<std::size_t, std::string>> sorted;
  for (const pith::member reason : *reasons) {
    const std::int64_t n = reason.value.get_integer().value_or(0);
    if (n <= 0) continue;
    sorted.emplace_back(static_cast<std::size_t>(n), printable(reason.key));
  }
  std::stable_sort(
      sorted.begin(), sorted.end(),
      [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string out;
  for (const auto& [n, why] : sorted) {
    out.append(out.empty() ? "" : ", ").append(why);
    out.append(" ").append(grouped(n));
  }
  return out;
}

std::string milliseconds(double ms) {
  char text[48];
  const int n = std::snprintf(text, sizeof text, "%.3f ms", ms);
  return {text, static_cast<std::size_t>(std::clamp(n, 0, 47))};
}

}  // namespace

std::optional<std::string> stats_table(pith::value stats) {
  const auto totals = stats.find("totals");
  const auto listed = stats.find("servers");
  if (!totals || totals->type() != pith::kind::object || !listed ||
      listed->type() != pith::kind::array) {
    return std::nullopt;
  }
  const std::vector<pith::value> servers = elements(stats, "servers");
  const counts total = counts_in(*totals);
  std::string out = total.calls == 0 ? "no tool calls yet\n"
                                     : table_of(tools_in(servers), total);
  out += lists_of(servers);
  if (total.calls == 0) return out;
  const auto line = [&out](std::string_view name, const std::string& text) {
    if (text.empty()) return;
    out.append(padded(name, 14, false)).append(text).push_back('\n');
  };
  out += '\n';
  line("passed", passed_of(*totals));
  if (const auto added = totals->find("added_ms")) {
    line("time added", milliseconds(real_in(*added, "p50")) + " median, " +
                           milliseconds(real_in(*added, "p99")) + " p99");
  }
  line("short lists", disclosure_of(stats));
  line("asking", way_of(*totals, "asking"));
  line("changes", way_of(*totals, "changes"));
  line("below limits", grouped(count_in(*totals, "limit_crossings_avoided")));
  return out;
}

}  // namespace cli
