// SPDX-License-Identifier: MIT
/// @file
/// The rows of a document to columns of Arrow.
#ifndef PITH_PYTHON_NATIVE_DOCUMENT_TO_ARROW_HPP
#define PITH_PYTHON_NATIVE_DOCUMENT_TO_ARROW_HPP

#include <pith/document.hpp>
#include <pith/result.hpp>

#include "arrow_abi.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pith::python {

/// One column, in the layout of Arrow.
struct arrow_column {
  std::string name;
  const char* format = "n";
  std::size_t nulls = 0;
  std::vector<std::uint8_t> validity;
  /// Numbers of 64 bits, bits of booleans, or offsets of texts.
  std::vector<std::uint64_t> words;
  std::vector<std::uint8_t> bits;
  std::vector<std::int64_t> offsets;
  std::string text;
};

struct arrow_table {
  std::size_t rows = 0;
  std::vector<arrow_column> columns;
};

/// The columns of an array of objects whose values are scalars. A column of
/// integers and reals is one of reals, if no integer loses by it; one of
/// nothing but nulls has Arrow's type null. A row without a member has null
/// there. Fails with misplaced_value for another kind of value or a nested one,
/// and with not_supported for a column of several kinds.
[[nodiscard]] result<arrow_table> make_table(value rows);

/// Fills `out` with the schema, or the one batch, of a table. What they refer
/// to stays as long as they are not released.
void export_schema(const std::shared_ptr<const arrow_table>& table,
                   ArrowSchema& out);
void export_stream(const std::shared_ptr<const arrow_table>& table,
                   ArrowArrayStream& out);

}  // namespace pith::python

#endif  // PITH_PYTHON_NATIVE_DOCUMENT_TO_ARROW_HPP
