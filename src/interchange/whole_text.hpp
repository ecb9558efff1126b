// SPDX-License-Identifier: MIT
/// @file
/// What TOML and YAML share: a text that is read as a whole.
#ifndef PITH_INTERCHANGE_WHOLE_TEXT_HPP
#define PITH_INTERCHANGE_WHOLE_TEXT_HPP

#include <pith/document.hpp>
#include <pith/limits.hpp>
#include <pith/numbers.hpp>
#include <pith/result.hpp>

#include "text/rounding.hpp"
#include "text/utf8.hpp"

#include <cstddef>
#include <string_view>
#include <utility>

namespace pith::interchange {

/// Reads one document. `read(text, skipped, watch)` gets the text without a
/// byte order mark, of which `skipped` bytes were taken off; the offsets of its
/// errors count from there, those that come out of here from the beginning.
/// Fails with size_limit, with invalid_utf8, as `read` does, or as `numbers`
/// asks. Linear, apart from `read`.
template <class Read>
result<document> read_whole_text(std::string_view text, const limits& bounds,
                                 const number_options& numbers, Read read) {
  if (text.size() > bounds.max_bytes) {
    return error{error_code::size_limit, bounds.max_bytes,
                 "the text is longer than limits::max_bytes"};
  }
  if (const std::size_t bad = text::find_invalid_utf8(text);
      bad != text::valid_utf8) {
    return error{error_code::invalid_utf8, bad, "the text is not UTF-8"};
  }
  const std::size_t skipped = text.starts_with(text::byte_order_mark)
                                  ? text::byte_order_mark.size()
                                  : 0;
  text.remove_prefix(skipped);
  text::rounding_watch watch;
  result<document> done = read(text, skipped, watch);
  if (done) {
    const auto fits = watch.conclude(numbers);
    return fits ? std::move(done) : fits.error();
  }
  error moved = done.error();
  moved.offset += skipped;
  return moved;
}

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_WHOLE_TEXT_HPP
