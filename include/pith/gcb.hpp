// SPDX-License-Identifier: MIT
/// @file
/// GCB1, a binary form of graphs that also carries signatures and the parts
/// of scores. For programs: it takes fewer bytes than JSON, but no model reads
/// it.
#ifndef PITH_GCB_HPP
#define PITH_GCB_HPP

#include <pith/graph.hpp>
#include <pith/limits.hpp>
#include <pith/result.hpp>
#include <pith/sink.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace pith::inline v0::gcb {

/// What may be lost because the format has no place for it. Each of these is
/// an error unless it is allowed here.
struct allowed_losses {
  /// The pack root is left out.
  bool pack_root = false;
  /// Kinds, provenances and edge types that have no number become
  /// `unknown_0`; a status that is none becomes "".
  bool names = false;
  /// Distances above 255 become 255.
  bool distances = false;
  /// Edges one end of which is not a symbol of the payload are left out.
  bool dangling_edges = false;

  [[nodiscard]] static constexpr allowed_losses all() noexcept {
    return {true, true, true, true};
  }
};

struct encode_options {
  allowed_losses allow{};
};

/// What was written, and what was lost of it by allowance.
struct encode_summary {
  std::size_t symbols = 0;
  std::size_t edges = 0;
  bool lost_pack_root = false;
  std::size_t lost_names = 0;
  std::size_t lost_distances = 0;
  std::size_t dropped_edges = 0;
};

/// Encodes a payload; symbols and edges keep their order. What always changes,
/// and is not an error:
/// - scores and their components become binary32. decode() gives those of up
///   to six significant digits, of them six after the point, back as they
///   were;
/// - components that are all zero are the same as none;
/// - a kind given by its abbreviation is the kind; a status "unchanged" is
///   none; kinds of the ends of an edge come back only where the name alone
///   would not do.
///
/// Fails, before anything is written, with
/// - not_supported: a pack root;
/// - invalid_name: a kind, provenance, edge type or status without a number;
/// - out_of_range: a distance above 255, or a score beyond binary32;
/// - unknown_edge_reference: an end that is not a symbol, or, without a kind, a
///   name that stands for several;
/// - not_finite: a score; invalid_utf8: a text; duplicate_symbol: one kind and
///   qualified name twice, also when both kinds are lost.
///
/// Linear.
[[nodiscard]] PITH_API result<std::string> encode(
    const graph::payload& graph, const encode_options& options = {});

/// Appends to `out`. On failure `out` is as long as before.
PITH_API result<encode_summary> append(std::string& out,
                                       const graph::payload& graph,
                                       const encode_options& options = {});

/// Writes to a sink. Fails as encode() does, and with write_failed.
PITH_API result<encode_summary> encode_to(sink& out,
                                          const graph::payload& graph,
                                          const encode_options& options = {});

struct decode_options {
  limits bounds{};
};

/// Decodes a payload, strictly: what decodes is written again as the same
/// bytes. A number of a kind, provenance or edge type N that has no name is
/// read as `unknown_N`, which encode() knows.
///
/// Fails with
/// - missing_header: the bytes do not begin with `GCB1`;
/// - not_supported: a version other than 1;
/// - unexpected_end: the bytes end too early, or a text reaches beyond them;
/// - count_mismatch: more symbols or edges than the bytes could hold;
/// - invalid_number: an integer with needless bytes; out_of_range: one beyond
///   64 bits, or a status above 2;
/// - unknown_edge_reference: an end beyond the symbols;
/// - not_finite, invalid_utf8, duplicate_symbol, trailing_characters;
/// - size_limit, item_limit; expansion_limit where edges would repeat names
///   beyond limits::max_expansion times the bytes.
///
/// Linear. Beside those names, memory is at most about fifty times the bytes,
/// which is what the smallest edge takes as a graph::edge.
[[nodiscard]] PITH_API result<graph::payload> decode(
    std::string_view bytes, const decode_options& options = {});

}  // namespace pith::inline v0::gcb

#endif  // PITH_GCB_HPP
