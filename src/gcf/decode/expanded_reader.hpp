// SPDX-License-Identifier: MIT
/// @file
/// Reads expanded arrays (section 7.6).
#ifndef PITH_GCF_DECODE_EXPANDED_READER_HPP
#define PITH_GCF_DECODE_EXPANDED_READER_HPP

#include "gcf/decode/completed_arrays.hpp"
#include "gcf/decode/value_reader.hpp"
#include "gcf/lex/lines.hpp"
#include "gcf/rows/frame.hpp"
#include "gcf/rows/reading.hpp"

namespace pith::inline v0::gcf::decoding {

/// Lines of an expanded array: one `@N` line per element. The element's own
/// lines are one level deeper, and another container's.
class expanded_reader {
 public:
  expanded_reader(reading& in, value_reader& values,
                  completed_arrays& completed) noexcept
      : in_(in), values_(values), completed_(completed) {}

  /// Gives a line to the innermost container, the expanded array `f`.
  [[nodiscard]] outcome read_line(frame& f, const line& ln);

 private:
  [[nodiscard]] outcome read_item(frame& f, const line& ln);

  reading& in_;
  value_reader& values_;
  completed_arrays& completed_;
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_DECODE_EXPANDED_READER_HPP
