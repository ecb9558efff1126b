// SPDX-License-Identifier: MIT
/// @file
/// Reads TOON into a document.
#ifndef PITH_TOON_DECODE_READER_HPP
#define PITH_TOON_DECODE_READER_HPP

#include <pith/result.hpp>
#include <pith/toon.hpp>

#include "document/document_data.hpp"
#include "toon/decode/array_reader.hpp"
#include "toon/decode/container_stack.hpp"
#include "toon/decode/context.hpp"
#include "toon/decode/line_scanner.hpp"
#include "toon/decode/list_reader.hpp"
#include "toon/decode/member_reader.hpp"
#include "toon/decode/table_reader.hpp"

#include <string_view>

namespace pith::inline v0::toon::decoding {

/// One pass over the lines, with a stack of open containers instead of
/// recursion. A line that is not indented as far as the lines of the innermost
/// container closes it and goes to the one around it; any other must be as
/// far indented as they are.
///
/// This class finds the container that a line belongs to. A part for each kind
/// of container reads the line, and returns the next.
class reader {
 public:
  reader() noexcept = default;
  reader(const reader&) = delete;  // the parts refer to one another
  reader& operator=(const reader&) = delete;

  /// Reads `text` into `data`, which is `null` again on failure. Memory of
  /// both is kept between runs.
  [[nodiscard]] result<void> run(detail::document_data& data,
                                 std::string_view text,
                                 const decode_options& options);

  /// Who hears of numbers that may be rounded, from now on; null for nobody.
  void watch_numbers(text::rounding_watch* watch) noexcept {
    context_.text.watch = watch;
  }

 private:
  void reset() noexcept;
  [[nodiscard]] bool read_lines();
  [[nodiscard]] char* dispatch(const line& ln);
  [[nodiscard]] bool check_depth(frame& f, const line& ln);
  [[nodiscard]] bool finish();

  context context_;
  line_scanner lines_{context_};
  container_stack containers_{context_};
  array_reader arrays_{context_, containers_};
  table_reader tables_{context_, containers_, arrays_.fields()};
  member_reader members_{context_, containers_, arrays_};
  list_reader lists_{context_, containers_, arrays_, members_};
};

}  // namespace pith::inline v0::toon::decoding

#endif  // PITH_TOON_DECODE_READER_HPP
