// SPDX-License-Identifier: MIT
/// @file
/// How a fuzz target says that something does not hold.
#ifndef PITH_FUZZ_REQUIRE_HPP
#define PITH_FUZZ_REQUIRE_HPP

#include <cstdlib>

inline void require(bool holds) {
  if (!holds) std::abort();  // what the fuzzer looks for
}

#endif  // PITH_FUZZ_REQUIRE_HPP
