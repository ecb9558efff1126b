// SPDX-License-Identifier: MIT
/// @file
/// Which nodes and edges are written, and in which order.
#ifndef PITH_GOON_ORDER_HPP
#define PITH_GOON_ORDER_HPP

#include <pith/goon.hpp>

#include <string_view>
#include <vector>

namespace pith::inline v0::goon {

using node_list = std::vector<const node*>;
using edge_list = std::vector<const edge*>;

[[nodiscard]] inline bool is_aggregation(const graph_response& response) {
  return response.query_type == "aggregation";
}
[[nodiscard]] inline bool is_path_finding(const graph_response& response) {
  return response.query_type == "path_finding";
}

/// The nodes of an aggregation, each once: those of the response, then those
/// in cells of group columns of kind `node`, row by row.
[[nodiscard]] node_list nodes_as_given(const graph_response& response);

/// The nodes of any other response by type and id. Of several with the same
/// type and id all are there; the writer chooses one by its text.
[[nodiscard]] node_list sorted_nodes(const graph_response& response);

/// By path, step, type, ends and depth; each once whatever its depth. Edges
/// without a path or step come last, those without a depth first.
[[nodiscard]] edge_list sorted_edges(const graph_response& response);

/// Those with a path, by path, step, type and ends; each once.
[[nodiscard]] edge_list path_edges(const graph_response& response);

/// Finds cells of one row after another. The first of a key counts.
class cell_finder {
 public:
  /// The row must outlive the searches.
  void look_at(const row& of);
  /// Null when the row has no such cell.
  [[nodiscard]] const cell* find(std::string_view key) const;

 private:
  const row* row_ = nullptr;
  /// Of a wide row, its cells by key: a search through all of them for each
  /// column would take too long.
  std::vector<const cell*> by_key_;
};

}  // namespace pith::inline v0::goon

#endif  // PITH_GOON_ORDER_HPP
