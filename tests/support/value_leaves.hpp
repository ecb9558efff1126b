// SPDX-License-Identifier: MIT
/// @file
/// A value as the list of its leaves, to compare it with the pages that it was
/// divided into.
#ifndef PITH_TESTS_SUPPORT_VALUE_LEAVES_HPP
#define PITH_TESTS_SUPPORT_VALUE_LEAVES_HPP

#include <pith/document.hpp>

#include <string>
#include <vector>

namespace pith_tests {

/// A leaf of a value, and the path to it.
struct leaf {
  std::string path;
  std::string json;

  /// The order of members does not count: tables may change it.
  friend bool operator==(const leaf& a, const leaf& b);
};

/// Adds the elements of arrays that lie in objects alone, and all other
/// members.
void add_leaves(std::vector<leaf>& out, pith::value root);

/// Into the order of paths; those of one path keep theirs.
void sort_leaves(std::vector<leaf>& leaves);

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_VALUE_LEAVES_HPP
