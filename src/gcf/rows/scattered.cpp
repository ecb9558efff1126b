// SPDX-License-Identifier: MIT
// Rows in which the columns of a path group do not stand together. No encoder
// writes them, but the grammar has them: the cells are read first and then
// taken in document order.
#include "gcf/rows/row_reader.hpp"

namespace pith::inline v0::gcf::decoding {

char* row_reader::read_scattered_row(frame& f, const layout& plan, char* p,
                                     row_pass& row) {
  loose_cells_.clear();
  loose_cells_.ensure(token_words * plan.cell_count);
  places_.clear();
  places_.ensure(plan.cell_count);
  for (std::uint32_t left = plan.cell_count; left-- != 0;) {
    detail::word* const begin = loose_cells_.end();
    detail::word* out = begin;
    token_kind kind;
    char* const end = read_token<'|'>(in_.text, p, out, kind);
    if (end == nullptr) return nullptr;
    places_.push_unchecked(
        {p, begin, static_cast<std::size_t>(out - begin), kind});
    loose_cells_.resize(loose_cells_.size() + places_.back().words);
    p = end;
    if (left != 0 && *p++ != '|') return wrong_width(end);
  }
  if (*p != '\n') return wrong_width(p);

  for (std::uint32_t i = 0; i < plan.step_count; ++i) {
    step& s = in_.layouts.steps(plan)[i];
    if (pass_group(s, row)) continue;
    const cell_place& cell = places_[s.extent];
    // Of a marker, or of nothing, there are no words.
    for (std::size_t w = 0; w < cell.words; ++w) *row.out++ = cell.begin[w];
    if (!note_cell(f, plan, i, cell.text, cell.kind, row)) return nullptr;
  }
  return p + 1;
}

}  // namespace pith::inline v0::gcf::decoding
