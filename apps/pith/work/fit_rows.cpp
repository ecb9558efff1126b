// SPDX-License-Identifier: MIT
#include "work/fit_rows.hpp"

#include <pith/builder.hpp>

#include <algorithm>

namespace cli {

namespace {

void copy_rows(pith::builder& to, pith::array_view rows, std::size_t first,
               std::size_t count) {
  to.begin_array();
  std::size_t at = 0;
  for (const pith::value row : rows) {
    if (at >= first && at - first < count) to.copy(row);
    if (++at >= first && at - first >= count) break;
  }
  to.end_array();
}

}  // namespace

std::optional<rows_place> find_rows(pith::value root) {
  if (const auto rows = root.get_array()) {
    return rows_place{std::nullopt, rows->size()};
  }
  std::optional<rows_place> longest;
  if (const auto members = root.get_object()) {
    for (const auto& [key, value] : *members) {
      const auto rows = value.get_array();
      if (rows && (!longest || rows->size() > longest->count)) {
        longest = rows_place{key, rows->size()};
      }
    }
  }
  return longest;
}

pith::result<pith::document> with_rows(pith::value root,
                                       const rows_place& place,
                                       std::size_t first, std::size_t count) {
  pith::builder b;
  if (const auto rows = root.get_array()) copy_rows(b, *rows, first, count);
  if (const auto members = root.get_object()) {
    b.begin_object();
    for (const auto& [key, value] : *members) {
      b.key(key);
      const auto rows = value.get_array();
      if (rows && key == place.member) {
        copy_rows(b, *rows, first, count);
      } else {
        b.copy(value);
      }
    }
    b.end_object();
  }
  return b.finish();
}

pith::result<fitted_rows> fit_rows(pith::value root, const rows_place& place,
                                   std::size_t first, std::size_t budget,
                                   const encode_function& encode,
                                   pith::token_meter tokens) {
  const std::size_t most = place.count - std::min(first, place.count);
  fitted_rows best;
  const auto fits = [&](std::size_t rows) -> pith::result<bool> {
    const auto part = with_rows(root, place, first, rows);
    if (!part) return part.error();
    auto text = encode(part->root());
    if (!text) return text.error();
    const std::size_t cost = tokens.count(*text);
    if (cost > budget) return false;
    best = {std::move(*text), cost, rows, true};
    return true;
  };
  // Doubling first, so that no text is much larger than the budget.
  std::size_t good = 0;
  std::size_t bad = most + 1;
  for (std::size_t rows = 0; rows <= most && bad > most;
       rows = rows == 0 ? 1 : rows * 2) {
    const auto fit = fits(rows);
    if (!fit) return fit.error();
    (*fit ? good : bad) = rows;
  }
  while (best.fits && bad - good > 1) {
    const std::size_t middle = good + (bad - good) / 2;
    const auto fit = fits(middle);
    if (!fit) return fit.error();
    (*fit ? good : bad) = middle;
  }
  return best;
}

}  // namespace cli
