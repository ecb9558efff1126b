// SPDX-License-Identifier: MIT
/// @file
/// Tells the answers of the graph profile apart.
#ifndef PITH_GCF_DELTA_GRAPH_DECODE_HPP
#define PITH_GCF_DELTA_GRAPH_DECODE_HPP

#include <pith/gcf_graph_delta.hpp>

namespace pith::inline v0::gcf::keyed {

/// What a text of the graph profile is. Of a full payload only the header has
/// been looked at.
struct graph_answer {
  outcome kind = outcome::full;
  graph_delta changes{};      ///< of a delta
  std::string pack_root{};    ///< of an unchanged answer
  std::uint64_t symbols = 0;  ///< the same
};

[[nodiscard]] result<graph_answer> read_answer(std::string_view text,
                                               const limits& bounds);

}  // namespace pith::inline v0::gcf::keyed

#endif  // PITH_GCF_DELTA_GRAPH_DECODE_HPP
