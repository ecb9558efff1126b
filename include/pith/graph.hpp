// SPDX-License-Identifier: MIT
/// @file
/// A code graph as tools answer with it: symbols and the edges between them.
/// The graph profile of GCF and the graph codecs all read and write this.
#ifndef PITH_GRAPH_HPP
#define PITH_GRAPH_HPP

#include <pith/document.hpp>
#include <pith/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pith::inline v0::graph {

/// How the score of a symbol came about. GCF does not carry it.
struct score_components {
  double blast_radius = 0;
  double confidence = 0;
  double recency = 0;
  double distance = 0;

  friend bool operator==(const score_components&,
                         const score_components&) = default;
};

/// A node. Its identity is the pair of kind and qualified name: the same name
/// under two kinds is two symbols.
struct symbol {
  std::string qualified_name;
  /// The full form, for example "function"; wires abbreviate.
  std::string kind;
  double score = 0;
  /// How it was found, for example "lsp_resolved".
  std::string provenance;
  /// Hops from the centre of the query.
  std::uint32_t distance = 0;
  /// Not carried by GCF.
  std::string signature{};
  /// Not carried by GCF.
  std::optional<score_components> components{};

  friend bool operator==(const symbol&, const symbol&) = default;
};

/// A directed relation: `source` calls, imports, ... `target`.
struct edge {
  std::string source;
  std::string target;
  std::string edge_type;
  /// Empty, or "added" or "removed" in the answer to a comparison.
  std::string status{};
  /// The kinds of both ends. Empty where the name alone is enough: where the
  /// payload has one symbol of that name.
  std::string source_kind{};
  std::string target_kind{};

  friend bool operator==(const edge&, const edge&) = default;
};

struct payload {
  /// The tool that answers; empty when unknown.
  std::string tool{};
  /// 0 stands for "not given", as on the wire.
  std::uint64_t token_budget = 0;
  std::uint64_t tokens_used = 0;
  /// "sha256:...", empty when not given.
  std::string pack_root{};
  std::vector<symbol> symbols{};
  std::vector<edge> edges{};

  friend bool operator==(const payload&, const payload&) = default;
};

}  // namespace pith::inline v0::graph

#endif  // PITH_GRAPH_HPP
