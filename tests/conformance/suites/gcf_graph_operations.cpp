// SPDX-License-Identifier: MIT
#include <pith/gcf.hpp>
#include <pith/gcf_graph.hpp>
#include <pith/gcf_graph_stream.hpp>
#include <pith/gcf_session.hpp>
#include <pith/graph.hpp>
#include <pith/sink.hpp>

#include "suites/gcf_operations.hpp"

namespace suites {

namespace {

/// `part` has no member that `whole` lacks or has otherwise. Where the whole
/// has an empty string, the part may have nothing.
bool is_part(pith::value part, pith::value whole) {
  if (const auto members = part.get_object()) {
    for (const pith::member m : *members) {
      const auto other = whole.find(m.key);
      if (!other || !is_part(m.value, *other)) return false;
    }
    return true;
  }
  const auto elements = part.get_array();
  if (!elements) return pith::equal(part, whole);
  const auto others = whole.get_array();
  if (!others || others->size() != elements->size()) return false;
  auto other = others->begin();
  for (const pith::value each : *elements) {
    if (!is_part(each, *other)) return false;
    ++other;
  }
  return true;
}

/// A graph's wire decodes to a payload and to the payload's document, and the
/// payload encodes to the wire again.
verdict check_canonical_graph(std::string_view wire) {
  const auto graph = pith::gcf::decode_graph(wire);
  if (!graph) return fail("does not decode", pith::message(graph.error()));
  const auto again = pith::gcf::encode(*graph);
  if (!again) return fail("does not encode", pith::message(again.error()));
  if (*again != wire) return fail("encoding again differs", *again);
  const auto direct = pith::gcf::decode(wire);
  if (!direct) return fail("does not decode", pith::message(direct.error()));
  const auto doc = pith::graph::to_document(*graph);
  if (!doc ||
      !pith::equal(doc->root(), direct->root(), member_order::significant)) {
    return fail("the document is not that of the payload",
                shown(direct->root()));
  }
  return {};
}

}  // namespace

pith::result<pith::graph::payload> graph_of(const way& by, pith::value v) {
  const auto given = by.give(v);
  if (!given) return given.error();
  return pith::graph::from_value(given->root());
}

pith::result<std::string> encode_graph(const way& by, pith::value v) {
  const auto graph = graph_of(by, v);
  if (!graph) return graph.error();
  return pith::gcf::encode(*graph);
}

verdict run_encode_graph(const way& by, pith::value input,
                         std::string_view expected) {
  const auto wire = encode_graph(by, input);
  if (!wire) return fail("does not encode", pith::message(wire.error()));
  if (*wire != expected) return fail("the wire differs", *wire);
  return check_canonical_graph(*wire);
}

/// The suite lists only some members of a decoded graph, and its order of
/// symbols is that of the wire, which need not be canonical.
verdict run_decode_graph(const way& by, pith::value fixture,
                         std::string_view wire, pith::value expected,
                         member_order order) {
  const auto doc = by.decode(wire, limits_of(fixture));
  if (!doc) return fail("does not decode", pith::message(doc.error()));
  const bool is_same = order == member_order::significant
                           ? pith::equal(doc->root(), expected, order)
                           : is_part(expected, doc->root());
  if (!is_same) return fail("the decoded value differs", shown(doc->root()));
  const auto again = encode_graph(by, doc->root());
  if (again) return check_canonical_graph(*again);
  // We read names and statuses that section 4 does not let us write.
  if (again.error().code == pith::error_code::invalid_name) return {};
  return fail("does not encode", pith::message(again.error()));
}

/// Each answer is delivered and confirmed, and the other side reads it as it
/// reads the payload outside a session.
verdict run_session(const way& by, pith::value fixture, member_order) {
  const auto calls = fixture.find("calls");
  const auto list = calls ? calls->get_array() : std::nullopt;
  if (!list) return fail("lacks calls");
  pith::gcf::session_producer producer;
  pith::gcf::session_consumer consumer;
  for (const pith::value call : *list) {
    const auto input = call.find("input");
    if (!input) return fail("lacks input");
    const auto graph = graph_of(by, *input);
    if (!graph) return fail("is not a graph", pith::message(graph.error()));
    const auto answer = producer.encode(*graph);
    if (!answer) return fail("does not encode", pith::message(answer.error()));
    if (answer->wire != string_of(call, "expected")) {
      return fail("the wire differs", answer->wire);
    }
    const auto read = consumer.decode(answer->wire);
    if (!read) return fail("does not decode", pith::message(read.error()));
    const auto whole = pith::gcf::encode(*graph);
    if (!whole) return fail("does not encode", pith::message(whole.error()));
    const auto same = pith::gcf::decode_graph(*whole);
    if (!same || !(*same == *read)) return fail("reads otherwise");
    if (!producer.confirm(answer->ticket)) return fail("is not confirmed");
  }
  return {};
}

verdict run_graph_stream(const way& by, pith::value fixture, member_order) {
  const auto input = fixture.find("input");
  if (!input) return fail("lacks input");
  const auto graph = graph_of(by, *input);
  if (!graph) return fail("is not a graph", pith::message(graph.error()));
  pith::gcf::graph_stream_options options;
  options.tool = graph->tool;
  options.token_budget = graph->token_budget;
  options.tokens_used = graph->tokens_used;
  options.pack_root = graph->pack_root;
  if (const auto given = fixture.find("options")) {
    const auto labeled = given->find("labeledTrailerCounts");
    options.labeled_counts = labeled && labeled->get_boolean().value_or(false);
  }
  std::string wire;
  pith::string_sink sink(wire);
  pith::gcf::graph_writer out(sink, options);
  for (const pith::graph::symbol& s : graph->symbols) {
    if (const auto done = out.symbol(s); !done) {
      return fail("refuses a symbol", pith::message(done.error()));
    }
  }
  for (const pith::graph::edge& e : graph->edges) {
    if (const auto done = out.edge(e); !done) {
      return fail("refuses an edge", pith::message(done.error()));
    }
  }
  if (!out.finish()) return fail("does not finish");
  if (wire != string_of(fixture, "expected")) {
    return fail("the wire differs", wire);
  }
  const auto back = pith::gcf::decode_graph(wire);
  if (!back) return fail("does not decode", pith::message(back.error()));
  const auto buffered = pith::gcf::encode(*graph);
  const auto again = pith::gcf::encode(*back);
  if (!buffered || !again || *buffered != *again) {
    return fail("is another graph than the buffered one");
  }
  return {};
}

}  // namespace suites
