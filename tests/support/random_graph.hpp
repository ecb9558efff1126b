// SPDX-License-Identifier: MIT
/// @file
/// Random payloads that can be encoded.
#ifndef PITH_TESTS_SUPPORT_RANDOM_GRAPH_HPP
#define PITH_TESTS_SUPPORT_RANDOM_GRAPH_HPP

#include <pith/graph.hpp>

#include "random.hpp"

#include <cstdint>

namespace pith_tests {

struct graph_shape {
  std::uint32_t max_symbols = 24;
  std::uint32_t max_edges = 32;
  /// Names are drawn from so many; fewer than symbols make names meet under
  /// several kinds, and make payloads of one sequence share symbols.
  std::uint32_t names = 40;
};

/// A payload whose every field may be written. Kinds of ends are given where
/// they must be, and sometimes where not.
pith::graph::payload random_graph(random_source& random,
                                  const graph_shape& shape = {});

/// The payload that a reader of the wire sees: in canonical order, scores with
/// two decimals, kinds in full, kinds of ends only where they are needed.
/// Worked out in another way than the encoder does it.
pith::graph::payload as_on_the_wire(const pith::graph::payload& graph);

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_RANDOM_GRAPH_HPP
