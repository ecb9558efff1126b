// SPDX-License-Identifier: MIT
/// @file
/// Runs the conformance suite of GCF and our own fixtures in its schema.
///
/// A fixture is one JSON object; its `operation` says what to do with it. Our
/// own ones, in testdata/gcf, are arrays of such objects by subject, may have
/// two members more, and count the order of members in decoded values:
///
///     expectedOffset   of an error, the offset of the first offending byte
///     limits           members of pith::limits that differ from the default
///     profile          of an encode-error, `graph` where it is not generic
///
/// usage: conformance_gcf [-v]
#include "suites/gcf_suite.hpp"

#include <string_view>

int main(int argc, char** argv) {
  const bool is_verbose = argc > 1 && std::string_view(argv[1]) == "-v";
  return suites::run_gcf(suites::way(), {}, is_verbose);
}
