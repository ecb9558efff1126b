// SPDX-License-Identifier: MIT
/// @file
/// What XML and Markdown of a graph share.
#ifndef PITH_MARKUP_SCORE_HPP
#define PITH_MARKUP_SCORE_HPP

#include <pith/graph.hpp>

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace pith::inline v0::markup {

/// With two decimals; never "-0.00". The score is finite.
inline void append_score(std::string& out, double score) {
  char digits[320];  // the largest double has 309 before the point
  const auto end = std::to_chars(digits, digits + sizeof digits, score,
                                 std::chars_format::fixed, 2);
  const std::string_view text(digits,
                              static_cast<std::size_t>(end.ptr - digits));
  out += text == "-0.00" ? text.substr(1) : text;
}

template <class Integer>
void append_integer(std::string& out, Integer v) {
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, v).ptr);
}

/// Scores that are written must be finite.
[[nodiscard]] inline result<void> check_scores(const graph::payload& graph) {
  for (const graph::symbol& s : graph.symbols) {
    if (!std::isfinite(s.score) ||
        (s.components && !std::isfinite(s.components->confidence))) {
      return error{error_code::not_finite, 0, "a score must be finite"};
    }
  }
  return {};
}

}  // namespace pith::inline v0::markup

#endif  // PITH_MARKUP_SCORE_HPP
