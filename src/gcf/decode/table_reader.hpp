// SPDX-License-Identifier: MIT
/// @file
/// Reads the lines of a table (section 7.4).
#ifndef PITH_GCF_DECODE_TABLE_READER_HPP
#define PITH_GCF_DECODE_TABLE_READER_HPP

#include "gcf/decode/attachment_reader.hpp"
#include "gcf/decode/completed_arrays.hpp"
#include "gcf/decode/container_stack.hpp"
#include "gcf/decode/delivery.hpp"
#include "gcf/decode/expanded_reader.hpp"
#include "gcf/lex/lines.hpp"
#include "gcf/rows/frame.hpp"
#include "gcf/rows/open_rows.hpp"
#include "gcf/rows/reading.hpp"
#include "gcf/rows/row_reader.hpp"

namespace pith::inline v0::gcf::decoding {

/// Lines of a table: rows, and what follows a row with an `@id`. A table whose
/// fields are shared may turn out to be an expanded array.
class table_reader {
 public:
  table_reader(reading& in, open_rows& rows, container_stack& open,
               delivery& units, completed_arrays& completed,
               attachment_reader& attachments,
               expanded_reader& expanded) noexcept
      : in_(in),
        rows_(rows),
        open_(open),
        delivery_(units),
        completed_(completed),
        attachments_(attachments),
        expanded_(expanded),
        cells_(in, rows) {}

  void clear() noexcept { cells_.clear(); }

  /// Gives a line to the innermost container, the table `f`. It may read the
  /// plain rows that follow as well.
  [[nodiscard]] outcome read_line(frame& f, const line& ln);

 private:
  [[nodiscard]] outcome read_after_row(frame& f, const line& ln);
  [[nodiscard]] outcome read_row(frame& f, const line& ln);
  [[nodiscard]] bool looks_expanded(const line& ln) const;

  reading& in_;
  open_rows& rows_;
  container_stack& open_;
  delivery& delivery_;
  completed_arrays& completed_;
  attachment_reader& attachments_;
  expanded_reader& expanded_;
  row_reader cells_;
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_DECODE_TABLE_READER_HPP
