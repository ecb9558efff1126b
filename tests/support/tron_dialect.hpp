// SPDX-License-Identifier: MIT
/// @file
/// Other spellings of a value in TRON than the one that we write.
#ifndef PITH_TESTS_SUPPORT_TRON_DIALECT_HPP
#define PITH_TESTS_SUPPORT_TRON_DIALECT_HPP

#include <pith/document.hpp>

#include "random.hpp"

#include <cstdint>
#include <string>

namespace pith_tests {

enum class tron_readers : std::uint8_t {
  specification,  ///< everything that the specification allows
  reference,      ///< only what the reference package reads, too
};

/// Writes `v` with classes chosen at random, inherited where keys allow it,
/// properties over lines, arguments by position and by name, comments, blanks,
/// trailing commas, semicolons and escapes. It decodes to `v`, with the order
/// of members.
[[nodiscard]] std::string write_tron_dialect(pith::value v, tron_readers who,
                                             random_source& random);

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_TRON_DIALECT_HPP
