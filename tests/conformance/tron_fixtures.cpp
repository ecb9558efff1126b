// SPDX-License-Identifier: MIT
/// @file
/// Runs our fixtures for TRON; there is no public suite.
///
/// Each file of testdata/tron is an array of objects:
///
///     name         what it shows
///     tron         the text
///     value        what it decodes to, with the order of members
///     canonical    false: the value encodes to another text than this one
///     error        instead of a value: the code that refuses the text
///     offset       of an error: the first offending byte
///     never_worse  encodes with this option
///     limits       members of pith::limits that differ from the default
///
/// usage: conformance_tron
#include "suites/tron_suite.hpp"

int main() { return suites::run_tron(suites::way()); }
