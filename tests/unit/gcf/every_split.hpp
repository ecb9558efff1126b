// SPDX-License-Identifier: MIT
/// @file
/// For tests of decoding in chunks.
#ifndef PITH_TESTS_UNIT_GCF_EVERY_SPLIT_HPP
#define PITH_TESTS_UNIT_GCF_EVERY_SPLIT_HPP

#include <pith/limits.hpp>

#include "chunked.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>

namespace pith_tests {

/// Expects that a text, which must be accepted, decodes in two chunks as it
/// does in one, wherever it is split, and that every prefix of it decodes in
/// single bytes as it does in one chunk. Quadratic.
inline void expect_every_split_agrees(const std::string& text) {
  chunked_decoding decoding;
  const pith::limits bounds;
  for (std::size_t first = 1; first <= text.size(); ++first) {
    std::size_t size = first;
    const auto next = [&] { return std::exchange(size, text.size()); };
    EXPECT_TRUE(decoding.agrees(text, bounds, next, 1))
        << decoding.complaint() << " at " << first;
    EXPECT_TRUE(decoding.was_accepted());
    const std::string cut = text.substr(0, first);
    EXPECT_TRUE(decoding.agrees(
        cut, bounds, [] { return 1; }, 1))
        << decoding.complaint() << " up to " << first;
  }
}

}  // namespace pith_tests

#endif  // PITH_TESTS_UNIT_GCF_EVERY_SPLIT_HPP
