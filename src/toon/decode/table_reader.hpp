// SPDX-License-Identifier: MIT
/// @file
/// Rows of tables and keyed tables.
#ifndef PITH_TOON_DECODE_TABLE_READER_HPP
#define PITH_TOON_DECODE_TABLE_READER_HPP

#include "document/pod_buffer.hpp"
#include "toon/decode/cells.hpp"
#include "toon/decode/container_stack.hpp"
#include "toon/decode/context.hpp"
#include "toon/decode/layout.hpp"
#include "toon/decode/line_scanner.hpp"

#include <cstddef>

namespace pith::inline v0::toon::decoding {

/// Makes objects of rows, as the layout of the open table says.
class table_reader {
 public:
  table_reader(context& shared, container_stack& containers,
               const layout& fields) noexcept
      : context_(shared), containers_(containers), layout_(fields) {}

  /// Reads the row of `ln` and, if they are plain lines, those that follow it
  /// in the table `f`, which is the innermost container. Returns the next
  /// line, or null after failing.
  [[nodiscard]] char* read_rows(frame& f, const line& ln);

 private:
  template <bool keyed, bool grouped>
  [[nodiscard]] char* read_row_run(frame& f, const line& ln);
  template <bool grouped>
  [[nodiscard]] char* read_cells(char* p, cell_cursor& ends,
                                 detail::word*& out);
  [[nodiscard]] char* read_repeating_row(frame& f, const line& ln);
  [[nodiscard]] char* read_entry_key(frame& f, char* p);
  [[nodiscard]] bool check_first_cell(char* p, char delimiter);
  [[nodiscard]] char* wrong_width(char* end);

  context& context_;
  container_stack& containers_;
  const layout& layout_;
  detail::pod_buffer<std::size_t> groups_;  // that a row has open, on the tape
};

}  // namespace pith::inline v0::toon::decoding

#endif  // PITH_TOON_DECODE_TABLE_READER_HPP
