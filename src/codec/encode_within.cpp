// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/encode_within.hpp>

#include <algorithm>
#include <utility>

namespace pith::inline v0 {

namespace {

void copy_rows(builder& to, array_view rows, std::size_t first,
               std::size_t count) {
  to.begin_array();
  std::size_t at = 0;
  for (const value row : rows) {
    if (at >= first && at - first < count) to.copy(row);
    if (++at >= first && at - first >= count) break;
  }
  to.end_array();
}

void copy_members(builder& to, object_view rows, std::size_t first,
                  std::size_t count) {
  to.begin_object();
  std::size_t at = 0;
  for (const auto& [key, row] : rows) {
    if (at >= first && at - first < count) to.key(key).copy(row);
    if (++at >= first && at - first >= count) break;
  }
  to.end_object();
}

/// How many rows an object is; none when a member is not an object.
std::size_t row_members(value v) {
  const auto rows = v.get_object();
  if (!rows) return 0;
  for (const auto& [key, row] : *rows) {
    if (!row.get_object()) return 0;
  }
  return rows->size();
}

}  // namespace

std::optional<rows_place> find_rows_or_members(value root) {
  std::optional<rows_place> longest = find_rows(root);
  if (longest && !longest->member) return longest;
  const auto offer = [&](std::optional<std::string_view> member, value v) {
    const std::size_t count = row_members(v);
    if (count > (longest ? longest->count : 0)) {
      longest = rows_place{member, count, true};
    }
  };
  offer(std::nullopt, root);
  if (const auto members = root.get_object()) {
    for (const auto& [key, value] : *members) offer(key, value);
  }
  return longest;
}

std::optional<rows_place> find_rows(value root) {
  if (const auto rows = root.get_array()) {
    return rows_place{std::nullopt, rows->size(), false};
  }
  std::optional<rows_place> longest;
  if (const auto members = root.get_object()) {
    for (const auto& [key, value] : *members) {
      const auto rows = value.get_array();
      if (rows && (!longest || rows->size() > longest->count)) {
        longest = rows_place{key, rows->size(), false};
      }
    }
  }
  return longest;
}

result<document> with_rows(value root, const rows_place& place,
                           std::size_t first, std::size_t count) {
  builder b;
  if (const auto rows = root.get_array()) copy_rows(b, *rows, first, count);
  const auto members = root.get_object();
  if (members && place.is_map && !place.member) {
    copy_members(b, *members, first, count);
  } else if (members) {
    b.begin_object();
    for (const auto& [key, value] : *members) {
      b.key(key);
      const auto rows = value.get_array();
      const auto map = value.get_object();
      if (rows && key == place.member) {
        copy_rows(b, *rows, first, count);
      } else if (map && place.is_map && key == place.member) {
        copy_members(b, *map, first, count);
      } else {
        b.copy(value);
      }
    }
    b.end_object();
  }
  return b.finish();
}

result<fitted_rows> fit_rows(value root, const rows_place& place,
                             std::size_t first, std::size_t budget,
                             const encode_function& encode,
                             token_meter tokens) {
  const std::size_t most = place.count - std::min(first, place.count);
  fitted_rows best;
  const auto fits = [&](std::size_t rows) -> result<bool> {
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

result<fitted_text> encode_within(value v, token_meter tokens,
                                  std::size_t budget,
                                  const auto_options& options) {
  const auto too_large = [](const char* why) {
    return error{error_code::size_limit, 0, why};
  };
  const std::optional<rows_place> place = find_rows(v);
  const std::size_t all = place ? place->count : 0;
  auto whole = auto_encode(v, tokens, options);
  if (!whole) return whole.error();
  if (whole->tokens <= budget) {
    return fitted_text{std::move(whole->text), std::move(whole->name), all, 0,
                       whole->tokens};
  }
  if (!place) {
    return too_large(
        "the text costs more than the budget, and there are no rows to leave "
        "out");
  }
  std::string name;
  auto part = fit_rows(
      v, *place, 0, budget,
      [&](value some) -> result<std::string> {
        auto best = auto_encode(some, tokens, options);
        if (!best) return best.error();
        // Of a text that is too large the name does not matter.
        if (best->tokens <= budget) name = std::move(best->name);
        return std::move(best->text);
      },
      tokens);
  if (!part) return part.error();
  if (!part->fits) {
    return too_large("the text costs more than the budget even without rows");
  }
  return fitted_text{std::move(part->text), std::move(name), part->rows,
                     all - part->rows, part->tokens};
}

}  // namespace pith::inline v0
