// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/gcf_graph_delta.hpp>
#include <pith/graph.hpp>

#include "gcf/delta/graph_records.hpp"
#include "suites/gcf_operations.hpp"

#include <cstdint>
#include <utility>

namespace suites {

namespace {

/// The canonical bytes of a graph, as they are hashed.
std::string canonical_bytes(const pith::graph::payload& graph) {
  namespace keyed = pith::gcf::keyed;
  keyed::graph_view view;
  if (!view.look_at(graph)) return "(none)";
  std::string bytes;
  const auto append = [&](const keyed::record_list& records) {
    pith::detail::pod_buffer<std::uint32_t> order;
    keyed::sort_records(records, order);
    for (const std::uint32_t i : order) bytes += records[i];
  };
  keyed::record_list symbols;
  view.record_symbols(symbols);
  append(symbols);
  keyed::record_list edges;
  view.record_edges(edges);
  append(edges);
  return bytes;
}

/// A delta from the members of its fixture; those of symbols that are removed
/// are not whole symbols.
pith::result<pith::gcf::graph_delta> graph_delta_of(pith::value given) {
  pith::gcf::graph_delta d;
  d.tool = string_of(given, "tool");
  d.base_root = string_of(given, "baseRoot");
  d.new_root = string_of(given, "newRoot");
  d.delta_tokens = count_of(given, "deltaTokens");
  d.full_tokens = count_of(given, "fullTokens");
  const auto part = [&](std::string_view symbols, std::string_view edges) {
    pith::builder b;
    b.begin_object().key("symbols");
    const auto some = given.find(symbols);
    some ? b.copy(*some) : b.begin_array().end_array();
    b.key("edges");
    const auto others = given.find(edges);
    others ? b.copy(*others) : b.begin_array().end_array();
    const auto made = b.end_object().finish();
    return pith::graph::from_value(made->root());
  };
  auto gone = part("removed", "removedEdges");
  if (!gone) return gone.error();
  auto come = part("added", "addedEdges");
  if (!come) return come.error();
  d.removed = std::move(gone->symbols);
  d.removed_edges = std::move(gone->edges);
  d.added = std::move(come->symbols);
  d.added_edges = std::move(come->edges);
  return d;
}

}  // namespace

verdict run_pack_root(const way& by, pith::value fixture, member_order) {
  const auto input = fixture.find("input");
  if (!input) return fail("lacks input");
  auto graph = graph_of(by, *input);
  if (!graph) return compare_text(fixture, graph.error());
  if (const auto bytes = fixture.find("canonicalBytes")) {
    const std::string made = canonical_bytes(*graph);
    if (made != bytes->get_string()) return fail("other bytes", made);
  }
  const auto root = pith::gcf::pack_root(*graph);
  if (root) {
    graph->pack_root = *root;
    const auto is_valid = pith::gcf::has_valid_root(*graph);
    if (!is_valid || !*is_valid) return fail("the root does not hold");
  }
  return compare_text(fixture, root);
}

/// Form A encodes a delta, form B applies a wire to a base. `delta-verify` is
/// form B with an error.
verdict run_delta(const way& by, pith::value fixture, member_order) {
  const auto input = fixture.find("input");
  if (!input) return fail("lacks input");
  if (input->get_object()) {
    const auto d = graph_delta_of(*input);
    if (!d) return fail("is not a delta", pith::message(d.error()));
    return compare_text(fixture, pith::gcf::encode_delta(*d));
  }
  const auto snapshot = fixture.find("base_snapshot");
  if (!snapshot) return fail("lacks a base");
  const auto base = graph_of(by, *snapshot);
  if (!base) return fail("has no base", pith::message(base.error()));
  const auto d = pith::gcf::decode_graph_delta(*input->get_string());
  if (!d) return compare_text(fixture, d.error());
  const auto made = pith::gcf::apply(*base, *d);
  if (!made) return compare_text(fixture, made.error());
  if (fixture.find("expectedError")) return fail("is applied");
  const auto expected = graph_of(by, *fixture.find("expected_snapshot"));
  if (!expected) return fail("expects no graph");
  const auto root = pith::gcf::pack_root(*expected);
  if (!root || *root != made->pack_root ||
      *root != string_of(fixture, "new_root")) {
    return fail("another root", made->pack_root);
  }
  return {};
}

}  // namespace suites
