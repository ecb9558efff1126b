// SPDX-License-Identifier: MIT
/// @file
/// What is open while a text is decoded.
#ifndef PITH_GCF_ROWS_FRAME_HPP
#define PITH_GCF_ROWS_FRAME_HPP

#include "document/shape_tree.hpp"
#include "document/tape.hpp"

#include <cstddef>
#include <cstdint>

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

enum class body : std::uint8_t { object, table, expanded };

/// A container that is being read.
struct frame {
  body kind;
  bool is_keyed;      ///< a table that is a map of objects (7.2a)
  bool is_counted;    ///< `[N]`, not `[?]`
  bool is_undecided;  ///< a shared schema applies unless the first line says
                      ///< otherwise
  bool had_id;        ///< the last row carried an `@id`
  bool delivers;      ///< its values are handed out as they are complete
  std::uint8_t flags;
  std::uint32_t layout;  ///< of a table
  std::uint32_t serial;  ///< names the table where its schemas are kept
  std::uint32_t key_id;  ///< under which it or an array around it stands
  std::size_t level;     ///< indentation of its lines
  std::size_t depth;     ///< containers around it, itself included
  std::size_t at;        ///< its header on the tape
  std::size_t count;     ///< rows, items or members so far
  std::size_t declared;  ///< when it is counted
  std::size_t deferred;  ///< its place among deferred counts, or no_count
  std::size_t columns;   ///< its first column_state, or no_columns
  detail::shape_cursor cursor;  ///< of an object or a keyed map
};

inline constexpr std::size_t no_count = ~std::size_t{0};
inline constexpr std::uint32_t no_key_id = ~std::uint32_t{0};
inline constexpr std::size_t no_columns = ~std::size_t{0};

/// What a table knows about one of its columns; kept once a row has a marker.
struct column_state {
  std::uint32_t schema;  ///< layout that `^{...}` declared last, or none
  std::size_t marker;    ///< the last marker of this column
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_ROWS_FRAME_HPP
