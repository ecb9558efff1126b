// SPDX-License-Identifier: MIT
/// @file
/// Parts of a payload from their form as documents.
#ifndef PITH_GRAPH_READ_HPP
#define PITH_GRAPH_READ_HPP

#include <pith/graph.hpp>

#include <string>
#include <vector>

namespace pith::inline v0::graph {

/// Each reads what graph::from_value() says about it and fails as it does.
[[nodiscard]] result<void> read_symbol(value v, symbol& into);
[[nodiscard]] result<void> read_edge(value v, edge& into);
/// Appends the elements of an array.
[[nodiscard]] result<void> read_symbols(value v, std::vector<symbol>& into);
[[nodiscard]] result<void> read_edges(value v, std::vector<edge>& into);
/// A string, or nothing for null.
[[nodiscard]] result<void> read_text(value v, std::string& into);
/// An integer that is not negative.
[[nodiscard]] result<void> read_count(value v, std::uint64_t& into);

}  // namespace pith::inline v0::graph

#endif  // PITH_GRAPH_READ_HPP
