// SPDX-License-Identifier: MIT
/// @file
/// Rows that wait for their attachments (sections 7.4.4 and 7.4.5).
#ifndef PITH_GCF_ROWS_OPEN_ROWS_HPP
#define PITH_GCF_ROWS_OPEN_ROWS_HPP

#include "document/pod_buffer.hpp"
#include "document/shape_tree.hpp"
#include "document/tape.hpp"
#include "gcf/lex/cell.hpp"
#include "gcf/lex/token.hpp"
#include "gcf/rows/frame.hpp"
#include "gcf/rows/reading.hpp"
#include "gcf/rows/reorder.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::gcf::decoding {

/// A `^` cell of a row, or an attachment without one (7.4.6.1 rule 4). The
/// markers of a row are in the order of its members.
struct marker {
  char* cell;  ///< the first byte of the cell; null without one
  std::uint32_t key_id;
  std::uint32_t schema;  ///< layout of its positional body, or none
  std::size_t cells;     ///< where the cells after it begin in deferred cells
  std::size_t body;      ///< its value on the tape, once it is filled
  bool is_filled;
};

/// The last row of a table while attachments may follow it: it has an `@id`.
///
/// The tape needs values in the order of the members, the text has bodies
/// after the cells. Cells up to the first marker are on the tape, the others
/// wait in a buffer; while bodies come in the order of their markers, as
/// encoders write them, each goes straight to its place and the cells after
/// it follow. A body out of turn goes to the end of the tape as well, and the
/// row is put in order at the end of the document (reorder_list).
struct open_row {
  bool is_open;
  bool is_disordered;
  std::uint8_t flags;  ///< content_flags of its values
  std::size_t at;      ///< its object on the tape
  detail::shape_cursor cursor;
  std::size_t first_marker;  ///< in the markers of all open rows
  std::size_t marker_count;
  std::size_t cells_end;        ///< of its deferred cells
  std::size_t ordered;          ///< markers whose values are in place
  std::size_t expected;         ///< marker that is probably named next
  std::size_t expected_inline;  ///< no marker before takes a positional body
  std::size_t filling;          ///< marker whose body is being read
  std::size_t stray;            ///< where the disorder begins on the tape
};

/// The open row of every open table, with its markers and the cells after
/// them. The functions that fail leave the reason in the text.
class open_rows {
 public:
  explicit open_rows(reading& in) noexcept : in_(in) {}

  void clear() noexcept;

  /// A table begins, without a row.
  void begin_table() {
    rows_.resize(rows_.size() + 1);
    rows_.back().is_open = false;
  }
  /// The innermost table ends; its row is finished.
  void end_table(const frame& f) {
    rows_.pop_back();
    if (f.columns != no_columns) columns_.resize(f.columns);
  }
  /// The innermost table turns out not to be one.
  void drop_table() noexcept { rows_.pop_back(); }

  /// The row of the innermost table, and its marker `i`.
  [[nodiscard]] open_row& current() noexcept { return rows_.back(); }
  [[nodiscard]] const open_row& current() const noexcept {
    return rows_.back();
  }
  [[nodiscard]] marker& marker_at(std::size_t i) noexcept {
    return markers_[current().first_marker + i];
  }

  /// A row begins at the end of the tape.
  void begin_row() {
    open_row& row = current();
    row = {};
    row.at = in_.tape().size();
    row.first_marker = markers_.size();
  }
  /// Notes the marker in the cell of the row's step `index`. Fails with
  /// invalid_attachment_marker, invalid_item_id, or as declarations do.
  [[nodiscard]] bool take_marker(frame& f, std::size_t index, char* cell,
                                 token_kind kind, row_pass& row);
  /// The cells of the row have been read; attachments may follow.
  void open(const row_pass& row) {
    if (row.is_deferring) {
      deferred_cells_.resize(
          static_cast<std::size_t>(row.out - deferred_cells_.data()));
    } else {
      in_.end_tape(row.out);
    }
    open_row& opened = current();
    opened.is_open = true;
    opened.cells_end = deferred_cells_.size();
    opened.marker_count = markers_.size() - opened.first_marker;
    opened.cursor = row.cursor;
    opened.flags = row.flags;
  }
  /// Completes the object of the row after its last attachment. Fails with
  /// missing_attachment.
  [[nodiscard]] bool finish_row();

  /// Finds the marker that the attachment `name` is for. Fails with
  /// orphan_attachment or duplicate_attachment at `at`.
  [[nodiscard]] bool find_target(const frame& f, std::string_view name,
                                 const char* at, std::size_t& target);
  /// Finds the next marker that a body without a name can fill.
  [[nodiscard]] bool find_inline_target(std::size_t& target);
  /// The value of marker `target` is written next.
  void begin_fill(std::size_t target) {
    open_row& row = current();
    if (!row.is_disordered && target != row.ordered) {
      row.is_disordered = true;
      row.stray = in_.tape().size();
    }
    marker_at(target).body = in_.tape().size();
    row.filling = target;
  }
  /// It has been written, and is of the kind that `flags` says.
  void end_fill(std::uint8_t flags);

  /// Puts the attachments that came out of turn where they belong. Only when
  /// no container is open.
  void put_in_order() {
    if (disorder_.empty()) return;
    disorder_.apply(in_.tape());
    disorder_.clear();
  }

  /// The text has moved: what was at `before` + x is at `now` + x + `by`, and
  /// `by` may wrap around.
  void move_cells(const char* before, char* now, std::size_t by) noexcept;
  /// Adds `by` to the places in the text that the values of open rows have.
  void shift_texts(std::size_t by);
  /// What is held beside the tape, in bytes.
  [[nodiscard]] std::size_t held_bytes() const noexcept {
    return deferred_cells_.size() * sizeof(detail::word) +
           markers_.size() * sizeof(marker);
  }

 private:
  /// What a table knows about one of its columns; kept once a row has a marker.
  struct column_state {
    std::uint32_t schema;  // layout that `^{...}` declared last, or none
    std::size_t marker;    // the last marker of this column
  };

  [[nodiscard]] std::size_t cells_end_of(std::size_t i) noexcept {
    return i + 1 < current().marker_count ? marker_at(i + 1).cells
                                          : current().cells_end;
  }
  [[nodiscard]] bool add_appended(std::string_view name, const char* at,
                                  std::size_t& target);
  void list_disorder();

  reading& in_;
  detail::pod_buffer<open_row> rows_;  // of the open tables
  detail::pod_buffer<marker> markers_;
  detail::pod_buffer<detail::word> deferred_cells_;
  detail::pod_buffer<column_state> columns_;
  reorder_list disorder_;
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_ROWS_OPEN_ROWS_HPP
