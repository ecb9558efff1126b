// SPDX-License-Identifier: MIT
/// @file
/// Finds the lines with content, and how far they are indented.
#ifndef PITH_TOON_DECODE_LINE_SCANNER_HPP
#define PITH_TOON_DECODE_LINE_SCANNER_HPP

#include "toon/decode/context.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace pith::inline v0::toon::decoding {

/// A line that is neither blank nor a comment.
struct line {
  char* first = nullptr;   ///< its first character after the indentation
  std::size_t depth = 0;   ///< in levels
  std::size_t spaces = 0;  ///< before it, unless there are tabs
  bool has_tabs = false;
};

enum class line_search : std::uint8_t { found, end_of_text, failed };

class line_scanner {
 public:
  explicit line_scanner(context& shared) noexcept : context_(shared) {}

  /// Starts with the text and the options of the context.
  void reset() noexcept;

  /// Finds the first line with content that begins at `p` or later; `p` is
  /// where a line begins. Fails with tab_indentation or invalid_indent, which
  /// only a strict reader does.
  [[nodiscard]] line_search find(char* p, line& ln);

  /// The first of the blank lines directly before the line that was found, or
  /// null.
  [[nodiscard]] const char* blank_line() const noexcept { return blank_line_; }

 private:
  [[nodiscard]] line_search find_odd_line(char* p, line& ln);

  context& context_;
  const char* blank_line_ = nullptr;
  // Depths of the usual indentations, by spaces; kept between texts.
  static constexpr std::uint8_t no_depth = 0xFF;
  std::array<std::uint8_t, 64> depths_{};
  std::size_t listed_size_ = 0;  // what depths_ is for
  bool listed_strictly_ = false;
};

}  // namespace pith::inline v0::toon::decoding

#endif  // PITH_TOON_DECODE_LINE_SCANNER_HPP
