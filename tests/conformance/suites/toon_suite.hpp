// SPDX-License-Identifier: MIT
/// @file
/// Runs the fixtures of TOON.
#ifndef PITH_TESTS_CONFORMANCE_SUITES_TOON_SUITE_HPP
#define PITH_TESTS_CONFORMANCE_SUITES_TOON_SUITE_HPP

#include "suites/way.hpp"

namespace suites {

/// Our own fixtures and those of the specification. Prints how it went; 77 as
/// an exit status where the latter are missing and nothing failed.
int run_toon(const way& by, bool verbose);

}  // namespace suites

#endif  // PITH_TESTS_CONFORMANCE_SUITES_TOON_SUITE_HPP
