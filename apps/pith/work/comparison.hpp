// SPDX-License-Identifier: MIT
/// @file
/// What documents cost in every lossless format, and pictures of it.
#ifndef PITH_APPS_PITH_WORK_COMPARISON_HPP
#define PITH_APPS_PITH_WORK_COMPARISON_HPP

#include <pith/auto_encode.hpp>
#include <pith/document.hpp>
#include <pith/result.hpp>
#include <pith/tokens.hpp>

#include "work/rivals.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

class cost_tree;
struct left_out;

/// What one document costs; a number for each of comparison::columns.
struct compared {
  std::string name;
  std::vector<std::size_t> tokens;
  std::vector<std::size_t> bytes;
  /// For each of rivals(); empty in a sum.
  std::vector<rival_cost> rivals{};

  /// The column of the fewest tokens, the first of equals. Pretty JSON and
  /// auto are not contenders.
  [[nodiscard]] std::size_t cheapest() const;
};

/// Pretty and compact JSON, every candidate, and the cheapest of them (auto).
struct comparison {
  static constexpr std::size_t pretty = 0;
  static constexpr std::size_t json = 1;

  comparison();

  /// Encodes and counts. Fails when a format cannot say what is in `v`.
  pith::result<void> add(const std::string& name, pith::value v,
                         pith::token_counter& counter);
  /// The sum of all files.
  [[nodiscard]] compared total() const;
  /// The column of what pith would choose for each file.
  [[nodiscard]] std::size_t best() const { return columns.size() - 1; }

  std::vector<std::string> columns{"json-pretty", "json"};
  std::vector<pith::candidate> candidates = pith::all_candidates();
  std::vector<compared> files{};
  std::string tokenizer{};
  bool is_estimate = false;
  /// Of directories, with the tokens and then the bytes of all columns, and
  /// what was left out of them; null without directories.
  const cost_tree* tree = nullptr;
  const left_out* skipped = nullptr;
};

/// By how much a count differs from a base: "-34.2%", "+0.0%". Nothing differs
/// from a base of 0.
[[nodiscard]] std::string change(std::size_t count, std::size_t base);

/// Percent of the base that a count saves, to one decimal: 34.2, and -12 for a
/// loss.
[[nodiscard]] double saving(std::size_t count, std::size_t base);
/// The same for people: "34.2%".
[[nodiscard]] std::string saving_text(std::size_t count, std::size_t base);

/// What a terminal can show.
struct bar_style {
  std::size_t width = 80;
  bool unicode = true;
  bool colour = false;
  bool bytes = false;  ///< bytes beside the tokens
};

/// A line for each file, the total, and both differences; then the same in
/// bytes if they are wanted.
std::string compare_table(const comparison& all, bool bytes);
/// A bar for each format of one file, or of several that were summed.
std::string compare_bars(const comparison& all, const compared& one,
                         bool is_sum, const bar_style& style);
/// A column for each of rivals(): what was not written is a dash, what does not
/// read back as the same values has a tilde, and notes say why. The lines of
/// the notes are at most `width` long.
std::string compare_rivals(const comparison& all, std::size_t width);
/// For machines.
pith::result<std::string> compare_json(const comparison& all);
/// A line for each file and format.
pith::result<std::string> compare_csv(const comparison& all);
/// A chart that needs nothing but itself. Few files have a group of bars each;
/// of many, it shows the total.
std::string compare_svg(const comparison& all);

}  // namespace cli

#endif  // PITH_APPS_PITH_WORK_COMPARISON_HPP
