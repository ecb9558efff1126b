// SPDX-License-Identifier: MIT
/// @file
/// Roots and deltas of GCF's graph profile (section 10 of the specification).
#ifndef PITH_GCF_GRAPH_DELTA_HPP
#define PITH_GCF_GRAPH_DELTA_HPP

#include <pith/gcf_delta.hpp>
#include <pith/graph.hpp>
#include <pith/limits.hpp>
#include <pith/result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pith::inline v0::gcf {

/// The root of a graph: `sha256:` and 64 hexadecimal digits
/// (gcf-pack-root-v1, section 10.2). Order does not count, nor do tool, token
/// counts, signatures, score components and the status of edges.
///
/// The score is rounded to the two decimals of the wire, half to even, before
/// it is hashed: whoever sees only the wire computes the same root. Kinds are
/// hashed in their short form. Fails with unknown_edge_reference when an edge
/// has an end that is not a symbol, or one of several with its name;
/// duplicate_symbol; not_finite; invalid_name for a field with a control
/// character; invalid_utf8. n log n time.
[[nodiscard]] PITH_API result<std::string> pack_root(
    const graph::payload& graph);

/// True when the root that the payload carries is that of its symbols and
/// edges. False also when it has none, or one by another algorithm. Fails as
/// pack_root().
[[nodiscard]] PITH_API result<bool> has_valid_root(const graph::payload& graph);

/// What makes one graph of another. A symbol whose score, provenance or
/// distance changes is removed and added again: removals come first. Edges
/// are known by the names of their ends and their type; the kinds of their
/// ends do not travel.
struct graph_delta {
  std::string tool{};
  std::string base_root{};
  std::string new_root{};
  std::vector<graph::symbol> removed{};  ///< kind and qualified name count
  std::vector<graph::symbol> added{};
  std::vector<graph::edge> removed_edges{};
  std::vector<graph::edge> added_edges{};
  /// Written as tokens= and savings= unless 0.
  std::uint64_t delta_tokens = 0;
  std::uint64_t full_tokens = 0;
};

/// The difference of two graphs, with their roots. Fails as pack_root(), and
/// with delta_conflict when no delta can say it: an edge that comes or goes
/// has an end whose name several symbols share, a graph has the same edge
/// twice, or an edge has a status (then the graph compares two states and is
/// none itself). n log n time.
[[nodiscard]] PITH_API result<graph_delta> diff(const graph::payload& base,
                                                const graph::payload& next);

/// A delta as it is sent. Fails with invalid_name as gcf::encode() of a graph,
/// and with not_finite.
[[nodiscard]] PITH_API result<std::string> encode_delta(const graph_delta& d);

/// The header-only answer to a consumer that has everything (10.3). Fails
/// with invalid_name.
[[nodiscard]] PITH_API result<std::string> encode_graph_unchanged(
    std::string_view pack_root, std::size_t symbols,
    std::string_view tool = {});

/// Reads a delta, strictly. Fails with malformed_delta when the text is none,
/// has another section or line than section 10.1 knows, or lacks a root;
/// duplicate_symbol when a section has a symbol twice, delta_conflict when one
/// has an edge twice; invalid_node_line and the others of a symbol line; and
/// with header errors and limits.
[[nodiscard]] PITH_API result<graph_delta> decode_graph_delta(
    std::string_view text, const limits& bounds = {});

/// The graph that a delta makes of its base, with the new root in it. Fails
/// with
/// - base_mismatch: the delta starts from another root;
/// - delta_conflict: what is added exists, what is removed does not, an edge
///   is left without its symbol;
/// - unknown_edge_reference: an edge names no symbol, or several;
/// - root_mismatch: the result has another root than announced;
/// or as pack_root(). n log n time.
[[nodiscard]] PITH_API result<graph::payload> apply(
    const graph::payload& base, const graph_delta& d,
    const apply_options& options = {});

/// Answers with the least that brings a consumer up to date. Of its options,
/// `tool` is not used: payloads have their own. One thread at a time.
class PITH_API graph_delta_producer {
 public:
  explicit graph_delta_producer(const producer_options& options = {});
  graph_delta_producer(graph_delta_producer&&) noexcept;
  graph_delta_producer& operator=(graph_delta_producer&&) noexcept;
  ~graph_delta_producer();

  /// As for delta_producer. Full payloads carry the root, whatever the payload
  /// has. A graph that deltas cannot carry is sent in full. Each fails as
  /// pack_root() and gcf::encode() of a graph; after a failure the next answer
  /// is full.
  result<update> full(const graph::payload& graph);
  result<update> next(const graph::payload& graph);
  result<update> answer(const graph::payload& graph,
                        std::string_view held_root);

  /// The root of what was sent last; empty before the first.
  [[nodiscard]] std::string root() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Holds a graph and follows its updates. One thread at a time.
class PITH_API graph_delta_consumer {
 public:
  explicit graph_delta_consumer(const consumer_options& options = {});
  graph_delta_consumer(graph_delta_consumer&&) noexcept;
  graph_delta_consumer& operator=(graph_delta_consumer&&) noexcept;
  ~graph_delta_consumer();

  /// As delta_consumer::receive(). A full payload must carry its root.
  result<outcome> receive(std::string_view wire);

  [[nodiscard]] bool has_graph() const noexcept;
  /// Empty before the first full payload. Valid until the next receive() that
  /// succeeds.
  [[nodiscard]] const graph::payload& graph() const noexcept PITH_LIFETIMEBOUND;
  [[nodiscard]] std::string root() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_GRAPH_DELTA_HPP
