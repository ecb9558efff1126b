// SPDX-License-Identifier: MIT
// The single steps of deltas, and graphs in pieces. A delta is an object with
// tool, key, baseRoot, newRoot, fields, added, changed and removed; that of a
// graph has addedEdges and removedEdges too.
#include <pith/gcf_delta.hpp>
#include <pith/gcf_graph_delta.hpp>
#include <pith/gcf_graph_stream.hpp>
#include <pith/graph.hpp>
#include <pith/sink.hpp>

#include "gcf/delta/members.hpp"
#include "keyed_set.hpp"
#include "module.hpp"

#include <memory>
#include <string>
#include <utility>

namespace gcf = pith::gcf;
namespace graph = pith::graph;
using pith::result;
using pith::value;
using pith::wasm::given_text;
using pith::wasm::handles;
using pith::wasm::set_of;
using pith::wasm::state;
using pith::wasm::tell;
using pith::wasm::tell_text;
using pith::wasm::tell_tree;

namespace {

std::int32_t tell_made(result<pith::document> made) {
  if (!made) return tell(made.error());
  state().values[0] = std::move(*made);
  return tell_tree(state().values[0].root());
}

std::int32_t tell_delta(const gcf::delta& d) {
  return tell_made(gcf::members_of(d, gcf::camel_case));
}

value first() { return state().values[0].root(); }
value second() { return state().values[1].root(); }

/// A graph that is written symbol by symbol.
struct graph_pieces {
  explicit graph_pieces(const gcf::graph_stream_options& options)
      : out(text), writer(out, options) {}
  std::string text{};
  pith::string_sink out;
  gcf::graph_writer writer;
};

handles<graph_pieces>& graph_writers() {
  static handles<graph_pieces> all;
  return all;
}

template <class Result>
std::int32_t tell_written(graph_pieces& of, const Result& done) {
  if (!done) return tell(done.error());
  return tell_text(std::exchange(of.text, {}));
}

}  // namespace

/// Values: base, {next, set...}.
PITH_WASM_EXPORT(deltaDiff) std::int32_t pith_wasm_delta_diff() {
  const auto made = gcf::diff(first(), *second()["next"], set_of(second()));
  return made ? tell_delta(*made) : tell(made.error());
}

PITH_WASM_EXPORT(deltaEncode) std::int32_t pith_wasm_delta_encode() {
  const auto d = gcf::delta_of(first(), gcf::camel_case);
  return d ? tell_text(gcf::encode_delta(*d)) : tell(d.error());
}

PITH_WASM_EXPORT(deltaDecode)
std::int32_t pith_wasm_delta_decode(std::uint32_t size) {
  const std::string_view text = given_text(size);
  const auto d = gcf::decode_delta(text);
  return d ? tell_delta(*d) : tell({d.error(), text});
}

/// Values: base, {delta, set...}.
PITH_WASM_EXPORT(deltaApply)
std::int32_t pith_wasm_delta_apply(std::int32_t verify) {
  const auto d = gcf::delta_of(*second()["delta"], gcf::camel_case);
  if (!d) return tell(d.error());
  gcf::apply_options options;
  options.verify = verify != 0;
  return tell_made(gcf::apply(first(), set_of(second()), *d, options));
}

PITH_WASM_EXPORT(graphRoot) std::int32_t pith_wasm_graph_root() {
  const auto whole = graph::from_value(first());
  return whole ? tell_text(gcf::pack_root(*whole)) : tell(whole.error());
}

/// Values: base, next. The text is the tool.
PITH_WASM_EXPORT(graphDiff)
std::int32_t pith_wasm_graph_diff(std::uint32_t size) {
  const auto base = graph::from_value(first());
  if (!base) return tell(base.error());
  const auto next = graph::from_value(second());
  if (!next) return tell(next.error());
  auto made = gcf::diff(*base, *next);
  if (!made) return tell(made.error());
  made->tool = std::string(given_text(size));
  return tell_text(gcf::encode_delta(*made));
}

PITH_WASM_EXPORT(graphDeltaEncode) std::int32_t pith_wasm_graph_delta_encode() {
  const auto d = gcf::graph_delta_of(first(), gcf::camel_case);
  return d ? tell_text(gcf::encode_delta(*d)) : tell(d.error());
}

/// The value is the base, the text a delta.
PITH_WASM_EXPORT(graphApply)
std::int32_t pith_wasm_graph_apply(std::uint32_t size) {
  const auto base = graph::from_value(first());
  if (!base) return tell(base.error());
  const std::string_view text = given_text(size);
  const auto d = gcf::decode_graph_delta(text);
  if (!d) return tell({d.error(), text});
  const auto made = gcf::apply(*base, *d);
  return made ? tell_made(graph::to_document(*made)) : tell(made.error());
}

/// The value has the options. Returns a number.
PITH_WASM_EXPORT(graphWriterNew) std::int32_t pith_wasm_graph_writer_new() {
  const value given = first();
  gcf::graph_stream_options options;
  options.tool = given["tool"].value_or(std::string_view());
  options.token_budget = given["tokenBudget"].value_or(std::uint64_t{0});
  options.tokens_used = given["tokensUsed"].value_or(std::uint64_t{0});
  options.pack_root = given["packRoot"].value_or(std::string_view());
  options.labeled_counts = given["labeledCounts"].value_or(false);
  return graph_writers().add(std::make_unique<graph_pieces>(options));
}

PITH_WASM_EXPORT(graphWriterFree)
void pith_wasm_graph_writer_free(std::uint32_t number) {
  graph_writers().remove(number);
}

/// 0 the symbol that was taken, as {symbols: [...]}; 1 the edge, as {symbols:
/// [], edges: [...]}; 2 the end.
PITH_WASM_EXPORT(graphWriterPut)
std::int32_t pith_wasm_graph_writer_put(std::uint32_t number,
                                        std::uint32_t what) {
  graph_pieces* const of = graph_writers().find(number);
  if (of == nullptr) return tell({PITH_INVALID_ARGUMENT, "it was freed"});
  if (what == 2) return tell_written(*of, of->writer.finish());
  const auto part = graph::from_value(first());
  if (!part) return tell(part.error());
  if (what == 0) return tell_written(*of, of->writer.symbol(part->symbols[0]));
  return tell_written(*of, of->writer.edge(part->edges[0]));
}
