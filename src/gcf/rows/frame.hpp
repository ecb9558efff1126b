// SPDX-License-Identifier: MIT
/// @file
/// A container that is open while a text is decoded.
#ifndef PITH_GCF_ROWS_FRAME_HPP
#define PITH_GCF_ROWS_FRAME_HPP

#include "document/shape_tree.hpp"

#include <cstddef>
#include <cstdint>

namespace pith::inline v0::gcf::decoding {

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

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_ROWS_FRAME_HPP
