// SPDX-License-Identifier: MIT
#include "gcf/delta/graph_records.hpp"

#include <pith/gcf_graph_delta.hpp>

#include "gcf/graph/plan.hpp"
#include "gcf/graph/score.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"

#include <algorithm>

namespace pith::inline v0::gcf {

namespace keyed {

namespace {

/// A record is split by tabs and ended by a line feed, so that no field may
/// contain one.
result<void> check_field(std::string_view field) {
  const bool has_control = std::any_of(field.begin(), field.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20;
  });
  if (has_control) {
    return error{error_code::invalid_name, 0,
                 "a field of a graph must not have control characters"};
  }
  if (text::find_invalid_utf8(field) != text::valid_utf8) {
    return error{error_code::invalid_utf8, 0, "text must be UTF-8"};
  }
  return {};
}

void put(record_list& out, std::string_view text) {
  out.bytes.append(text.data(), text.size());
}

}  // namespace

result<void> graph_view::look_at(const graph::payload& graph) {
  graph_ = &graph;
  const graph::kind_names kinds;
  symbols_.reset(graph.symbols.size());
  for (const graph::symbol& s : graph.symbols) {
    for (const std::string_view field :
         {std::string_view(s.kind), std::string_view(s.qualified_name),
          std::string_view(s.provenance)}) {
      if (const auto good = check_field(field); !good) return good;
    }
    if (!(s.score - s.score == 0)) {
      return error{error_code::not_finite, 0, "a score must be finite"};
    }
    if (!symbols_.add(kinds.abbreviate(s.kind), s.qualified_name)) {
      return error{error_code::duplicate_symbol, 0,
                   "a kind and a qualified name must not occur twice"};
    }
  }
  ends_.clear();
  ends_.ensure(2 * graph.edges.size());
  for (const graph::edge& e : graph.edges) {
    if (const auto good = check_field(e.edge_type); !good) return good;
    bool is_absent = false;
    const auto source = graph_profile::find_end(symbols_, kinds, e.source_kind,
                                                e.source, is_absent);
    if (!source) return source.error();
    const auto target = graph_profile::find_end(symbols_, kinds, e.target_kind,
                                                e.target, is_absent);
    if (!target) return target.error();
    ends_.push_unchecked(*source);
    ends_.push_unchecked(*target);
  }
  return {};
}

void graph_view::record_symbols(record_list& out) const {
  for (std::uint32_t i = 0; i < graph_->symbols.size(); ++i) {
    const graph::symbol& s = graph_->symbols[i];
    put(out, "S\t");
    put(out, symbols_.kind_of(i));
    put(out, "\t");
    put(out, s.qualified_name);
    put(out, "\t");
    out.bytes.ensure(text::max_real_bytes);
    const char* const end =
        text::write_real(out.bytes.end(), graph_profile::wire_score(s.score));
    out.bytes.resize(static_cast<std::size_t>(end - out.bytes.data()));
    put(out, "\t");
    put(out, s.provenance);
    put(out, "\t");
    put(out, std::to_string(s.distance));
    put(out, "\n");
    out.end_record();
  }
}

void graph_view::record_edge(record_list& out, std::uint32_t source,
                             std::uint32_t target,
                             std::string_view type) const {
  put(out, "E\t");
  put(out, symbols_.kind_of(source));
  put(out, "\t");
  put(out, symbols_.name_of(source));
  put(out, "\t");
  put(out, symbols_.kind_of(target));
  put(out, "\t");
  put(out, symbols_.name_of(target));
  put(out, "\t");
  put(out, type);
  put(out, "\n");
  out.end_record();
}

void graph_view::record_edges(record_list& out) const {
  for (std::size_t i = 0; i < graph_->edges.size(); ++i) {
    record_edge(out, source_of(i), target_of(i), graph_->edges[i].edge_type);
  }
}

result<std::string> root_of(const record_list& symbols,
                            const record_list& edges) {
  detail::sha256 hash;
  detail::pod_buffer<std::uint32_t> order;
  for (const record_list* records : {&symbols, &edges}) {
    sort_records(*records, order);
    for (const std::uint32_t i : order) hash.update((*records)[i]);
  }
  return finish_root(hash);
}

result<std::string> root_of(const graph_view& view) {
  record_list symbols;
  record_list edges;
  view.record_symbols(symbols);
  view.record_edges(edges);
  return root_of(symbols, edges);
}

}  // namespace keyed

result<std::string> pack_root(const graph::payload& graph) {
  keyed::graph_view view;
  if (const auto good = view.look_at(graph); !good) return good.error();
  return keyed::root_of(view);
}

result<bool> has_valid_root(const graph::payload& graph) {
  const result<std::string> root = pack_root(graph);
  if (!root) return root.error();
  return *root == graph.pack_root;
}

}  // namespace pith::inline v0::gcf
