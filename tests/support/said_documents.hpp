// SPDX-License-Identifier: MIT
/// @file
/// Documents made over into what a narrower format can say, with the same keys
/// and scalars.
#ifndef PITH_TESTS_SUPPORT_SAID_DOCUMENTS_HPP
#define PITH_TESTS_SUPPORT_SAID_DOCUMENTS_HPP

#include <pith/document.hpp>
#include <pith/result.hpp>

namespace pith_tests {

/// Rows of scalars with equal keys: up to six of the keys of `from`, and all
/// of its scalars.
pith::result<void> fit_rows(pith::value from, pith::document& into);

/// An object without null: other values become its one member, null is `false`.
pith::result<void> fit_tables(pith::value from, pith::document& into);

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_SAID_DOCUMENTS_HPP
