// SPDX-License-Identifier: MIT
/// @file
/// Runs the official fixtures of TOON (4.1.1) and our own ones in their
/// schema.
///
/// A file is {version, category: encode | decode, description, tests}. Ours,
/// in testdata/toon, count the order of members in decoded values and may say
/// more about a test:
///
///     expectedCode     of an error
///     expectedOffset   of an error, the offset of the first offending byte
///
/// The reference library is newer than the fixtures: seven of them, all for
/// the mode that is not strict, expect a value where it has an error. They are
/// listed below and must fail.
///
/// usage: conformance_toon [-v]
#include "suites/toon_suite.hpp"

#include <string_view>

int main(int argc, char** argv) {
  return suites::run_toon(suites::way(),
                          argc > 1 && std::string_view(argv[1]) == "-v");
}
