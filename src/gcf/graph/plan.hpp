// SPDX-License-Identifier: MIT
/// @file
/// Checks a payload and decides the order in which it is written.
#ifndef PITH_GCF_GRAPH_PLAN_HPP
#define PITH_GCF_GRAPH_PLAN_HPP

#include <pith/gcf_graph.hpp>

#include "document/pod_buffer.hpp"
#include "gcf/graph/lines.hpp"
#include "gcf/graph/radix_sort.hpp"
#include "graph/kinds.hpp"
#include "graph/symbol_index.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::gcf::graph_profile {

/// Fails with invalid_name when an abbreviation could not be written.
[[nodiscard]] result<void> check_kinds(
    std::span<const graph::kind_name> more) noexcept;
/// Fails with invalid_name or out_of_range.
[[nodiscard]] result<void> check_header(std::string_view tool,
                                        std::uint64_t budget,
                                        std::uint64_t tokens,
                                        std::string_view pack_root) noexcept;
/// Fails with invalid_name or not_finite; `wire_kind` is the abbreviation.
[[nodiscard]] result<void> check_symbol(const graph::symbol& s,
                                        std::string_view wire_kind) noexcept;
/// Looks at type and status. Fails with invalid_name.
[[nodiscard]] result<void> check_edge(const graph::edge& e) noexcept;
/// The symbol at one end of an edge. `is_absent` tells a name that is not
/// there, which may be dropped, from one that is ambiguous.
[[nodiscard]] result<std::uint32_t> find_end(const graph::symbol_index& symbols,
                                             const graph::kind_names& kinds,
                                             std::string_view kind,
                                             std::string_view name,
                                             bool& is_absent) noexcept;

/// Kept by encoders for its memory. The steps are to be taken in this order;
/// between the second and the third the caller may set other ids.
class encode_plan {
 public:
  /// Holds every field against the grammar and finds duplicate symbols.
  [[nodiscard]] result<void> check(const graph::payload& graph,
                                   const graph_encode_options& options);
  /// Sorts the symbols and numbers them in that order.
  void order_symbols(const graph::payload& graph);
  /// Finds the ends of edges and sorts them by the ids of their ends.
  [[nodiscard]] result<void> order_edges(const graph::payload& graph,
                                         dangling_edges dangling);

  /// Symbols of the payload in the order of the wire.
  [[nodiscard]] const detail::pod_buffer<std::uint32_t>& order() const {
    return order_;
  }
  /// By symbol of the payload.
  [[nodiscard]] std::string_view kind_of(std::uint32_t symbol) const {
    return symbols_.kind_of(symbol);
  }
  [[nodiscard]] std::uint32_t id_of(std::uint32_t symbol) const {
    return ids_[symbol];
  }
  void set_id(std::uint32_t symbol, std::uint32_t id) { ids_[symbol] = id; }

  [[nodiscard]] std::size_t edge_count() const { return edges_.size(); }
  [[nodiscard]] std::size_t dropped_edges() const { return dropped_; }
  void write_edges(line_writer& lines, const graph::payload& graph) const;

 private:
  void sort_parallel_edges(const graph::payload& graph);

  graph::kind_names kinds_;
  graph::symbol_index symbols_;
  detail::pod_buffer<std::uint32_t> order_;
  detail::pod_buffer<std::uint32_t> ids_;
  detail::pod_buffer<keyed> edges_;  // key: id of the source, of the target
  detail::pod_buffer<keyed> keys_;
  detail::pod_buffer<keyed> scratch_;
  std::size_t dropped_ = 0;
};

}  // namespace pith::inline v0::gcf::graph_profile

#endif  // PITH_GCF_GRAPH_PLAN_HPP
