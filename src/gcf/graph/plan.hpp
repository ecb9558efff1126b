// SPDX-License-Identifier: MIT
/// @file
/// Checks a payload and decides the order in which it is written.
#ifndef PITH_GCF_GRAPH_PLAN_HPP
#define PITH_GCF_GRAPH_PLAN_HPP

#include <pith/gcf_graph.hpp>

#include "document/pod_buffer.hpp"
#include "gcf/graph/edge_labels.hpp"
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
/// Looks at type and status, "unchanged" being none. Fails with invalid_name.
[[nodiscard]] result<void> check_label(const edge_label& label) noexcept;
[[nodiscard]] result<void> check_edge(const graph::edge& e) noexcept;
/// The symbol at one end of an edge, or symbol_index::none or ::ambiguous.
[[nodiscard]] inline std::uint32_t find_end(const graph::symbol_index& symbols,
                                            const graph::kind_names& kinds,
                                            std::string_view kind,
                                            std::string_view name) noexcept {
  return kind.empty() ? symbols.find(name)
                      : symbols.find(kinds.abbreviate(kind), name);
}
/// The same as a result. `is_absent` tells a name that is not there from one
/// that is ambiguous.
[[nodiscard]] result<std::uint32_t> find_end(const graph::symbol_index& symbols,
                                             const graph::kind_names& kinds,
                                             std::string_view kind,
                                             std::string_view name,
                                             bool& is_absent) noexcept;
/// What is wrong with an edge one end of which find_end() did not find.
[[nodiscard]] error end_error(std::uint32_t source,
                              std::uint32_t target) noexcept;

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
  /// Writes the payload: the header, a line for each group, the edges, and for
  /// each symbol what `put(index of the symbol)` writes.
  template <class PutSymbol>
  void write(line_writer& lines, const graph::payload& graph, bool is_session,
             PutSymbol&& put);

 private:
  /// Texts are those of the payload, which must still be there.
  void write_edges(line_writer& lines);
  [[nodiscard]] result<void> resolve_edges(const graph::payload& graph,
                                           std::size_t first, std::size_t count,
                                           dangling_edges dangling);
  void sort_parallel_edges();

  graph::kind_names kinds_;
  graph::symbol_index symbols_;
  detail::pod_buffer<std::uint32_t> order_;
  detail::pod_buffer<std::uint32_t> ids_;
  /// By ids of source and target; the index is that of the label.
  detail::pod_buffer<keyed> edges_;
  edge_labels labels_;
  detail::pod_buffer<line_writer::edge_tail> tails_;
  detail::pod_buffer<keyed> keys_;
  detail::pod_buffer<keyed> scratch_;
  std::size_t dropped_ = 0;
};

template <class PutSymbol>
void encode_plan::write(line_writer& lines, const graph::payload& graph,
                        bool is_session, PutSymbol&& put) {
  lines.header({.tool = graph.tool,
                .budget = graph.token_budget,
                .tokens = graph.tokens_used,
                .symbols = graph.symbols.size(),
                .edges = edge_count(),
                .is_session = is_session,
                .pack_root = graph.pack_root});
  const graph::symbol* previous = nullptr;
  for (const std::uint32_t i : order_) {
    const graph::symbol& s = graph.symbols[i];
    if (previous == nullptr || previous->distance != s.distance) {
      lines.group(s.distance);
    }
    previous = &s;
    put(i);
  }
  write_edges(lines);
}

}  // namespace pith::inline v0::gcf::graph_profile

#endif  // PITH_GCF_GRAPH_PLAN_HPP
