// SPDX-License-Identifier: MIT
#include "console/diagnostics.hpp"
#include "terminal/layout.hpp"
#include "terminal/terminal.hpp"
#include "work/comparison.hpp"

#include <algorithm>

namespace cli {

namespace {

/// A bar of `eighths` of a column.
std::string bar(std::size_t eighths, bool unicode) {
  static constexpr std::string_view parts[] = {
      "", "\u258f", "\u258e", "\u258d", "\u258c", "\u258b", "\u258a", "\u2589"};
  std::string out;
  if (!unicode) return std::string(std::max<std::size_t>(eighths / 8, 1), '#');
  for (std::size_t i = 0; i < eighths / 8; ++i) out += "\u2588";
  out += parts[eighths % 8];
  return out.empty() ? std::string(parts[1]) : out;
}

}  // namespace

std::string compare_bars(const comparison& all, const compared& one,
                         bool is_sum, const bar_style& style) {
  // What auto would take is the cheapest, unless several files are summed.
  const std::size_t count = all.columns.size() - (is_sum ? 0 : 1);
  const std::size_t winner = one.cheapest();
  const std::size_t most =
      std::max<std::size_t>(*std::ranges::max_element(one.tokens), 1);
  std::size_t label = 0;
  for (const std::string& name : all.columns) {
    label = std::max(label, columns_of(name));
  }
  // As wide as the largest number of all, so that blocks stand in line.
  const compared sum = all.total();
  const auto widest = [](const std::vector<std::size_t>& numbers) {
    return grouped(*std::ranges::max_element(numbers)).size();
  };
  const std::size_t number = widest(sum.tokens);
  const std::size_t bytes = style.bytes ? widest(sum.bytes) + 6 : 0;
  constexpr std::size_t percent = 7;
  const std::size_t taken =
      2 + label + 2 + 2 + number + 2 + percent + (style.bytes ? 2 + bytes : 0);
  constexpr std::size_t min_room = 3;
  constexpr std::size_t max_room = 60;
  // Where there is no room for a bar, the numbers stand alone.
  const std::size_t left = style.width - std::min(taken, style.width);
  const std::size_t room = left < min_room ? 0 : std::min(left, max_room);

  std::string out = painted(cut_to(printable(one.name), style.width, "..."),
                            colour::bold, style.colour) +
                    '\n';
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_winner = i == winner;
    const std::size_t tokens = one.tokens[i];
    const std::size_t base = one.tokens[comparison::json];
    // Scaled by hand: 8 * room * tokens could only overflow above 2^50 tokens.
    const std::size_t eighths = 8 * room * tokens / most;
    const std::string length = padded(bar(eighths, style.unicode), room, false);
    const std::string words = i == comparison::json ? "" : change(tokens, base);
    const colour tone = tokens > base   ? colour::yellow
                        : tokens < base ? colour::green
                                        : colour::none;
    out += is_winner ? "* " : "  ";
    out += padded(all.columns[i], label, false) + "  ";
    if (room != 0) {
      out += painted(length, is_winner ? colour::green : colour::none,
                     style.colour) +
             "  ";
    }
    out += padded(grouped(tokens), number, true) + "  " +
           painted(padded(words, percent, true), tone, style.colour);
    if (style.bytes) {
      out += "  " + padded(grouped(one.bytes[i]) + " bytes", bytes, true);
    }
    while (out.back() == ' ') out.pop_back();
    out += '\n';
  }
  return out;
}

}  // namespace cli
