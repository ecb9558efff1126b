// SPDX-License-Identifier: MIT
/// @file
/// Writes a graph symbol by symbol and edge by edge (section 8 of the GCF
/// specification), for walks whose length nobody knows yet.
#ifndef PITH_GCF_GRAPH_STREAM_HPP
#define PITH_GCF_GRAPH_STREAM_HPP

#include <pith/gcf_graph.hpp>
#include <pith/graph.hpp>
#include <pith/result.hpp>
#include <pith/sink.hpp>

#include <cstdint>
#include <memory>
#include <string_view>

namespace pith::inline v0::gcf {

/// What the header says, and how to write. Views are needed only while the
/// writer is constructed, but for those in `graph`.
struct graph_stream_options {
  std::string_view tool{};
  std::uint64_t token_budget = 0;
  std::uint64_t tokens_used = 0;
  std::string_view pack_root{};
  /// `counts=targets:2,edges:1` instead of `counts=2,1` (8.4.1): longer, and
  /// easier for small models.
  bool labeled_counts = false;
  graph_encode_options graph{};
};

/// Writes one graph: the symbols, then the edges between them, then finish().
///
///     pith::gcf::graph_writer out{sink, {.tool = "walk"}};
///     out.symbol({"pkg.Auth", "function", 0.95, "lsp", 0});
///     out.symbol({"pkg.Server", "function", 0.6, "lsp", 1});
///     out.edge({"pkg.Server", "pkg.Auth", "calls"});
///     out.finish();
///
/// Symbols and edges stay in the order in which they come; a group header is
/// written whenever the distance changes. Whatever a call writes is with the
/// sink when it returns. Of each symbol, name and kind are kept, because edges
/// refer to them; of an edge nothing is.
///
/// A call that is refused writes nothing, and the stream goes on as if it had
/// not been made. Only when the sink refuses bytes (write_failed), or when the
/// header cannot be written (invalid_name, out_of_range), every later call
/// returns that error. Errors of symbols and edges are those of gcf::encode(),
/// and misplaced_value for a symbol after an edge and for any call after
/// finish(). Offsets are 0. Expected constant time per call.
///
/// Destroying a writer without finish() leaves the text without its summary.
/// One thread at a time.
class PITH_API graph_writer {
 public:
  /// Writes the header line. `out` must outlive the writer.
  explicit graph_writer(sink& out PITH_LIFETIMEBOUND,
                        const graph_stream_options& options = {});
  graph_writer(graph_writer&&) noexcept;
  graph_writer& operator=(graph_writer&&) noexcept;
  ~graph_writer();

  result<void> symbol(const graph::symbol& s);
  result<void> edge(const graph::edge& e);
  /// Writes the summary. Says what was written and how many edges were
  /// dropped, if they may be.
  result<graph_encode_summary> finish();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_GRAPH_STREAM_HPP
