// SPDX-License-Identifier: MIT
#include <pith/gcf_graph.hpp>

#include "gcf/graph/decoder.hpp"
#include "text/expansion.hpp"

namespace pith::inline v0::gcf {

namespace graph_profile {

result<graph::payload> make_payload(const reader& from,
                                    const graph::kind_names& kinds,
                                    std::size_t text_bytes,
                                    const limits& bounds) {
  std::size_t left = text::max_output_bytes(text_bytes, bounds);
  graph::payload made;
  made.tool = from.header().tool;
  made.token_budget = from.header().budget;
  made.tokens_used = from.header().tokens;
  made.pack_root = from.header().pack_root;
  made.symbols.reserve(from.symbols().size());
  for (const symbol_row& row : from.symbols()) {
    graph::symbol& s = made.symbols.emplace_back();
    s.qualified_name = row.name;
    s.kind = kinds.expand(row.kind);
    s.score = row.score;
    s.provenance = row.provenance;
    s.distance = row.distance;
  }
  made.edges.reserve(from.edges().size());
  for (const edge_row& row : from.edges()) {
    const symbol_row& source = from.symbols()[row.source];
    const symbol_row& target = from.symbols()[row.target];
    const std::size_t taken =
        sizeof(graph::edge) + source.name.size() + target.name.size();
    if (taken > left) {
      return error{error_code::expansion_limit, row.type.offset,
                   "the names at the ends of edges would be larger than "
                   "limits::max_expansion times the text"};
    }
    left -= taken;
    graph::edge& e = made.edges.emplace_back();
    e.source = source.name;
    e.target = target.name;
    e.edge_type = from.text_of(row.type);
    e.status = from.text_of(row.status);
    if (from.index().is_shared_name(row.source)) {
      e.source_kind = kinds.expand(source.kind);
    }
    if (from.index().is_shared_name(row.target)) {
      e.target_kind = kinds.expand(target.kind);
    }
  }
  return made;
}

}  // namespace graph_profile

result<graph::payload> decode_graph(std::string_view text,
                                    const decode_options& options) {
  detail::document_data data;
  graph_profile::reader rows;
  const graph::kind_names kinds(options.more_kinds);
  rows.require_summary(options.require_summary);
  rows.set_kinds(kinds);
  if (!rows.run(data, text, options.bounds, nullptr)) return rows.problem();
  return graph_profile::make_payload(rows, kinds, text.size(), options.bounds);
}

}  // namespace pith::inline v0::gcf
