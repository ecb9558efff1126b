// SPDX-License-Identifier: MIT
/// @file
/// What most cells of most rows are, without a call.
#ifndef PITH_GCF_LEX_CELL_HPP
#define PITH_GCF_LEX_CELL_HPP

#include "document/shape_tree.hpp"
#include "document/tape.hpp"
#include "gcf/lex/delimiters.hpp"
#include "gcf/lex/source.hpp"
#include "gcf/lex/token.hpp"
#include "text/block.hpp"
#include "text/cell_number.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pith::inline v0::gcf::decoding {

/// A row while its cells are read.
struct row_pass {
  detail::word* out = nullptr;  ///< where the next value goes
  detail::shape_cursor cursor;
  std::uint8_t flags = 0;
  bool has_id = false;
  bool is_deferring = false;  ///< `out` is in deferred cells, not on the tape
  char* first = nullptr;      ///< of the row's line
  // Narrow rows note their cells in bits, wide ones count them.
  std::uint64_t missing_cells = 0;
  std::uint64_t null_cells = 0;
  std::uint64_t marked_cells = 0;
  std::uint32_t missing = 0;
  std::uint32_t nulls = 0;
};

/// A group of path columns in a narrow row while its cells are read.
struct group_start {
  detail::word* at;
  std::uint8_t flags;  ///< of the object around it
};

/// Reads the cell from `p` to `end`, which is the next delimiter, and passes
/// it, if it is one of the simple kinds; otherwise returns false and changes
/// nothing. Moves `end` when the cell is quoted and contains delimiters. `bit`
/// stands for the cell in the words of `row`.
[[nodiscard, gnu::always_inline]] inline bool read_plain_cell(
    const source& text, char* p, char*& end, delimiter_cursor& ends,
    std::uint64_t bit, row_pass& row) noexcept {
  const auto length = static_cast<std::size_t>(end - p);
  bool is_read = false;
  switch (first_bytes[static_cast<unsigned char>(*p)]) {
    case first_byte::text:
      is_read = put_bare_text(text, p, end, row.out);
      break;
    case first_byte::word:
      if (length == 4 && std::memcmp(p, "true", 4) == 0) {
        *row.out++ = detail::make_word(detail::tag::boolean_true);
        is_read = true;
      } else if (length == 5 && std::memcmp(p, "false", 5) == 0) {
        *row.out++ = detail::make_word(detail::tag::boolean_false);
        is_read = true;
      } else {
        is_read = put_bare_text(text, p, end, row.out);
      }
      break;
    case first_byte::digit:
      is_read = put_digits(text, p, end, row.out);
      break;
    case first_byte::minus:
      if (length == 1) {
        *row.out++ = detail::make_word(detail::tag::null);
        row.null_cells |= bit;
        is_read = true;
      } else if (detail::word* const after =
                     put_long_number(text, p, end, row.out)) {
        row.out = after;
        is_read = true;
      }
      break;
    case first_byte::mark:
      if (length == 1 && *p == '~') {
        row.missing_cells |= bit;
        is_read = true;
      }
      break;
    case first_byte::quote: {
      const std::uint32_t special = text::block::load(p + 1).needs_escape();
      const auto inside = static_cast<unsigned>(std::countr_zero(special));
      if (special != 0 && p[1 + inside] == '"' &&
          ends_token<'|'>(p[2 + inside])) {
        *row.out++ =
            detail::make_word(detail::tag::string,
                              detail::pack_text(text.offset_of(p + 1), inside));
        end = p + 2 + inside;
        ends.skip_to(end);
        is_read = true;
      }
      break;
    }
    case first_byte::blank:
    case first_byte::delimiter:
      break;
    default:
      __builtin_unreachable();
  }
  if (is_read) ends.pass();
  return is_read;
}

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_LEX_CELL_HPP
