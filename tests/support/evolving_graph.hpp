// SPDX-License-Identifier: MIT
/// @file
/// A graph that changes from turn to turn.
#ifndef PITH_TESTS_SUPPORT_EVOLVING_GRAPH_HPP
#define PITH_TESTS_SUPPORT_EVOLVING_GRAPH_HPP

#include <pith/graph.hpp>

#include "random.hpp"

#include <cstdint>

namespace pith_tests {

/// Symbols whose names meet under several kinds, scores that two decimals do
/// not hold, edges that come and go. The same for one seed, turn by turn.
class evolving_graph {
 public:
  explicit evolving_graph(std::uint64_t seed);

  [[nodiscard]] const pith::graph::payload& graph() const noexcept {
    return graph_;
  }
  /// Changes a few things; sometimes nothing.
  void change();

 private:
  void add_symbol();
  void change_symbol();
  void remove_symbol();
  void add_edge();
  void remove_edge();
  [[nodiscard]] double draw_score();

  random_source random_;
  std::uint32_t names_;
  bool has_twins_;  // one edge twice, or edges with a status
  pith::graph::payload graph_;
};

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_EVOLVING_GRAPH_HPP
