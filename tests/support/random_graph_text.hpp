// SPDX-License-Identifier: MIT
/// @file
/// Random texts of the graph profile.
#ifndef PITH_TESTS_SUPPORT_RANDOM_GRAPH_TEXT_HPP
#define PITH_TESTS_SUPPORT_RANDOM_GRAPH_TEXT_HPP

#include "random.hpp"

#include <string>

namespace pith_tests {

/// What one of our writers makes of a random graph: the encoder, the stream
/// writer, or a session, whose second answer refers to the first.
std::string written_graph(random_source& random);

/// What none of them would write, nearly always without an error: groups in
/// any order and more than once, symbols after edges, names that another kind
/// gets later, ids of a session, counts in all forms, comments, loose blanks
/// and carriage returns.
std::string loose_graph(random_source& random);

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_RANDOM_GRAPH_TEXT_HPP
