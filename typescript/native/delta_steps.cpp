// SPDX-License-Identifier: MIT
// The single steps of deltas, and graphs in pieces. A delta is an object with
// tool, key, baseRoot, newRoot, fields, added, changed and removed; that of a
// graph has addedEdges and removedEdges too.
#include <pith/builder.hpp>
#include <pith/gcf_delta.hpp>
#include <pith/gcf_graph_delta.hpp>
#include <pith/gcf_graph_stream.hpp>
#include <pith/graph.hpp>
#include <pith/sink.hpp>

#include "keyed_set.hpp"
#include "module.hpp"

#include <memory>
#include <string>
#include <utility>

namespace gcf = pith::gcf;
namespace graph = pith::graph;
using pith::builder;
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

constexpr const char* parts[] = {"added", "changed", "removed"};

std::string text_of(value v, std::string_view name) {
  return v[name].value_or(std::string());
}

std::uint64_t count_of(value v, std::string_view name) {
  return v[name].value_or(std::uint64_t{0});
}

result<gcf::delta> delta_of(value given) {
  gcf::delta d;
  d.tool = text_of(given, "tool");
  d.key = text_of(given, "key");
  d.base_root = text_of(given, "baseRoot");
  d.new_root = text_of(given, "newRoot");
  d.delta_tokens = count_of(given, "deltaTokens");
  d.full_tokens = count_of(given, "fullTokens");
  for (const value field : given["fields"].elements()) {
    d.fields.emplace_back(field.get_string().value_or(std::string_view()));
  }
  builder changes;
  changes.begin_object();
  for (const char* const part : parts) {
    if (const auto rows = given[part]) changes.key(part).copy(*rows);
  }
  changes.end_object();
  auto made = changes.finish();
  if (!made) return made.error();
  d.changes = std::move(*made);
  return d;
}

std::int32_t tell_made(result<pith::document> made) {
  if (!made) return tell(made.error());
  state().values[0] = std::move(*made);
  return tell_tree(state().values[0].root());
}

std::int32_t tell_delta(const gcf::delta& d) {
  builder all;
  all.begin_object();
  all.key("tool").string(d.tool);
  all.key("key").string(d.key);
  all.key("baseRoot").string(d.base_root);
  all.key("newRoot").string(d.new_root);
  all.key("fields").begin_array();
  for (const std::string& field : d.fields) all.string(field);
  all.end_array();
  for (const char* const part : parts) {
    all.key(part);
    if (const auto rows = d.changes.root()[part]) {
      all.copy(*rows);
    } else {
      all.begin_array().end_array();
    }
  }
  all.end_object();
  return tell_made(all.finish());
}

/// Two members of a delta as a graph of their own.
result<graph::payload> graph_part(value delta, std::string_view symbols,
                                  std::string_view edges) {
  builder whole;
  whole.begin_object();
  for (const auto& [name, member] :
       {std::pair{"symbols", symbols}, std::pair{"edges", edges}}) {
    whole.key(name);
    if (const auto some = delta[member]) {
      whole.copy(*some);
    } else {
      whole.begin_array().end_array();
    }
  }
  whole.end_object();
  const auto made = whole.finish();
  if (!made) return made.error();
  return graph::from_value(made->root());
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
  const auto d = delta_of(first());
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
  const auto d = delta_of(*second()["delta"]);
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
  const value root = first();
  const auto gone = graph_part(root, "removed", "removedEdges");
  if (!gone) return tell(gone.error());
  const auto come = graph_part(root, "added", "addedEdges");
  if (!come) return tell(come.error());
  gcf::graph_delta d;
  d.tool = text_of(root, "tool");
  d.base_root = text_of(root, "baseRoot");
  d.new_root = text_of(root, "newRoot");
  d.removed = gone->symbols;
  d.removed_edges = gone->edges;
  d.added = come->symbols;
  d.added_edges = come->edges;
  d.delta_tokens = count_of(root, "deltaTokens");
  d.full_tokens = count_of(root, "fullTokens");
  return tell_text(gcf::encode_delta(d));
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
  options.token_budget = count_of(given, "tokenBudget");
  options.tokens_used = count_of(given, "tokensUsed");
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
