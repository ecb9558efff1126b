// SPDX-License-Identifier: MIT
#include "work/budget_note.hpp"

#include <pith/builder.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

namespace cli {

bool has_comments(std::string_view format) {
  constexpr std::array<std::string_view, 5> formats = {"gcf", "toon", "tron",
                                                       "yaml", "toml"};
  // Variants are named after their formats: toon-tab.
  const std::string_view name = format.substr(0, format.find('-'));
  return std::ranges::find(formats, name) != formats.end();
}

std::string left_out_comment(const pith::rows_place& place, std::size_t count) {
  if (count == 0) return {};
  const std::string what = place.is_map ? "member" : "row";
  return "# " + std::to_string(count) + " more " + what +
         (count == 1 ? "" : "s") + " left out\n";
}

pith::result<pith::document> with_left_out(pith::value v, std::size_t count) {
  pith::builder b;
  b.begin_object();
  if (const auto members = v.get_object()) {
    for (const auto& [key, value] : *members) b.key(key).copy(value);
  } else {
    b.key("rows").copy(v);
  }
  b.key(left_out_name).integer(static_cast<std::int64_t>(count));
  return b.end_object().finish();
}

std::size_t rows_in(pith::value v, const pith::rows_place& place) {
  const auto at = place.member ? v.find(*place.member) : pith::maybe_value(v);
  if (!at) return 0;
  if (const auto rows = at->get_array()) return rows->size();
  const auto members = at->get_object();
  return members ? members->size() : 0;
}

}  // namespace cli
