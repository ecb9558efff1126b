// SPDX-License-Identifier: MIT
/// @file
/// Columns of Arrow to the rows of a document.
#ifndef PITH_PYTHON_NATIVE_ARROW_TO_DOCUMENT_HPP
#define PITH_PYTHON_NATIVE_ARROW_TO_DOCUMENT_HPP

#include <pith/builder.hpp>
#include <pith/result.hpp>

#include "arrow_abi.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pith::python {

/// What a column holds, by the letter of its format.
enum class column_kind : std::uint8_t {
  null,
  boolean,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float32,
  float64,
  text,        ///< offsets of 32 bits
  large_text,  ///< offsets of 64 bits
  text_view,
  date32,
  date64,
  timestamp,
  list,
  large_list,
  structure,
};

/// A column and the columns inside it, as their schema describes them.
struct column_type {
  std::string name;
  column_kind kind = column_kind::null;
  /// Of a timestamp: its units in a second, and whether it is an instant.
  std::int64_t per_second = 1;
  bool is_instant = false;
  bool is_dictionary = false;
  std::vector<column_type> inner;  ///< of lists, structures and dictionaries
};

/// Fails with not_supported for a format that has no counterpart in JSON, and
/// depth_limit.
[[nodiscard]] result<column_type> read_type(const ArrowSchema& schema);

/// Appends the rows of a batch to an array that is open in `out`: an object
/// for every row of a structure, its fields as members. Instants and dates
/// become text (ISO 8601). Numbers above int64 and what is not finite make the
/// builder fail. Depth is bounded by read_type().
void append_rows(builder& out, const column_type& type,
                 const ArrowArray& batch);

}  // namespace pith::python

#endif  // PITH_PYTHON_NATIVE_ARROW_TO_DOCUMENT_HPP
