// SPDX-License-Identifier: MIT
// Rows in which the columns of a path group do not stand together. No encoder
// writes them, but the grammar has them: the cells are read first and then
// taken in document order.
#include "gcf/decode/reader.hpp"

namespace pith::inline v0::gcf::decoding {

char* reader::read_scattered_row(frame& f, const layout& plan, char* p,
                                 row_pass& row) {
  loose_cells_.clear();
  loose_cells_.ensure(token_words * plan.cell_count);
  places_.clear();
  places_.ensure(plan.cell_count);
  for (std::uint32_t left = plan.cell_count; left-- != 0;) {
    detail::word* const begin = loose_cells_.end();
    detail::word* out = begin;
    token_kind kind;
    char* const end = read_token<'|'>(text_, p, out, kind);
    if (end == nullptr) return nullptr;
    places_.push_unchecked(
        {p, begin, static_cast<std::size_t>(out - begin), kind});
    loose_cells_.resize(loose_cells_.size() + places_.back().words);
    p = end;
    if (left != 0 && *p++ != '|') return wrong_width(end);
  }
  if (*p != '\n') return wrong_width(p);

  for (std::uint32_t i = 0; i < plan.step_count; ++i) {
    step& s = layouts_.steps(plan)[i];
    if (s.kind == step_kind::open_group) {
      open_group(row);
      continue;
    }
    if (s.kind == step_kind::close_group) {
      close_group(s, row);
      continue;
    }
    const cell_place& cell = places_[s.extent];
    if (cell.kind == token_kind::missing) {
      ++row.missing;
      continue;
    }
    if (cell.kind > token_kind::missing) {
      if (!take_marker(f, i, cell.text, cell.kind, row)) return nullptr;
    } else {
      for (std::size_t w = 0; w < cell.words; ++w) *row.out++ = cell.begin[w];
      row.flags |= detail::has_scalar;
      if (cell.kind == token_kind::null) ++row.nulls;
    }
    // Looked up again: a marker's declaration may have moved the steps.
    row.cursor = walk(layouts_.steps(plan)[i], row.cursor);
  }
  return p + 1;
}

}  // namespace pith::inline v0::gcf::decoding
