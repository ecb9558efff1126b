// SPDX-License-Identifier: MIT
/// @file
/// The value of a document that a test uses in one expression.
#ifndef PITH_TESTS_SUPPORT_ROOT_OF_HPP
#define PITH_TESTS_SUPPORT_ROOT_OF_HPP

#include <pith/document.hpp>
#include <pith/result.hpp>

namespace pith_tests {

/// Valid until the end of the full expression when `made` is a temporary:
/// what `made->root()` would be if the library allowed it.
[[nodiscard]] inline pith::value root_of(
    const pith::result<pith::document>& made) {
  return made->root();
}

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_ROOT_OF_HPP
