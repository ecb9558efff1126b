// SPDX-License-Identifier: MIT
/// @file
/// Reads the cells of rows.
#ifndef PITH_GCF_ROWS_ROW_READER_HPP
#define PITH_GCF_ROWS_ROW_READER_HPP

#include "document/pod_buffer.hpp"
#include "document/shape_tree.hpp"
#include "document/tape.hpp"
#include "gcf/lex/cell.hpp"
#include "gcf/lex/delimiters.hpp"
#include "gcf/lex/token.hpp"
#include "gcf/rows/frame.hpp"
#include "gcf/rows/layout.hpp"
#include "gcf/rows/open_rows.hpp"
#include "gcf/rows/reading.hpp"

#include <cstddef>
#include <cstdint>

namespace pith::inline v0::gcf::decoding {

/// Most of a text is rows, and most rows are plain ones: they have no `@id`
/// and are read as one run (rows.cpp). Tables with very many columns or with
/// deep groups are read cell by cell (wide_rows.cpp), and so are those in which
/// the columns of a group do not stand together (scattered.cpp).
///
/// What it returns is the beginning of the next line, or null after a failure:
/// row_width_mismatch, duplicate_key and keyed_map for the key of a keyed map's
/// row, expansion_limit, or what tokens and markers fail with.
class row_reader {
 public:
  row_reader(reading& in, open_rows& rows) noexcept : in_(in), rows_(rows) {}

  void clear() noexcept { groups_.clear(); }

  /// Reads the plain row at `p` and those that follow it, as many as the table
  /// may still have. Where rows are delivered, it reads one.
  [[nodiscard]] char* read_plain_rows(frame& f, char* p);
  /// Reads one row with an id, whose cells begin at `p` and whose line begins
  /// at `first`. It is open then: its attachments follow.
  [[nodiscard]] char* read_id_row(frame& f, char* p, char* first);

 private:
  /// A group of path columns while its cells are read.
  struct group_mark {
    detail::word* at;
    detail::shape_cursor cursor;  // of the object around it
    std::uint32_t nulls;
    std::uint32_t missing;
    std::uint8_t flags;
  };
  /// A cell of a row whose groups are scattered.
  struct cell_place {
    char* text;
    const detail::word* begin;  // in loose_cells_
    std::size_t words;
    token_kind kind;
  };

  // rows.cpp
  template <bool keyed, bool grouped>
  [[nodiscard]] char* read_row_run(frame& f, char* p);
  template <bool grouped>
  [[nodiscard]] char* read_cells(reading& in, frame& f, const layout& plan,
                                 delimiter_cursor& ends, char* p,
                                 row_pass& row);
  [[nodiscard]] char* read_odd_cell(frame& f, std::size_t index, char* p,
                                    delimiter_cursor& ends, row_pass& row,
                                    std::uint64_t bit);
  const step* close_groups(reading& in, frame& f, const layout& plan,
                           const step* s, group_start*& group, row_pass& row);
  template <bool grouped>
  [[nodiscard]] char* read_id_cells(frame& f, const layout& plan, char* p,
                                    row_pass& row);
  [[nodiscard]] char* read_plain_row(frame& f, char* p);
  [[nodiscard]] char* read_member_key(frame& f, char* p);
  [[nodiscard]] char* wrong_width(char* end);

  // wide_rows.cpp
  [[nodiscard]] char* read_wide_row(frame& f, const layout& plan, char* p,
                                    row_pass& row);
  [[nodiscard]] detail::shape_cursor walk(step& s, detail::shape_cursor cursor);
  void open_group(row_pass& row);
  void close_group(step& s, row_pass& row);
  [[nodiscard]] bool pass_group(step& s, row_pass& row);
  [[nodiscard]] bool note_cell(frame& f, const layout& plan, std::size_t i,
                               char* p, token_kind kind, row_pass& row);

  // scattered.cpp
  [[nodiscard]] char* read_scattered_row(frame& f, const layout& plan, char* p,
                                         row_pass& row);

  reading& in_;
  open_rows& rows_;
  detail::pod_buffer<group_mark> groups_;
  detail::pod_buffer<detail::word> loose_cells_;
  detail::pod_buffer<cell_place> places_;
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_ROWS_ROW_READER_HPP
