// SPDX-License-Identifier: MIT
/// @file
/// Other spellings of a canonical text that mean the same.
#ifndef PITH_TESTS_SUPPORT_DIALECT_HPP
#define PITH_TESTS_SUPPORT_DIALECT_HPP

#include "random.hpp"

#include <string>
#include <string_view>

namespace pith_tests {

/// Rewrites the canonical wire of a document as the specification allows it:
/// CR LF, comments and blank lines, no last line feed, blanks around cells and
/// elements, attachments one level deeper, deferred counts at the root with
/// and without a summary. Which of them is drawn from `random`.
void write_dialect(std::string_view wire, random_source& random,
                   std::string& out);

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_DIALECT_HPP
