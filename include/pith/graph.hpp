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
#include <string_view>
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

/// A kind and its short form on wires, for example {"interface", "iface"}.
struct kind_name {
  std::string kind;
  std::string abbreviation;
};

/// Reads a payload from its form as a document:
///
///     {"tool": "...", "tokenBudget": 5000, "tokensUsed": 1847,
///      "packRoot": "sha256:...",
///      "symbols": [{"qualifiedName": "...", "kind": "function",
///                   "score": 0.78, "provenance": "...", "distance": 0,
///                   "signature": "...", "components": {...}}],
///      "edges": [{"source": "...", "target": "...", "edgeType": "calls",
///                 "status": "", "sourceKind": "", "targetKind": ""}]}
///
/// Names may also be written `qualified_name`, `token_budget` and so on, and
/// the type of an edge `type`. Only `symbols` and, in them, `qualifiedName`
/// and `kind`, and in edges `source`, `target` and `edgeType` are required;
/// the rest may be absent or null. Other members are ignored, because tools
/// add their own. Fails with invalid_payload when a member is absent or of
/// the wrong kind, duplicate_key when it is there in two spellings, and
/// out_of_range when a number does not fit. Linear.
[[nodiscard]] PITH_API result<payload> from_value(value v);

/// The form above with every member in it, in this order; `signature`,
/// `components`, `sourceKind` and `targetKind` only where they are not empty.
/// Fails with invalid_utf8, not_finite, or out_of_range for numbers beyond
/// int64. Linear.
[[nodiscard]] PITH_API result<document> to_document(const payload& graph);

}  // namespace pith::inline v0::graph

#endif  // PITH_GRAPH_HPP
