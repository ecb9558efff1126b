// SPDX-License-Identifier: MIT
/// @file
/// GCF's graph profile (sections 3 to 6a of the specification).
#ifndef PITH_GCF_GRAPH_HPP
#define PITH_GCF_GRAPH_HPP

#include <pith/gcf.hpp>
#include <pith/graph.hpp>
#include <pith/result.hpp>
#include <pith/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace pith::inline v0::gcf {

/// What to do with an edge one end of which is not a symbol of the payload. The
/// wire cannot carry it (section 6).
enum class dangling_edges : std::uint8_t {
  refuse,  ///< fail with unknown_edge_reference
  drop,    ///< leave it out and count it in graph_encode_summary
};

struct graph_encode_options {
  dangling_edges dangling = dangling_edges::refuse;
  /// Kinds beyond those of section 5, with their abbreviations. They come
  /// before the standard ones.
  owned_list<graph::kind_name> more_kinds{};
};

/// What an encoder wrote, and what it left out.
struct graph_encode_summary {
  std::size_t symbols = 0;
  std::size_t edges = 0;
  std::size_t dropped_edges = 0;
};

/// Encodes a payload in canonical form: symbols by distance, then by score
/// from high to low, then as given; edges by the id of their source, of their
/// target, then by type; scores with two decimals, half to even. Signatures
/// and score components do not travel. A status of "unchanged" is written as
/// none.
///
/// Nothing in a payload can forge a line. Fails, before anything is written,
/// with
/// - invalid_name: a qualified name, provenance or edge type that is empty or
///   has anything but printable ASCII without spaces; a kind that is not a bare
///   key; a tool or pack root with those or with `=`; a status other than
///   "added", "removed", "unchanged" and ""; an abbreviation in the options
///   that is not a bare key;
/// - duplicate_symbol: one kind and qualified name twice. A kind and its
///   abbreviation are the same kind;
/// - unknown_edge_reference: an end that is not a symbol, or, without a kind, a
///   name that stands for several;
/// - not_finite: a score; out_of_range: a number of tokens from 2^63 on.
///
/// Linear in the payload, apart from edges between the same two symbols.
[[nodiscard]] PITH_API result<std::string> encode(
    const graph::payload& graph, const graph_encode_options& options = {});

/// Appends to `out`. On failure `out` is as long as before.
PITH_API result<graph_encode_summary> append(
    std::string& out, const graph::payload& graph,
    const graph_encode_options& options = {});

/// An encoder that keeps its memory between payloads. One thread at a time.
class PITH_API graph_encoder {
 public:
  explicit graph_encoder(const graph_encode_options& options = {});
  graph_encoder(graph_encoder&&) noexcept;
  graph_encoder& operator=(graph_encoder&&) noexcept;
  ~graph_encoder();

  /// Writes to a sink. Fails as gcf::encode does, and with write_failed.
  result<graph_encode_summary> encode_to(sink& out,
                                         const graph::payload& graph);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Decodes a text of the graph profile, strictly, with the categories of
/// section 16.5. Buffered and streamed forms are read, and those payloads of a
/// session that declare all their symbols. The counts of the header, of
/// sections and the totals of the trailer must be right; the `counts` of the
/// trailer only inform (8.4.1).
///
/// Kinds are expanded. Kinds of the ends of an edge are set only where the
/// name alone would not do. Fails with
/// - unresolved_reference for `@N  # previously transmitted`, which only a
///   session can resolve;
/// - not_supported for an answer that says `unchanged=true`: there is no graph
///   in it, keep the one you hold; and for `delta=true`, once it is found to be
///   sound (gcf_graph_delta.hpp);
/// - expansion_limit where edges would repeat names beyond
///   limits::max_expansion.
///
/// gcf::decode() reads the same texts into the form of graph::from_value().
[[nodiscard]] PITH_API result<graph::payload> decode_graph(
    std::string_view text, const decode_options& options = {});

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_GRAPH_HPP
