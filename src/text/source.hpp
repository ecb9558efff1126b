// SPDX-License-Identifier: MIT
/// @file
/// A text of a line format that is being decoded.
#ifndef PITH_TEXT_SOURCE_HPP
#define PITH_TEXT_SOURCE_HPP

#include <pith/error.hpp>

#include <cstddef>

namespace pith::inline v0::text {

class rounding_watch;

/// The document's own copy of the text, and the first thing found wrong with
/// it. Quoted strings are decoded in place; everything else keeps its bytes
/// and its offset, so pointers tell where an error is.
///
/// Functions that read from it return where they stopped, or null after they
/// called fail().
struct source {
  char* first = nullptr;
  /// After the text. A line feed stands here while the text is read, so that
  /// every line has an end and scanning needs no other stop.
  char* last = nullptr;
  /// What an offset from `first` lacks to be one of the input: 0, unless the
  /// text comes in chunks and what was read of it is gone. Wraps around.
  std::size_t base = 0;
  /// Told of numbers that are not canonical; null when nobody asks.
  rounding_watch* watch = nullptr;
  error problem{};

  char* fail(error_code code, const char* at, const char* detail) noexcept {
    problem = {code, input_offset_of(at), detail};
    return nullptr;
  }
  [[nodiscard]] std::size_t input_offset_of(const char* p) const noexcept {
    return base + static_cast<std::size_t>(p - first);
  }
  /// Where `p` is in the document's text.
  [[nodiscard]] std::size_t offset_of(const char* p) const noexcept {
    return static_cast<std::size_t>(p - first);
  }
};

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_SOURCE_HPP
