// SPDX-License-Identifier: MIT
#include "mcp/words/nearest_word.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace pith::mcp {

namespace {

constexpr std::size_t longest_word = 32;  // nobody mistypes more than that

/// Insertions, deletions, changes and swaps of neighbours that lead from one
/// word to the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before;
  std::vector<std::size_t> above(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t> line(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      line[j] =
          std::min({above[j] + 1, line[j - 1] + 1, above[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        line[j] = std::min(line[j], before[j - 2] + 1);
      }
    }
    before = std::move(above);
    above = std::move(line);
  }
  return above.back();
}

}  // namespace

std::string_view nearest_word(std::string_view word,
                              std::span<const std::string_view> known) {
  if (word.empty() || word.size() > longest_word) return {};
  std::string_view best;
  // A third of the word may be wrong.
  std::size_t least = std::max<std::size_t>(word.size() / 3, 1) + 1;
  for (const std::string_view one : known) {
    const std::size_t away = distance(word, one);
    if (away < least) {
      least = away;
      best = one;
    }
  }
  return best;
}

}  // namespace pith::mcp
