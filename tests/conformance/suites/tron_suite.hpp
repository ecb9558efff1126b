// SPDX-License-Identifier: MIT
/// @file
/// Runs our fixtures for TRON.
#ifndef PITH_TESTS_CONFORMANCE_SUITES_TRON_SUITE_HPP
#define PITH_TESTS_CONFORMANCE_SUITES_TRON_SUITE_HPP

#include "suites/way.hpp"

namespace suites {

/// Prints how it went. Returns an exit status.
int run_tron(const way& by);

}  // namespace suites

#endif  // PITH_TESTS_CONFORMANCE_SUITES_TRON_SUITE_HPP
