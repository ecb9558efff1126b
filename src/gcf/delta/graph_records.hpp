// SPDX-License-Identifier: MIT
/// @file
/// Canonical records of graphs (section 10.2).
#ifndef PITH_GCF_DELTA_GRAPH_RECORDS_HPP
#define PITH_GCF_DELTA_GRAPH_RECORDS_HPP

#include <pith/graph.hpp>
#include <pith/result.hpp>

#include "document/pod_buffer.hpp"
#include "gcf/delta/record_set.hpp"
#include "graph/kinds.hpp"
#include "graph/symbol_index.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace pith::inline v0::gcf::keyed {

/// The symbols of a graph by kind and name, and the symbols at both ends of
/// its edges. The graph must outlive it.
class graph_view {
 public:
  /// Fails as gcf::pack_root() of a graph.
  [[nodiscard]] result<void> look_at(const graph::payload& graph);

  [[nodiscard]] const graph::payload& graph() const noexcept { return *graph_; }
  [[nodiscard]] const graph::symbol_index& symbols() const noexcept {
    return symbols_;
  }
  [[nodiscard]] std::uint32_t source_of(std::size_t edge) const noexcept {
    return ends_[2 * edge];
  }
  [[nodiscard]] std::uint32_t target_of(std::size_t edge) const noexcept {
    return ends_[2 * edge + 1];
  }

  /// Appends the records of all symbols or edges, in their order.
  void record_symbols(record_list& out) const;
  void record_edges(record_list& out) const;
  /// Appends the record that an edge between two symbols has.
  void record_edge(record_list& out, std::uint32_t source, std::uint32_t target,
                   std::string_view type) const;

 private:
  const graph::payload* graph_ = nullptr;
  graph::symbol_index symbols_;  // by short kind
  detail::pod_buffer<std::uint32_t> ends_;
};

/// Hashes records in their order (10.2 steps 4 to 8).
[[nodiscard]] result<std::string> root_of(const record_list& symbols,
                                          const record_list& edges);
[[nodiscard]] result<std::string> root_of(const graph_view& view);

}  // namespace pith::inline v0::gcf::keyed

#endif  // PITH_GCF_DELTA_GRAPH_RECORDS_HPP
