// SPDX-License-Identifier: MIT
#include "gcf/delta/graph_decode.hpp"

#include "document/shape_tree.hpp"
#include "gcf/graph/changes.hpp"
#include "gcf/lex/load.hpp"
#include "graph/kinds.hpp"

#include <utility>

namespace pith::inline v0::gcf {

using graph_profile::named_edge;
using graph_profile::symbol_row;

namespace keyed {

namespace {

void take_symbols(const detail::pod_buffer<symbol_row>& rows,
                  std::vector<graph::symbol>& into) {
  const graph::kind_names kinds;
  into.reserve(rows.size());
  for (const symbol_row& row : rows) {
    graph::symbol& s = into.emplace_back();
    s.qualified_name = row.name;
    s.kind = kinds.expand(row.kind);
    s.score = row.score;
    s.provenance = row.provenance;
    s.distance = row.distance;
  }
}

void take_edges(const detail::pod_buffer<named_edge>& rows,
                std::vector<graph::edge>& into) {
  into.reserve(rows.size());
  for (const named_edge& row : rows) {
    graph::edge& e = into.emplace_back();
    e.source = row.source;
    e.target = row.target;
    e.edge_type = row.type;
  }
}

}  // namespace

result<graph_answer> read_answer(std::string_view text, const limits& bounds) {
  decoding::source source;
  detail::document_data data;
  detail::shape_tree shapes;
  data.reset();
  shapes.reset(data);
  if (!decoding::load_text(source, data, text, bounds)) return source.problem;
  graph_profile::graph_header header;
  char* const body = read_graph_header(source, data, shapes, header);
  if (body == nullptr) return source.problem;
  graph_answer answer;
  if (header.unchanged.at != nullptr) {
    if (!check_unchanged(source, body, header)) return source.problem;
    answer.kind = outcome::unchanged;
    answer.pack_root = header.pack_root;
    answer.symbols = header.symbols.count;
    return answer;
  }
  if (header.delta.at == nullptr) return answer;
  graph_profile::graph_changes changes;
  if (!read_changes(source, body, header, bounds, changes)) {
    return source.problem;
  }
  answer.kind = outcome::delta;
  graph_delta& d = answer.changes;
  d.tool = header.tool;
  d.base_root = header.base_root;
  d.new_root = header.new_root;
  d.delta_tokens = header.tokens;
  take_symbols(changes.removed, d.removed);
  take_symbols(changes.added, d.added);
  take_edges(changes.removed_edges, d.removed_edges);
  take_edges(changes.added_edges, d.added_edges);
  return answer;
}

}  // namespace keyed

result<graph_delta> decode_graph_delta(std::string_view text,
                                       const limits& bounds) {
  result<keyed::graph_answer> answer = keyed::read_answer(text, bounds);
  if (!answer) return answer.error();
  if (answer->kind != outcome::delta) {
    return error{error_code::malformed_delta, 0, "the text is not a delta"};
  }
  return std::move(answer->changes);
}

}  // namespace pith::inline v0::gcf
