// SPDX-License-Identifier: MIT
#include <pith/gcb.hpp>

#include "gcb/encode_plan.hpp"
#include "gcb/wire.hpp"
#include "text/output.hpp"

#include <bit>
#include <limits>

namespace pith::inline v0::gcb {

namespace {

char* put_varint(char* p, std::uint64_t v) noexcept {
  for (; v >= 0x80; v >>= 7) *p++ = static_cast<char>(v | 0x80);
  *p = static_cast<char>(v);
  return p + 1;
}

char* put_score(char* p, double score) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(score));
  for (unsigned i = 0; i < 4; ++i) *p++ = static_cast<char>(bits >> (8 * i));
  return p;
}

void put_text(text::output& out, std::string_view text) {
  out.commit(put_varint(out.reserve(max_varint_bytes), text.size()));
  out.put(text);
}

void put_header(text::output& out, const graph::payload& graph,
                const encode_summary& counts) {
  out.put(magic);
  out.put(static_cast<char>(version));
  put_text(out, graph.tool);
  char* p = out.reserve(4 * max_varint_bytes);
  p = put_varint(p, graph.tokens_used);
  p = put_varint(p, graph.token_budget);
  p = put_varint(p, counts.symbols);
  out.commit(put_varint(p, counts.edges));
}

void put_symbol(text::output& out, const graph::symbol& s,
                const symbol_numbers& numbers) {
  put_text(out, s.qualified_name);
  char* p = out.reserve(min_symbol_bytes);
  *p++ = static_cast<char>(numbers.kind);
  p = put_score(p, s.score);
  *p++ = static_cast<char>(numbers.provenance);
  *p++ = static_cast<char>(numbers.distance);
  out.commit(p);
  put_text(out, s.signature);
  const graph::score_components parts =
      s.components.value_or(graph::score_components{});
  p = out.reserve(min_symbol_bytes);
  p = put_score(p, parts.blast_radius);
  p = put_score(p, parts.confidence);
  p = put_score(p, parts.recency);
  out.commit(put_score(p, parts.distance));
}

void put_edge(text::output& out, const edge_numbers& e) {
  char* p = out.reserve(2 * max_varint_bytes + 2);
  p = put_varint(p, e.source);
  p = put_varint(p, e.target);
  *p++ = static_cast<char>(e.type);
  *p++ = static_cast<char>(e.status);
  out.commit(p);
}

}  // namespace

result<encode_summary> encode_to(sink& out, const graph::payload& graph,
                                 const encode_options& options) {
  encode_plan plan(options.allow);
  if (const auto good = plan.make(graph); !good) return good.error();
  text::output target;
  target.open(out, std::numeric_limits<std::size_t>::max());
  put_header(target, graph, plan.summary());
  for (std::size_t i = 0; i < graph.symbols.size(); ++i) {
    put_symbol(target, graph.symbols[i], plan.symbol(i));
  }
  for (const edge_numbers& e : plan.edges()) put_edge(target, e);
  if (!target.close()) {
    return error{error_code::write_failed, 0, "the sink refused bytes"};
  }
  return plan.summary();
}

result<encode_summary> append(std::string& out, const graph::payload& graph,
                              const encode_options& options) {
  const std::size_t before = out.size();
  string_sink target(out);
  const auto done = encode_to(target, graph, options);
  if (!done) out.resize(before);
  return done;
}

result<std::string> encode(const graph::payload& graph,
                           const encode_options& options) {
  std::string bytes;
  if (const auto done = append(bytes, graph, options); !done) {
    return done.error();
  }
  return bytes;
}

}  // namespace pith::inline v0::gcb
