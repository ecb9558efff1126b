// SPDX-License-Identifier: MIT
/// @file
/// Number literals that a document cannot carry.
///
/// A document holds int64 and binary64. An integer literal outside int64 and a
/// real one beyond the largest double are errors of every reader. Other reals
/// become the nearest double, which may be another number than the one that
/// was written: these are the literals that this header is about.
#ifndef PITH_NUMBERS_HPP
#define PITH_NUMBERS_HPP

#include <pith/config.hpp>

#include <cstddef>
#include <string_view>

namespace pith::inline v0 {

/// The literals of a text whose value is not kept.
struct rounded_numbers {
  std::size_t count = 0;
  std::size_t first_offset = 0;  ///< of the first; 0 when there is none
};

/// What a reader does about such literals. By default it does not look for
/// them, which costs nothing.
struct number_options {
  /// Refuse the text: out_of_range, with the offset of the first.
  bool exact = false;
  /// Receives what was rounded when a text has been read; null for no report.
  /// Must live as long as the reader that has these options.
  rounded_numbers* rounded = nullptr;
};

/// Whether a literal by JSON's grammar changes its value when it is read and
/// written again: it has more digits than binary64 keeps
/// (`0.1234567890123456789`), is so small that it becomes 0 (`1e-400`), or is a
/// zero with a sign, which is written without it (`-0.0`). Not `1.10` or `1e2`,
/// which are only spelt in another way, and not an integer, which is read
/// exactly or refused. False for what is not a number.
[[nodiscard]] PITH_API bool is_rounded_number(
    std::string_view literal) noexcept;

}  // namespace pith::inline v0

#endif  // PITH_NUMBERS_HPP
