// SPDX-License-Identifier: MIT
/// @file
/// Reads the values that follow a row with `^` cells (sections 7.4.4, 7.4.5).
#ifndef PITH_GCF_DECODE_ATTACHMENT_READER_HPP
#define PITH_GCF_DECODE_ATTACHMENT_READER_HPP

#include "gcf/decode/container_stack.hpp"
#include "gcf/decode/key_spellings.hpp"
#include "gcf/decode/shared_schemas.hpp"
#include "gcf/decode/value_reader.hpp"
#include "gcf/lex/lines.hpp"
#include "gcf/rows/frame.hpp"
#include "gcf/rows/open_rows.hpp"
#include "gcf/rows/reading.hpp"

#include <cstddef>
#include <cstdint>

namespace pith::inline v0::gcf::decoding {

/// Lines that fill the markers of the open row of the innermost table.
class attachment_reader {
 public:
  attachment_reader(reading& in, open_rows& rows, container_stack& open,
                    value_reader& values, key_spellings& spellings,
                    shared_schemas& schemas) noexcept
      : in_(in),
        rows_(rows),
        open_(open),
        values_(values),
        spellings_(spellings),
        schemas_(schemas) {}

  /// `.name {}`, `.name [N]...` or, for a name that cannot be a column,
  /// `.name =scalar`, for the innermost container, the table `f`. Fails with
  /// invalid_line, or as open_rows::find_target() and value_reader do.
  [[nodiscard]] outcome read_line(const frame& f, const line& ln);
  /// A positional body, of marker `target`: one scalar per field of its schema
  /// (7.4.5.1). Fails with inline_width_mismatch, depth_limit, or as tokens do.
  [[nodiscard]] outcome read_positional(const line& ln, std::size_t target);

 private:
  [[nodiscard]] char* read_body(const frame& f, const line& ln, char* p,
                                std::uint32_t key_id, bool is_appended);

  reading& in_;
  open_rows& rows_;
  container_stack& open_;
  value_reader& values_;
  key_spellings& spellings_;
  shared_schemas& schemas_;
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_DECODE_ATTACHMENT_READER_HPP
